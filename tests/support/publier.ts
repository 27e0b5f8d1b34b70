import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'
import { attacher, preparer, tablesDe } from '../../service/publication/calcul/entier'
import { calculerPersonnes, inserer } from '../../service/publication/calcul/personnes'
import { dropOldFacts } from '../../service/publication/rafraichissement/faits'
import { listVues } from '../../service/publication/rafraichissement/vues'

const TABLES = ['faits', 'series', 'croises', 'jours', 'mois', 'annees'] as const

/** Computes the facts anew, and all that follows the gifts as they do, by statements. */
export async function recalculer(db: Db): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute(recalculer)
  const depart = await preparer(db)
  const places = tablesDe(depart.generation)
  for await (const { table, lignes } of calculerPersonnes(db, { ...depart, tables: TABLES }))
    await inserer(db, places[table], lignes)
  await attacher(db, depart)
}

/** Computes all figures anew from the rows as they are, by statements. */
export async function calculer(db: Db): Promise<void> {
  for (const { name, relation, kind } of await listVues(db))
    if (kind === 'facts') await recalculer(db)
    else {
      await sql`refresh materialized view ${sql.table(relation)}`.execute(db)
      if (relation !== name) await sql`delete from ${sql.table(`${name}_ecarts`)}`.execute(db)
    }
}

/** Publishes the figures of the rows as they are, without a refresh. */
export async function publier(db: Db): Promise<void> {
  await calculer(db)
  await dropOldFacts(db)
}
