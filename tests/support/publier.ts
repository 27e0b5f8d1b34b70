import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'
import { dropOldFacts } from '../../service/publication/rafraichissement/faits'
import { listVues } from '../../service/publication/rafraichissement/vues'

/** Computes all figures anew from the rows as they are, by the statements of a refresh. */
export async function calculer(db: Db): Promise<void> {
  for (const { name, relation, kind } of await listVues(db))
    if (kind === 'facts') {
      await sql`call recalculer_faits()`.execute(db)
      await sql`call recalculer_ventilation()`.execute(db)
      await sql`call recalculer_series()`.execute(db)
      await sql`call recalculer_dons_croises()`.execute(db)
    } else {
      await sql`refresh materialized view ${sql.table(relation)}`.execute(db)
      if (relation !== name) await sql`delete from ${sql.table(`${name}_ecarts`)}`.execute(db)
    }
}

/** Publishes the figures of the rows as they are, without a refresh. */
export async function publier(db: Db): Promise<void> {
  await calculer(db)
  await dropOldFacts(db)
}
