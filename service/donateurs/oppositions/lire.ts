import { type RawBuilder, sql } from 'kysely'
import type { ActeOpposition, Oppositions, OppositionsFiltres } from '#contract/oppositions'
import type { PageQuery } from '#contract/pagination'
import { LIGNES_AU_PLUS } from '#contract/values'
import { writeColonnes } from '#files/colonnes'
import { COLONNES_OPPOSITIONS } from '#files/oppositions-columns'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { inBatches, inSnapshot, streamSnapshot } from '../../platform/database/snapshot'
import { locatePage } from '../../platform/http/page'
import { Problem } from '../../problem'
import { EMPREINTE } from './opposes'

const matching = ({ etat, nature }: OppositionsFiltres): RawBuilder<unknown> => sql`
  ${etat === 'actes' ? sql`true` : sql`vigueur.numero is not null`}
  and ${nature === undefined ? sql`true` : sql`actes.nature = ${nature}`}`

const ACTES = sql`
  oppositions_actes as actes
  left join oppositions_en_vigueur as vigueur on vigueur.numero = actes.numero`

const listActes = async (
  db: Db,
  condition: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
): Promise<ActeOpposition[]> => {
  const { rows } = await sql<ActeOpposition>`
    select
      actes.numero, levee, actes.nature, actes.contact_id, email,
      to_char(actes.jour, 'YYYY-MM-DD') as jour, actes.raison, actes.par,
      to_char(actes.ecrit_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ecrit_le,
      vigueur.numero is not null as vaut
    from ${ACTES}
    left join oppositions_adresses as adresses on adresses.adresse = actes.adresse
    where ${condition}
    order by actes.numero desc
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** A page of the oppositions, newest first; past the end, the last page. */
export const readOppositions = (
  db: Db,
  query: OppositionsFiltres & PageQuery,
): Promise<Oppositions> =>
  inSnapshot(db, async (tx) => {
    const { total } = onlyRow(
      await sql<{ total: number }>`
        select count(*) as total from ${ACTES} where ${matching(query)}`.execute(tx),
    )
    const { rows } = await sql<Oppositions['en_vigueur'][number]>`
      select nature, count(*) as nombre from oppositions_en_vigueur group by nature order by nature`.execute(
      tx,
    )
    const { pagination, offset } = locatePage(query, total)
    return {
      en_vigueur: rows,
      actes: await listActes(tx, matching(query), { offset, limit: query.limit }),
      pagination,
    }
  })

/** One act; throws a Problem where there is none. */
export async function readActe(db: Db, numero: number): Promise<ActeOpposition> {
  const [found] = await listActes(db, sql`actes.numero = ${numero}`, { offset: 0, limit: 1 })
  if (!found)
    throw new Problem('introuvable', 'Cette opposition n’existe pas.', { champ: 'numero' })
  return found
}

/** The mailboxes of these contacts' cards. */
const boitesDe = (contacts: string[]) => sql`(
  select boite
  from donateurs as cartes
  cross join unnest(emails_nommes(cartes.email)) as boite
  where cartes.contact_id = any(${contacts}::text[])
)`

/** What holds of a person of these numbers as in `opposes`: by one of them, or by a mailbox, also of who objected by number. */
export const listOppositionsDe = (tx: Db, contacts: string[]): Promise<ActeOpposition[]> =>
  listActes(
    tx,
    sql`vigueur.numero is not null and (
      lower(actes.contact_id collate "default") in (select lower(un) from unnest(${contacts}::text[]) as un)
      or actes.adresse in (select ${EMPREINTE} from ${boitesDe(contacts)} as boites)
      or actes.numero in (
        with objections as materialized (
          select numero, lower(contact_id collate "default") as contact
          from oppositions_en_vigueur
          where nature = 'email' and contact_id is not null
        )
        select numero
        from objections
        join donateurs as cartes on lower(cartes.contact_id collate "default") = contact
        cross join unnest(emails_nommes(cartes.email)) as leur
        where leur in (select boite from ${boitesDe(contacts)} as boites)
      )
    )`,
    { offset: 0, limit: LIGNES_AU_PLUS },
  )

const ROWS_AT_ONCE = 1000

/** Streams the oppositions as CSV for French Excel, newest first, from one snapshot. */
export const writeOppositions = (db: Db, filtres: OppositionsFiltres): AsyncGenerator<string> =>
  writeColonnes(
    COLONNES_OPPOSITIONS,
    streamSnapshot(db, (snapshot) =>
      inBatches(ROWS_AT_ONCE, ({ after, limit }) => {
        const rest = after ? sql`actes.numero < ${after.numero}` : sql`true`
        return listActes(snapshot, sql`${matching(filtres)} and ${rest}`, { offset: 0, limit })
      }),
    ),
  )
