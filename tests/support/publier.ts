import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'
import { dropOldFacts } from '../../service/publication/rafraichissement/faits'
import { listVues } from '../../service/publication/rafraichissement/vues'

/** Computes anew, in SQL, what a refresh computes in one pass: the facts, and all that follows the gifts as they do. */
export async function recalculer(db: Db): Promise<void> {
  for (const procedure of ['faits', 'ventilation', 'series', 'dons_croises'])
    await sql`call ${sql.id(`recalculer_${procedure}`)}()`.execute(db)
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
