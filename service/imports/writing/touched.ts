import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { KEY } from '../staging/depot'
import type { Changes, Comparison } from './comparison'

/** Beyond this many changed gifts, a refresh recomputes the facts of all donors. */
export const MANY = 200_000

/**
 * Records the donors whose gifts an import will change, before it does, as a gift may move between donors; and what the
 * breakdown by code loses. Each statement writing donations increments the version; the caller is the only writer until
 * commit.
 */
export async function noteTouched(
  tx: Db,
  comparison: Comparison,
  { nouveaux, modifies, retires = 0 }: Changes & { retires?: number },
): Promise<void> {
  if (nouveaux + modifies + retires > MANY) return
  const { depot } = comparison
  const statements = [nouveaux, modifies, retires].filter((count) => count > 0).length
  const key = sql.ref(KEY.donations)
  await sql`
    insert into ecritures_suivies
    select version + statement
    from donations_version, generate_series(1, ${statements}) as statement
  `.execute(tx)
  await sql`
    insert into donateurs_touches
    select (select version + ${statements}::integer from donations_version), contact_id
    from (
      select contact_id from ${depot.ecarts} as e join ${depot.lignes} as s on s.${key} = e.${key} and s.ctid = e.place
      union
      select contact_id from ${depot.ecarts} as e join donations as t on t.${key} = e.${key} where not e.nouveau
    ) as touches
  `.execute(tx)
  if (modifies + retires > 0)
    await noteGifts(
      tx,
      comparison,
      sql`-1`,
      sql`(select version + ${statements}::integer from donations_version)`,
    )
}

/** Records what the breakdown by code gained, once the gifts are written. */
export async function noteWritten(
  tx: Db,
  comparison: Comparison,
  { nouveaux, modifies }: Changes,
): Promise<void> {
  if (nouveaux + modifies > MANY) return
  await noteGifts(tx, comparison, sql`1`, sql`(select version from donations_version)`)
}

/** Stores the gifts listed in `ecarts`, under the version the import creates. */
async function noteGifts(
  tx: Db,
  { depot }: Comparison,
  signe: RawBuilder<number>,
  version: RawBuilder<number>,
): Promise<void> {
  const key = sql.ref(KEY.donations)
  await sql`
    insert into ventilation_ecarts
    select
      ${version}, ${signe}, t.order_date, t.order_amount,
      coalesce(nullif(t.campaign_code, ''), 'N/A'),
      coalesce(nullif(t.codemedia_code, ''), 'N/A'),
      coalesce(nullif(t.origincode_code, ''), 'N/A'),
      coalesce(nullif(t.product_code, ''), 'N/A'),
      t.contact_id,
      t.id,
      coalesce(nullif(t.campaign_code, ''), t.product_code, '')
    from ${depot.ecarts} as e
    join donations as t on t.${key} = e.${key}
    where t.order_amount > 0
  `.execute(tx)
}
