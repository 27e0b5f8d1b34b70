import { sql } from 'kysely'
import type { Db } from '../database/connect'

/** Notes what the accounts have of a year; earlier words on it stay where they are. */
export async function noteTotal(
  db: Db,
  {
    annee,
    montant,
    saisi_par,
    identite,
  }: { annee: number; montant: number; saisi_par: string; identite: string | null },
): Promise<void> {
  await sql`
    insert into totaux_comptables (annee, montant, saisi_par, identite)
    values (${annee}, ${montant}, ${saisi_par}, ${identite})`.execute(db)
}
