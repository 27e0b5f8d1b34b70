import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'

/** A stored donation, named as in the file. */
export interface Don {
  id: string
  order_id: string | null
  order_amount: number
  order_date: string
  contact_id: string
  codemedia_code: string | null
  campaign_code: string | null
  origincode_code: string | null
  product_code: string | null
}

let dernier = 0

/** A donation with only the values that matter to the test. */
export function don(values: Partial<Don> = {}): Don {
  return {
    id: String((dernier += 1)),
    order_id: null,
    order_amount: 50,
    order_date: '2024-06-15',
    contact_id: 'C1',
    codemedia_code: null,
    campaign_code: null,
    origincode_code: null,
    product_code: null,
    ...values,
  }
}

export async function insertDons(db: Db, dons: readonly Don[]): Promise<void> {
  await sql`
    insert into donations
    select * from jsonb_populate_recordset(null::donations, ${JSON.stringify(dons)}::jsonb)`.execute(
    db,
  )
  await counted(db)
}

/** What the product does after a statement that wrote gifts, where no trigger does it. */
export async function counted(db: Db): Promise<void> {
  await sql`call apres_ecriture('donations')`.execute(db)
}
