import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'

/** An accounting entry for a year: its total, or the reason for withdrawing the last one. */
type Saisie = { annee: number; saisi_par: string; identite: string | null } & (
  | { montant: number; motif?: undefined }
  | { montant?: undefined; motif: string }
)

/** Appends it; earlier entries are kept. Returns false if there is nothing to withdraw. */
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
