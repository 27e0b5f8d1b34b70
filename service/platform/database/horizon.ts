import type { Db } from './connect'

/** Returns the last day covered by the data, for use outside the analyses; null without gifts. */
export async function readHorizon(db: Db): Promise<string | null> {
  const row = await db.selectFrom('horizon_a_jour').select('jour').executeTakeFirst()
  return row?.jour ?? null
}
