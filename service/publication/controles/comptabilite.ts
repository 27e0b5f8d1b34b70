import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'

/** What somebody says of the accounts of a year: what they have, or why the last word is withdrawn. */
type Saisie = { annee: number; saisi_par: string; identite: string | null } & (
  | { montant: number; motif?: undefined }
  | { montant?: undefined; motif: string }
)

/**
 * Notes it; earlier words on the year stay where they are. Returns whether it could: there is nothing to withdraw where
 * nothing was said.
 */
export async function noteTotal(
  db: Db,
  { annee, montant, motif, saisi_par, identite }: Saisie,
): Promise<boolean> {
  const { numero } = onlyRow(
    await sql<{ numero: number | null }>`
      select inscrire_total_comptable(
        ${annee}::smallint, ${montant ?? null}::numeric, ${motif ?? null}, ${saisi_par}, ${identite}
      ) as numero`.execute(db),
  )
  return numero !== null
}
