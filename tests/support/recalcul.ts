import pg from 'pg'
import { CARTES, codesDits } from './codes-dits'
import type { Don } from './dons'
import { recomputing } from './reference/answers'
import type { Fiche } from './reference/gifts'

interface Places {
  databaseUrl: string
  serviceUrl: string
}

/** What each call must return once refreshed, recomputed without SQL and without the service from its rows. */
export async function recalculerAppels(
  { databaseUrl, serviceUrl }: Places,
  annees: readonly number[],
): Promise<Map<string, unknown>> {
  const refreshed = await fetch(`${serviceUrl}/api/analytics/refresh-views`, { method: 'POST' })
  if (!refreshed.ok) throw new Error(`refresh-views: ${refreshed.status}`)
  const answers = await recompter(databaseUrl, annees)
  return new Map([...answers].map(([path, answer]) => [path, answer()]))
}

async function recompter(
  databaseUrl: string,
  annees: readonly number[],
): Promise<Map<string, () => unknown>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Record<keyof Don, string | null>>(
    'select *, order_date::text as order_date, order_amount::text as order_amount from donations',
  )
  const excluded = await client.query<{ contact_id: string }>('select * from donateurs_exclus')
  const groups = await client.query<{ contact_id: string; contact_principal: string }>(
    'select * from groupes_contacts',
  )
  const { rows: fiches } = await client.query<Record<keyof Fiche, string | null>>(
    'select code, famille, exercice, cout, envois from campagnes_en_vigueur',
  )
  const { rows: cartes } = await client.query<{
    contact_id: string
    zip: string | null
    dit_le: string | null
  }>(CARTES)
  await client.end()
  const dons = rows.map((row) => ({ ...row, order_amount: Number(row.order_amount) }) as Don)
  const exclus = excluded.rows.map(({ contact_id }) => contact_id)
  const groupes = Object.fromEntries(
    groups.rows.map((row) => [row.contact_id, row.contact_principal]),
  )
  const codesPostaux = codesDits(cartes, groupes, dons)
  return recomputing(
    {
      dons,
      exclus,
      groupes,
      codesPostaux,
      motif: 'VFL',
      produit: 'PRODUIT',
      fiches: fiches.map(readFiche),
    },
    annees,
  )
}

const numberOf = (text: string | null) => (text === null ? null : Number(text))

const readFiche = ({
  code,
  famille,
  exercice,
  cout,
  envois,
}: Record<keyof Fiche, string | null>): Fiche => ({
  code: code ?? '',
  famille,
  exercice: numberOf(exercice),
  cout: numberOf(cout),
  envois: numberOf(envois),
})

/** What the calls of a base must return whose figures are up to date, asked for by their path. */
export async function recalculer(
  { databaseUrl }: Pick<Places, 'databaseUrl'>,
  annees: readonly number[],
): Promise<<Answer>(path: string) => Answer> {
  const answers = await recompter(databaseUrl, annees)
  return <Answer>(path: string) => {
    const answer = answers.get(path)
    if (!answer) throw new Error(`Nothing recomputed for ${path}`)
    return answer() as Answer
  }
}
