import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'

/** The controls of the gifts that imports wrote which differ. */
export async function codesDesDons(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from controles where parties_en_ecart > 0 and code in ('A5', 'A6', 'A7', 'A8')`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}
