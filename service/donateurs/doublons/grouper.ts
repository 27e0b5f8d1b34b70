import { type RawBuilder, sql } from 'kysely'
import { CODES_DOUBLONS, REGLES_SURES } from '#contract/doublons'
import type { Db } from '../../platform/database/connect'
import type { Derived } from '../../platform/jobs/derived'
import { analyserPeu } from './analyser'
import { DES_FICHES } from './contre'
import { SEXE } from './fiches-pliees'

/** A pair of `doublons` by the numbers that count, which nobody decided on: not merged, nor told apart with this reason known, nor parted. */
export const pairesOuvertes = (of: RawBuilder<unknown> = sql`doublons`) => sql`(
  select least(a, b) as a, greatest(a, b) as b, regle, exacte, contre
  from (
    select
      coalesce(x.contact_principal, doublons.contact_id) as a,
      coalesce(y.contact_principal, doublons.autre_id) as b,
      regle,
      exacte,
      contre
    from ${of} as doublons
    left join groupes_contacts as x on x.contact_id = doublons.contact_id
    left join groupes_contacts as y on y.contact_id = doublons.autre_id
    left join contacts_distincts on contact_a = doublons.contact_id
      and contact_b = doublons.autre_id
    where (connues is null or cle <> all(connues))
      and (doublons.contact_id, doublons.autre_id) not in (
        select contact_id, nouveau_id from contacts_partages union all select nouveau_id, contact_id from contacts_partages
      )
  ) as canoniques
  where a <> b
    and a not in (select contact_id from contacts_collectifs)
    and b not in (select contact_id from contacts_collectifs)
)`

/** Everybody of these pairs, with one name for all whom pairs lead to one another. */
export function unir(paires: Iterable<readonly [string, string]>): Map<string, string> {
  const vers = new Map<string, string>()
  const nameOf = (contact: string): string => {
    let end = contact
    for (let next = vers.get(end); next !== undefined && next !== end; next = vers.get(end))
      end = next
    // Whoever is on the way is there at once the next time.
    for (let at = contact; at !== end;) {
      const next = vers.get(at) ?? end
      vers.set(at, end)
      at = next
    }
    vers.set(end, end)
    return end
  }
  for (const [one, other] of paires) vers.set(nameOf(one), nameOf(other))
  return new Map([...vers.keys()].map((contact) => [contact, nameOf(contact)]))
}

/** Stores who is with whom by `aretes`, and by the sure ones. */
async function reunir(tx: Db): Promise<void> {
  const { rows } = await sql<{
    a: string
    b: string
    sure: boolean
  }>`select a, b, sure from aretes`.execute(tx)
  const pairs = (of: typeof rows) => of.map(({ a, b }) => [a, b] as const)
  const groupes = unir(pairs(rows))
  const surs = unir(pairs(rows.filter(({ sure }) => sure)))
  const contacts = [...groupes.keys()]
  await sql`
    create temporary table membres on commit drop as
    select contact_id, groupe, groupe_sur
    from unnest(
      ${contacts}::text[],
      ${[...groupes.values()]}::text[],
      ${contacts.map((contact) => surs.get(contact) ?? contact)}::text[]
    ) as tous (contact_id, groupe, groupe_sur)`.execute(tx)
}

/** A page shows so many cards of a group; larger ones are shown pair by pair. */
const MEMBRES = 20

/** All that is in arrays of a column, each once. */
export const unions = (column: RawBuilder<unknown>) => sql`array(
  select distinct une
  from unnest(string_to_array(string_agg(array_to_string(${column}, ','), ','), ',')) as une
  where une <> ''
  order by une
)`

/**
 * Of the groups of more than two what speaks against them, and which are doubtful: their members cannot all be one person although each is like another: first names that are two, or, then of
 * no pair it is sure which of the two it is (`contredit`), birth dates or a pair that somebody told apart. All numbers
 * of each are looked at; what already counts as one person is not.
 */
const JUGES = sql`
  with tous as materialized (
    select contact_id, groupe, contact_id as personne from membres
    union all
    select groupes_contacts.contact_id, groupe, membres.contact_id
    from membres
    join groupes_contacts on contact_principal = membres.contact_id
  ),
  grands as materialized (
    select groupe, count(*) as nombre from tous group by groupe having count(*) > 2
  ),
  cartes as materialized (
    select
      contact_id, groupe, personne, cle_nom(lastname) as nom, cle_nom(coalesce(firstname, '')) as mots,
      replace(cle_nom(coalesce(firstname, '')), ' ', '') as prenom,
      cle_naissance(birthdate) as naissance, ${SEXE} as sexe, coalesce(is_company, false) as societe,
      cle_email(coalesce(email, '')) as email, telephone_plie(coalesce(phone, '')) as telephone
    from tous
    join donateurs using (contact_id)
    where groupe in (select groupe from grands where nombre <= ${MEMBRES})
  ),
  paires as (
    select
      groupe,
      replace(a.nom, ' ', '') = replace(b.nom, ' ', '') and not prenoms_compatibles(a.mots, b.mots) as prenoms,
      a.naissance <> b.naissance and '' not in (a.naissance, b.naissance) or exists (
        select from contacts_distincts
        where contact_a = a.contact_id and contact_b = b.contact_id
      ) as contredit,
      ${DES_FICHES} as contre
    from cartes as a
    join cartes as b using (groupe)
    where a.contact_id < b.contact_id and a.personne <> b.personne
  )
  select groupe, false as contredit, true as douteux, '{}'::text[] as contre from grands where nombre > ${MEMBRES}
  union all
  select groupe, bool_or(contredit), bool_or(prenoms or contredit), ${unions(sql`contre`)}
  from paires
  group by groupe`

export const SURE = sql`regle = any(${[...REGLES_SURES]}::text[])`
export const RANG = sql`array_position(${[...CODES_DOUBLONS]}::text[], regle)`

/**
 * Rows of `doublons_groupes` for these sets of contacts: the one whose number would count is that of the oldest first
 * gift, then of most gifts, then the smaller number.
 */
export const toGroupes = (ensembles: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with carrieres as materialized (
    select contact_id, montant, nombre, premier_jour,
      exists (select from contacts_exclus as e where e.contact_id = c.contact_id) as exclu
    from donateurs_carrieres as c
    where contact_id = any (array(select distinct unnest(contacts) from ${ensembles} as tous))
  )
  select
    contacts,
    (array_agg(contact_id order by premier_jour, nombre desc, length(contact_id), contact_id))[1] as principal,
    regles,
    rang,
    sur,
    count(*) filter (where not exclu) as donateurs,
    coalesce(sum(montant) filter (where not exclu), 0) as montant,
    contre
  from ${ensembles} as ensembles
  cross join unnest(contacts) as contact_id
  left join carrieres using (contact_id)
  group by contacts, regles, rang, sur, contre`

/** Groups by rule, and in all. */
export const comptes = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select regle, count(*) as nombre
  from ${of} as groupes
  cross join unnest(array_append(regles, 'tous')) as regle
  group by regle`

/** Pairs of `doublons` that one of `contacts`, an array, is in. */
export const pairesDe = (contacts: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select * from doublons where contact_id = any(${contacts})
  union
  select * from doublons where autre_id = any(${contacts})
)`

const EVENEMENTS = sql`(select coalesce(max(numero), 0) from evenements_exclusion)`
const DECISIONS = sql`(select count(*) from decisions_legitimes)`
const EXCLUS = sql`(select version from donateurs_exclus_version)`

/** Puts the open pairs together. */
async function group(tx: Db): Promise<void> {
  await analyserPeu(tx)
  await sql`
    create temporary table aretes on commit drop as
    select a, b, array_agg(distinct regle) as regles, min(${RANG}) as rang,
      bool_or(${SURE}) as sure, bool_or(exacte) as exacte, ${unions(sql`contre`)} as contre
    from ${pairesOuvertes()} as ouvertes
    group by a, b`.execute(tx)
  await reunir(tx)
  await sql`analyze aretes, membres`.execute(tx)
  await sql`create temporary table juges on commit drop as ${JUGES}`.execute(tx)
  await sql`
    create temporary table proposes on commit drop as
    with ensembles as materialized (
      select array_agg(distinct contact_id order by contact_id) as contacts, count(distinct groupe_sur) = 1 as sur, groupe
      from membres
      where groupe not in (select groupe from juges where douteux)
      group by groupe
    ),
    leurs as materialized (
      select groupe, array_agg(distinct regle) as regles, min(rang) as rang
      from aretes
      cross join unnest(regles) as regle
      join membres on contact_id = a
      group by groupe
    ),
    opposes as materialized (
      select groupe, ${unions(sql`contre`)} as contre
      from (
        select groupe, contre from aretes join membres on contact_id = a where contre <> '{}'
        union all
        select groupe, contre from juges where contre <> '{}'
      ) as tous
      group by groupe
    ),
    groupes as materialized (
      select contacts, sur and contre is null as sur, regles, rang, coalesce(contre, '{}') as contre
      from ensembles
      join leurs using (groupe)
      left join opposes using (groupe)
      union all
      select array[a, b], sure and exacte and not contredit and aretes.contre = '{}', regles, rang, aretes.contre
      from aretes
      join membres on contact_id = a
      join juges using (groupe)
      where douteux
    )
    select contacts, principal, regles, rang, sur, donateurs::integer, montant, contre
    from (${toGroupes(sql`groupes`)}) as ordonnes`.execute(tx)
  await sql`
    delete from doublons_groupes as anciens
    where not exists (
      select
      from proposes
      where proposes.contacts = anciens.contacts
        and (
          proposes.principal, proposes.regles, proposes.rang, proposes.sur, proposes.donateurs, proposes.montant,
          proposes.contre
        ) = (
          anciens.principal, anciens.regles, anciens.rang, anciens.sur, anciens.donateurs, anciens.montant, anciens.contre
        )
    )`.execute(tx)
  await sql`insert into doublons_groupes select * from proposes on conflict do nothing`.execute(tx)
  await sql`
    update doublons_etat set comptes = coalesce(
      (select jsonb_object_agg(regle, nombre) from (${comptes(sql`doublons_groupes`)}) as comptes), '{}'
    )`.execute(tx)
  await sql`analyze doublons_groupes`.execute(tx)
}

/** The proposals; late when pairs, decisions or figures have changed. */
export const GROUPES: Derived = {
  etat: 'doublons_etat',
  source: {
    groupes_de: sql`trouves_le`,
    evenement: EVENEMENTS,
    decisions: DECISIONS,
    publication: sql`(select numero from derniers_chiffres)`,
    exclus_version: EXCLUS,
  },
  timeout: '10min',
  whole: true,
  make: group,
}
