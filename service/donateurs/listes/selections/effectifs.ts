import { sql } from 'kysely'
import type { ListeQuery } from '#contract/listes'
import { REPOUSSOIRS, type Repousses, type Selection } from '#contract/selections'
import type { Db } from '../../../platform/database/connect'
import { onlyRow } from '../../../platform/database/only-row'
import { inSnapshotOfGifts } from '../../../platform/database/snapshot'
import { readMoment } from '../moment'
import { ask } from '../question'
import { isTicked, trier } from './tri'

const SANS_SUSPECTS = 'Les donateurs à vérifier n’y sont pas.'
const AVEC_SUSPECTS = 'Les donateurs à vérifier y sont aussi.'

/** For a ticked repoussoir, the donors it removes; for another, those it would remove in its place. */
const counted = (at: number, isOn: boolean) =>
  isOn
    ? sql`retire_par = ${sql.lit(at)}`
    : sql`${sql.ref(`${REPOUSSOIRS[at]}_le`)} and (retire_par is null or retire_par > ${sql.lit(at)})`

/** Counts the donors a selection keeps, and what removes the others. */
export async function readEffectifs(
  db: Db,
  produit: string,
  query: ListeQuery,
  repousses: Repousses,
): Promise<Selection> {
  const liste = ask(produit, query, await readMoment(db, query))
  const columns = REPOUSSOIRS.map(
    (code, at) =>
      sql`count(*) filter (where ${counted(at, isTicked(code, repousses))}) as ${sql.ref(code)}`,
  )
  type Row = Record<(typeof REPOUSSOIRS)[number] | 'liste' | 'lignes' | 'reconnus', number>
  const row = await inSnapshotOfGifts(db, async (tx) => {
    await sql`set local work_mem = '64MB'`.execute(tx)
    return onlyRow(
      await sql<Row>`
        ${trier(liste, repousses)}
        select
          count(*) as liste,
          count(*) filter (where retire_par is null) as lignes,
          coalesce(sum(ids_donnes), 0)::bigint as reconnus,
          ${sql.join(columns)}
        from tous`.execute(tx),
    )
  })
  return {
    titre: liste.titre,
    definition: `${liste.definition} ${repousses.a_verifier ? SANS_SUSPECTS : AVEC_SUSPECTS}`,
    liste: row.liste,
    repoussoirs: REPOUSSOIRS.map((code) => ({
      code,
      actif: isTicked(code, repousses),
      donateurs: row[code],
    })),
    ids_lus: repousses.ids.length,
    ids_absents: repousses.ids.length - row.reconnus,
    lignes: row.lignes,
  }
}
