import { type RawBuilder, sql } from 'kysely'
import { CODES_DOUBLONS, REGLES_SURES } from '#contract/doublons'
import type { Db } from '../../platform/database/connect'
import type { Derived } from '../../platform/jobs/derived'

/** A pair of `doublons` by the numbers that count, which nobody decided on: not merged, nor told apart with this reason known. */
export const pairesOuvertes = (of: RawBuilder<unknown> = sql`doublons`) => sql`(
  select least(a, b) as a, greatest(a, b) as b, regle, exacte
  from (
    select
      coalesce(x.contact_principal collate "C", doublons.contact_id) as a,
      coalesce(y.contact_principal collate "C", doublons.autre_id) as b,
      regle,
      exacte
    from ${of} as doublons
    left join groupes_contacts as x on x.contact_id = doublons.contact_id collate "default"
    left join groupes_contacts as y on y.contact_id = doublons.autre_id collate "default"
    left join contacts_distincts on contact_a = doublons.contact_id collate "default"
      and contact_b = doublons.autre_id collate "default"
    where connues is null or cle <> all(connues)
  ) as canoniques
  where a <> b
    and a not in (select contact_id collate "C" from contacts_collectifs)
    and b not in (select contact_id collate "C" from contacts_collectifs)
)`

/** Gives each contact the smallest that pairs lead to, by so many rounds as the longest chain needs. */
async function etiqueter(tx: Db, colonne: 'groupe' | 'groupe_sur'): Promise<void> {
  const groupe = sql.ref(colonne)
  const of = colonne === 'groupe' ? sql`true` : sql`sure`
  for (let changed = 1n; changed > 0n;) {
    const { numAffectedRows = 0n } = await sql`
      update membres as m set ${groupe} = voisins.plus_petit
      from (
        select de, min(${groupe}) as plus_petit
        from (select a as de, b as vers from aretes where ${of} union all select b, a from aretes where ${of}) as deux
        join membres on contact_id = vers
        group by de
      ) as voisins
      where voisins.de = m.contact_id and voisins.plus_petit < m.${groupe}`.execute(tx)
    for (let jumped = numAffectedRows; jumped > 0n;) {
      const { numAffectedRows: again = 0n } = await sql`
        update membres as m set ${groupe} = n.${groupe}
        from membres as n
        where n.contact_id = m.${groupe} and n.${groupe} < m.${groupe}`.execute(tx)
      jumped = again
    }
    changed = numAffectedRows
  }
}

/** A page shows so many cards of a group; larger ones are shown pair by pair. */
const MEMBRES = 20

/**
 * Those of `membres` who cannot all be one person although each is like another: first names that are two, or a pair
 * that somebody told apart.
 */
const DOUTEUX = sql`
  with grands as materialized (
    select groupe, count(*) as nombre from membres group by groupe having count(*) > 2
  ),
  cartes as materialized (
    select contact_id, groupe, cle_nom(lastname) as nom, cle_nom(coalesce(firstname, '')) as mots
    from membres
    join donateurs using (contact_id)
    where groupe in (select groupe from grands where nombre <= ${MEMBRES})
  )
  select groupe from grands where nombre > ${MEMBRES}
  union
  select groupe
  from cartes as a
  join cartes as b using (groupe)
  where a.contact_id < b.contact_id and (
    replace(a.nom, ' ', '') = replace(b.nom, ' ', '') and not prenoms_compatibles(a.mots, b.mots)
    or exists (
      select from contacts_distincts
      where contact_a = a.contact_id collate "default" and contact_b = b.contact_id collate "default"
    )
  )`

export const SURE = sql`regle = any(${[...REGLES_SURES]}::text[])`
export const RANG = sql`array_position(${[...CODES_DOUBLONS]}::text[], regle)`

/**
 * Rows of `doublons_groupes` for these sets of contacts: the one whose number would count is that of the oldest first
 * gift, then of most gifts, then the smaller number.
 */
export const toGroupes = (ensembles: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with carrieres as materialized (
    select contact_id, montant, nombre, premier_jour,
      exists (select from contacts_exclus as e where e.contact_id = c.contact_id collate "default") as exclu
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
    coalesce(sum(montant) filter (where not exclu), 0) as montant
  from ${ensembles} as ensembles
  cross join unnest(contacts) as contact_id
  left join carrieres using (contact_id)
  group by contacts, regles, rang, sur`

/** Groups by rule, and in all. */
export const comptes = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select regle, count(*) as nombre
  from ${of} as groupes
  cross join unnest(array_append(regles, 'tous')) as regle
  group by regle`

/** Puts the open pairs together. */
async function group(tx: Db): Promise<void> {
  await sql`
    create temporary table aretes on commit drop as
    select a, b, array_agg(distinct regle) as regles, min(${RANG}) as rang,
      bool_or(${SURE}) as sure, bool_or(exacte) as exacte
    from ${pairesOuvertes()} as ouvertes
    group by a, b`.execute(tx)
  await sql`
    create temporary table membres on commit drop as
    select contact_id, contact_id as groupe, contact_id as groupe_sur
    from (select a as contact_id from aretes union select b from aretes) as tous`.execute(tx)
  await sql`analyze aretes, membres`.execute(tx)
  await etiqueter(tx, 'groupe')
  await etiqueter(tx, 'groupe_sur')
  await sql`create temporary table douteux on commit drop as ${DOUTEUX}`.execute(tx)
  await sql`delete from doublons_groupes`.execute(tx)
  await sql`
    insert into doublons_groupes (contacts, principal, regles, rang, sur, donateurs, montant)
    with ensembles as materialized (
      select array_agg(distinct contact_id order by contact_id) as contacts, count(distinct groupe_sur) = 1 as sur, groupe
      from membres
      where groupe not in (select groupe from douteux)
      group by groupe
    ),
    groupes as materialized (
      select contacts, sur, regles, rang
      from ensembles
      join (
        select groupe, array_agg(distinct regle) as regles, min(rang) as rang
        from aretes
        cross join unnest(regles) as regle
        join membres on contact_id = a
        group by groupe
      ) as leurs using (groupe)
      union all
      select array[a, b], sure and exacte, regles, rang
      from aretes
      join membres on contact_id = a
      where groupe in (select groupe from douteux)
    )
    select * from (${toGroupes(sql`groupes`)}) as ordonnes`.execute(tx)
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
    evenement: sql`(select coalesce(max(numero), 0) from evenements_exclusion)`,
    decisions: sql`(select count(*) from decisions_legitimes)`,
    publication: sql`(select numero from derniers_chiffres)`,
  },
  timeout: '10min',
  make: group,
}
