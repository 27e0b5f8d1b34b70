import { sql } from 'kysely'
import type { EffetGroupes, Membre } from '#contract/groupes'
import { Identite } from '#contract/identite'
import type { Db } from '../../platform/database/connect'
import { Problem } from '../../problem'

const CHAMPS = Identite.keyof().options

/** The cards that these people will have, who are all of `contacts` each; empty where none of these has one. */
export async function readPersonnes(
  tx: Db,
  personnes: readonly { principal: string; contacts: readonly string[] }[],
): Promise<EffetGroupes['personnes']> {
  const { rows } = await sql<Identite & { principal: string }>`
    select principal, ${sql.join(CHAMPS.map((champ) => sql.ref(`reunies.${champ}`)))}
    from jsonb_to_recordset(${JSON.stringify(personnes)}::jsonb) as personnes (principal text, contacts text[])
    left join fiche_reunie(contacts, principal) as reunies on true`.execute(tx)
  const cards = new Map(rows.map((row) => [row.principal, row]))
  return personnes.flatMap(({ principal, contacts }) => {
    const card = cards.get(principal)
    return card ? [{ ...card, contacts: [...contacts] }] : []
  })
}

/** A contact with the years of its gifts and the day of the first. */
export interface MembreLu extends Membre {
  annees: number[]
  premier_jour: string | null
  connu: boolean
  a_une_fiche: boolean
}

/**
 * These contacts and all who count as the same people, as they are now, by number. Throws a Problem for one that
 * neither a card nor a gift names.
 */
export async function readMembres(tx: Db, contacts: readonly string[]): Promise<MembreLu[]> {
  const { rows } = await sql<MembreLu>`
    with tous as materialized (
      select contact_id from unnest(membres_des_groupes(${contacts}::text[])) as contact_id
    ),
    dons as materialized (
      select contact_id, date_part('year', order_date)::integer as annee, count(*) as nombre, sum(order_amount) as montant,
        count(*) filter (where order_amount > 0) as comptes, min(order_date) filter (where order_amount > 0) as premier_jour
      from donations
      where contact_id = any(array(select contact_id from tous))
      group by 1, 2
    )
    select
      tous.contact_id,
      coalesce(groupes.contact_principal, tous.contact_id) as principal,
      ${sql.join(CHAMPS.map((champ) => sql.ref(champ)))},
      fiches.contact_id is not null as a_une_fiche,
      fiches.contact_id is not null or par_contact.contact_id is not null as connu,
      exclus.contact_id is not null as exclu,
      coalesce(donations, 0) as donations,
      coalesce(montant, 0) as montant,
      coalesce(annees, '{}') as annees,
      premier_jour
    from tous
    left join groupes_contacts as groupes using (contact_id)
    left join donateurs_exclus as exclus using (contact_id)
    left join donateurs as fiches on fiches.contact_id = tous.contact_id
    left join (
      select contact_id, sum(comptes)::bigint as donations, sum(montant) as montant,
        coalesce(array_agg(annee) filter (where comptes > 0), '{}') as annees, min(premier_jour) as premier_jour
      from dons
      group by contact_id
    ) as par_contact on par_contact.contact_id = tous.contact_id
    order by length(tous.contact_id), tous.contact_id collate "C"`.execute(tx)
  const unknown = rows.find(
    ({ connu, principal, contact_id }) => !connu && principal === contact_id,
  )
  if (unknown && contacts.includes(unknown.contact_id))
    throw new Problem('introuvable', `Le contact ${unknown.contact_id} n’existe pas.`, {
      champ: 'contact_id',
    })
  return rows
}

/**
 * Of those who part, person by person, the excluded whom the acts that merged them had excluded, where these are all of a person's:
 * an act is events in a row of one person for one reason.
 */
export async function readEmportes(
  tx: Db,
  personnes: readonly (readonly MembreLu[])[],
): Promise<string[][]> {
  const contacts = personnes.flatMap((membres) => membres.map(({ contact_id }) => contact_id))
  const { rows } = await sql<{ contact_id: string }>`
    select distinct e.contact_id
    from donateurs_exclus
    join evenements_exclusion as e using (numero)
    join groupes_contacts as g on g.contact_id = any(${contacts}::text[]) and g.numero > e.numero
    join evenements_exclusion as f on f.numero = g.numero
    where e.contact_id = any(${contacts}::text[])
      and not exists (
        select
        from evenements_exclusion as entre
        where entre.numero between e.numero and f.numero
          and (entre.raison, entre.exclu_par, entre.identite) is distinct from (f.raison, f.exclu_par, f.identite)
      )`.execute(tx)
  const emportes = new Set(rows.map(({ contact_id }) => contact_id))
  return personnes
    .map((membres) => membres.filter(({ exclu }) => exclu).map(({ contact_id }) => contact_id))
    .filter((exclus) => exclus.length > 0 && exclus.every((contact) => emportes.has(contact)))
}

/** The latest event of any of these contacts, 0 for none. */
export async function readDernier(tx: Db, contacts: readonly string[]): Promise<number> {
  const { rows } = await sql<{ numero: number }>`
    select coalesce(max(numero), 0) as numero
    from (
      select max(numero) as numero from evenements_exclusion where contact_id = any(${contacts}::text[])
      union all
      select max(numero) from evenements_exclusion
      where contact_principal = any(${contacts}::text[]) and type <> 'DISTINCTS'
    ) as derniers`.execute(tx)
  return rows[0]?.numero ?? 0
}
