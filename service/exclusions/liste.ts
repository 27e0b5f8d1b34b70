import { sql } from 'kysely'
import { EXCLUS_AU_PLUS, type Exclusions } from '#contract/exclusions'
import type { Db } from '../platform/database/connect'

/** The currently excluded donors, latest first, up to the response's limit, and their total. */
export async function listExclusions(db: Db): Promise<Exclusions> {
  const exclusions = await db
    .selectFrom('donateurs_exclus')
    .innerJoin('evenements_exclusion', 'evenements_exclusion.numero', 'donateurs_exclus.numero')
    .select([
      'donateurs_exclus.contact_id',
      'raison',
      'exclu_par',
      sql<string>`to_char(survenu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
        'exclu_le',
      ),
      'donateurs_exclus.numero',
    ])
    .orderBy('donateurs_exclus.numero', 'desc')
    .limit(EXCLUS_AU_PLUS)
    .execute()
  const { total } = await db
    .selectFrom('donateurs_exclus')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { exclusions, total }
}
