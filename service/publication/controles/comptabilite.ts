import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'

/** An accounting entry for a year or a month of it: its total, or the reason for withdrawing the last one. */
type Saisie = {
  annee: number
  mois?: number | undefined
  saisi_par: string
  identite: string | null
} & ({ montant: number; motif?: undefined } | { montant?: undefined; motif: string })

/** Appends it; earlier entries are kept. Returns false if there is nothing to withdraw. */
export async function noteTotal(
  db: Db,
  { annee, mois, montant, motif, saisi_par, identite }: Saisie,
): Promise<boolean> {
  const { numero } = onlyRow(
    await sql<{ numero: number | null }>`
      select inscrire_total_comptable(
        ${annee}::smallint, ${mois ?? null}::smallint, ${montant ?? null}::numeric, ${motif ?? null}, ${saisi_par}, ${identite}
      ) as numero`.execute(db),
  )
  return numero !== null
}
