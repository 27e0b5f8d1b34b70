import pg from 'pg'
import type { Don } from './dons'
import { recompute } from './reference/answers'

/** What the screens must show, recomputed without SQL and without the service from the rows that it has now. */
export async function recalculer(
  { databaseUrl, serviceUrl }: { databaseUrl: string; serviceUrl: string },
  annees: readonly number[],
): Promise<<Answer>(path: string) => Answer> {
  const refreshed = await fetch(`${serviceUrl}/api/analytics/refresh-views`, { method: 'POST' })
  if (!refreshed.ok) throw new Error(`refresh-views: ${refreshed.status}`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Record<keyof Don, string | null>>(
    'select *, order_date::text as order_date, order_amount::text as order_amount from donations',
  )
  const excluded = await client.query<{ contact_id: string }>('select * from donateurs_exclus')
  await client.end()
  const dons = rows.map((row) => ({ ...row, order_amount: Number(row.order_amount) }) as Don)
  const exclus = excluded.rows.map(({ contact_id }) => contact_id)
  const answers = recompute({ dons, exclus, motif: 'VFL', produit: 'PRODUIT' }, annees)
  return <Answer>(path: string) => {
    if (!answers.has(path)) throw new Error(`Nothing recomputed for ${path}`)
    return answers.get(path) as Answer
  }
}
