import { type RawBuilder, sql } from 'kysely'
import type { PageQuery } from '#contract/pagination'
import type { Remerciement, Remerciements, RemerciementsFiltres } from '#contract/remerciements'
import { LIGNES_AU_PLUS } from '#contract/values'
import { writeColonnes } from '#files/colonnes'
import { COLONNES_REMERCIEMENTS } from '#files/remerciements-columns'
import type { Db } from '../../platform/database/connect'
import { readNoms } from '../../platform/database/noms'
import { onlyRow } from '../../platform/database/only-row'
import { inBatches, inSnapshot, streamSnapshot } from '../../platform/database/snapshot'
import { locatePage } from '../../platform/http/page'
import { Problem } from '../../problem'

const ACTES = sql`
  remerciements as actes
  left join remerciements_en_vigueur as vigueur on vigueur.numero = actes.numero`

const matching = ({ etat }: RemerciementsFiltres): RawBuilder<unknown> =>
  etat === 'actes' ? sql`true` : sql`vigueur.numero is not null`

const listActes = async (
  db: Db,
  condition: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
): Promise<Remerciement[]> => {
  const { rows } = await sql<Omit<Remerciement, 'nom'>>`
    select
      actes.numero, actes.contact_id, to_char(actes.jour, 'YYYY-MM-DD') as jour, actes.annule as reprend, actes.par,
      to_char(actes.ecrit_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ecrit_le,
      vigueur.numero is not null as vaut
    from ${ACTES}
    where ${condition}
    order by actes.numero desc
    limit ${limit} offset ${offset}`.execute(db)
  const nomDe = await readNoms(
    db,
    rows.map(({ contact_id }) => contact_id),
  )
  return rows.map((acte) => ({ ...acte, nom: nomDe(acte.contact_id) }))
}

/** A page of the thank-yous, newest first; past the end, the last page. */
export const readRemerciements = (
  db: Db,
  query: RemerciementsFiltres & PageQuery,
): Promise<Remerciements> =>
  inSnapshot(db, async (tx) => {
    const { total } = onlyRow(
      await sql<{ total: number }>`
        select count(*) as total from ${ACTES} where ${matching(query)}`.execute(tx),
    )
    const { pagination, offset } = locatePage(query, total)
    return {
      actes: await listActes(tx, matching(query), { offset, limit: query.limit }),
      pagination,
    }
  })

/** One act; throws a Problem where there is none. */
export async function readRemerciement(db: Db, numero: number): Promise<Remerciement> {
  const [found] = await listActes(db, sql`actes.numero = ${numero}`, { offset: 0, limit: 1 })
  if (!found) throw new Problem('introuvable', 'Ce remerciement n’existe pas.', { champ: 'numero' })
  return found
}

/** What holds of a person of these numbers, newest first. */
export const listRemerciementsDe = (tx: Db, contacts: string[]): Promise<Remerciement[]> =>
  listActes(tx, sql`vigueur.numero is not null and actes.contact_id = any(${contacts}::text[])`, {
    offset: 0,
    limit: LIGNES_AU_PLUS,
  })

const ROWS_AT_ONCE = 1000

/** Streams the thank-yous as CSV for French Excel, newest first, from one snapshot. */
export const writeRemerciements = (db: Db, filtres: RemerciementsFiltres): AsyncGenerator<string> =>
  writeColonnes(
    COLONNES_REMERCIEMENTS,
    streamSnapshot(db, (snapshot) =>
      inBatches(ROWS_AT_ONCE, ({ after, limit }) => {
        const rest = after ? sql`actes.numero < ${after.numero}` : sql`true`
        return listActes(snapshot, sql`${matching(filtres)} and ${rest}`, { offset: 0, limit })
      }),
    ),
  )
