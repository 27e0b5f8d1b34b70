import { sql } from 'kysely'
import type { EffetExclusion } from '#contract/exclusions'
import type { Db } from '../database/connect'
import { Problem } from '../problem'
import { readEtat } from './record'

/** The gifts of a donor by year: what an exclusion takes out and a reinstatement brings back. */
export async function readEffet(db: Db, contact_id: string): Promise<EffetExclusion> {
  const etat = await readEtat(db, contact_id)
  if (!etat.connu)
    throw new Problem('introuvable', `Le donateur ${contact_id} n’existe pas.`, {
      champ: 'contact_id',
    })
  const par_annee = await db
    .selectFrom('donations')
    .select([
      sql<number>`extract(year from order_date)::int`.as('annee'),
      sql<number>`count(*)`.as('donations'),
      sql<number>`sum(order_amount)`.as('montant'),
    ])
    .where('contact_id', '=', contact_id)
    .where('order_amount', '>', 0)
    .groupBy('annee')
    .orderBy('annee', 'desc')
    .execute()
  const cents = par_annee.reduce((sum, row) => sum + Math.round(row.montant * 100), 0)
  return {
    contact_id,
    exclu: etat.exclu,
    numero_attendu: etat.numero,
    donations: par_annee.reduce((sum, row) => sum + row.donations, 0),
    montant: cents / 100,
    par_annee,
  }
}
