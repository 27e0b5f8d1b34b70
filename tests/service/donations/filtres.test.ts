import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DonationsPage, DonationsStats } from '#contract/donations'
import { get, startAnalyses, store } from '../../support/analyses'
import type { Don } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import type { World } from '../../support/reference/gifts'
import { world } from '../../support/worlds'

const NOMBRE = tirages(20)

const { app, database } = await startAnalyses()

type Filtres = Record<string, string>

const codeOf = (code: string | null) => code || 'N/A'
const monthOf = ({ order_date }: Don) => Number(order_date.slice(5, 7))

/** Whether the filters leave a donation, said without SQL. */
function isLeft(don: Don, filtres: Filtres, exclus: readonly string[]): boolean {
  const counts = don.order_amount > 0 && !exclus.includes(don.contact_id)
  const [first, last = first] = (filtres['mois'] ?? '1-12').split('-').map(Number)
  const [from, to = Infinity] = (filtres['tranche'] ?? '0-9999999').split('-').map(parseFloat)
  return (
    monthOf(don) >= (first ?? 0) &&
    monthOf(don) <= (last ?? 0) &&
    don.order_date <= (filtres['au'] ?? don.order_date) &&
    don.order_date === (filtres['le'] ?? don.order_date) &&
    don.order_amount === Number(filtres['montant'] ?? don.order_amount) &&
    don.order_amount >= Number(filtres['montant_min'] ?? 0) &&
    don.order_amount >= (from ?? 0) &&
    don.order_amount < to &&
    (filtres['tranche'] === undefined || don.order_amount > 0) &&
    (filtres['media'] ?? codeOf(don.codemedia_code)) === codeOf(don.codemedia_code) &&
    (filtres['campagne'] ?? codeOf(don.campaign_code)) === codeOf(don.campaign_code) &&
    (filtres['origine'] ?? codeOf(don.origincode_code)) === codeOf(don.origincode_code) &&
    (filtres['produit'] ?? codeOf(don.product_code)) === codeOf(don.product_code) &&
    (filtres['contact_id'] ?? don.contact_id) === don.contact_id &&
    (filtres['dons'] === undefined || (filtres['dons'] === '1') === counts)
  )
}

const idsOf = (dons: readonly { id: string }[]) => dons.map(({ id }) => id).sort()

async function compare({ dons, exclus }: World, year: number, filtres: Filtres): Promise<void> {
  const query = new URLSearchParams({ year: String(year), ...filtres })
  const left = dons.filter(
    (don) => don.order_date.startsWith(String(year)) && isLeft(don, filtres, exclus),
  )
  const list = await get<DonationsPage>(app, `/api/donations/list?limit=100&${query}`)
  expect(list.pagination.total_items, `${query}`).toBe(left.length)
  expect(idsOf(list.donations), `${query}`).toEqual(idsOf(left))
  const byDay = await get<DonationsPage>(app, `/api/donations/list?limit=100&tri=-date&${query}`)
  expect(idsOf(byDay.donations), `${query}`).toEqual(idsOf(left))
  const days = byDay.donations.map(({ order_date }) => order_date)
  expect(days).toEqual(days.toSorted())
  const file = await app.inject(`/api/donations/list.csv?${query}`)
  expect(file.body.trimEnd().split('\r\n'), `${query}`).toHaveLength(1 + left.length)

  const gifts = left.filter((don) => isLeft(don, { dons: '1' }, exclus))
  const cents = gifts.reduce((sum, { order_amount }) => sum + Math.round(order_amount * 100), 0)
  const stats = await get<DonationsStats>(app, `/api/donations/stats?${query}`)
  expect(stats, `${query}`).toEqual({
    total_donations: gifts.length,
    total_amount: cents / 100,
    average_amount: gifts.length > 0 ? Math.round(cents / gifts.length) / 100 : 0,
    max_amount: Math.max(0, ...gifts.map(({ order_amount }) => order_amount)),
  })
}

/** Filters that find something: those of a donation, some of them. */
const filtresOf = (one: Don): Filtres[] => [
  { mois: String(monthOf(one)) },
  { mois: `1-${monthOf(one)}` },
  { au: one.order_date },
  { au: one.order_date, mois: '6-12', dons: '1' },
  { le: one.order_date },
  { le: one.order_date, montant: one.order_amount.toFixed(2), contact_id: one.contact_id },
  { montant: String(one.order_amount), dons: '1' },
  { montant_min: String(one.order_amount) },
  { media: codeOf(one.codemedia_code) },
  { campagne: codeOf(one.campaign_code), produit: codeOf(one.product_code) },
  { origine: codeOf(one.origincode_code), dons: '1' },
  { contact_id: one.contact_id },
  { contact_id: one.contact_id, dons: '1' },
  { tranche: '0-20' },
  { tranche: '5000+', dons: '1' },
  { tranche: '20-50', mois: '3-9' },
  { dons: '1' },
  { dons: '0' },
]

test(
  'les filtres laissent les donations qu’un recalcul trouve, dans la liste, son fichier et ses cartes',
  { timeout: PATIENCE },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        world.filter(({ dons }) => dons.some(({ order_amount }) => order_amount > 0)),
        async (given) => {
          await store(database.db, given)
          for (const one of given.dons.slice(0, 2))
            for (const filtres of filtresOf(one))
              await compare(given, Number(one.order_date.slice(0, 4)), filtres)
        },
      ),
      { numRuns: NOMBRE },
    )
  },
)

test.each([
  ['mois=13', 'mois'],
  ['mois=0', 'mois'],
  ['mois=1-', 'mois'],
  ['au=2024-02-30', 'au'],
  ['le=2023-02-29', 'le'],
  ['montant=-1', 'montant'],
  ['tranche=1-2', 'tranche'],
  ['dons=2', 'dons'],
  ['media=%00', 'media'],
  [`contact_id=${'x'.repeat(201)}`, 'contact_id'],
])('« %s » est refusé, et le refus nomme %s', async (query, champ) => {
  for (const path of ['list', 'list.csv', 'stats']) {
    const answer = await app.inject(`/api/donations/${path}?year=2024&${query}`)
    expect(answer.statusCode, path).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'invalide', champ })
  }
})
