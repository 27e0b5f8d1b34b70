import type { Db } from './connect'

/** The day up to which the data reach, for what goes by it beside the analyses; null without gifts. */
export async function readHorizon(db: Db): Promise<string | null> {
  const row = await db.selectFrom('horizon_a_jour').select('jour').executeTakeFirst()
  return row?.jour ?? null
}
