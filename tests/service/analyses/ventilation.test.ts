import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DashboardStats } from '#contract/dashboard'
import type { DonationsPage, DonationsStats } from '#contract/donations'
import type { Liste } from '#contract/listes'
import type { NouveauxAnciens } from '#contract/nouveaux-anciens'
import type { Axe, Ventilation, VentilationMois } from '#contract/ventilation'
import { get, startAnalyses, store } from '../../support/analyses'
import { don } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { AXES } from '../../support/reference/ventilation'
import { world } from '../../support/worlds'

const { app, database, given, ask } = await startAnalyses()

const read = (axe: Axe, annee: number) =>
  ask<Ventilation>(`/api/analytics/ventilation/${axe}/${annee}`)
const readMois = (axe: Axe, annee: number) =>
  ask<VentilationMois>(`/api/analytics/ventilation/${axe}/${annee}/mois`)

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const cents = (euros: readonly number[]) => sum(euros.map((amount) => Math.round(amount * 100)))

async function decide(operation: 'exclure' | 'reintegrer', contact_id: string) {
  const url = `/api/exclusions/${operation}`
  const answer = await app.inject({ method: 'POST', url, payload: { contact_id } })
  expect(answer.statusCode, answer.body).toBe(200)
}

test(
  'dons et montants font le tableau de bord au centime, sur chaque axe et chaque mois',
  { timeout: PATIENCE },
  async () => {
    const years = fc.constantFrom(2015, 2016, 2018, 2020, 2024)
    await fc.assert(
      fc.asyncProperty(world, years, async (one, annee) => {
        await store(database.db, one)
        const stats = await get<DashboardStats>(app, `/api/dashboard/stats/${annee}`)
        const before = await get<DashboardStats>(app, `/api/dashboard/stats/${annee - 1}`)
        const { totaux } = await get<NouveauxAnciens>(
          app,
          `/api/analytics/nouveaux-anciens/${annee}`,
        )
        for (const axe of AXES) {
          const { data, total, disparus } = await read(axe, annee)
          const all = [...data, disparus]
          expect(sum(data.map(({ donations }) => donations))).toBe(stats.total_donations)
          expect(cents(data.map(({ montant }) => montant))).toBe(cents([stats.montant_total]))
          expect(total.donations).toBe(stats.total_donations)
          expect(total.montant).toBe(stats.montant_total)
          expect(total.donateurs).toBe(stats.total_donateurs)
          expect(sum(all.map(({ precedent }) => precedent.donations))).toBe(before.total_donations)
          expect(cents(all.map(({ precedent }) => precedent.montant))).toBe(
            cents([before.montant_total]),
          )
          expect(sum(data.map(({ nouveaux }) => nouveaux))).toBe(totaux.total_nouveaux)
          expect(total.nouveaux).toBe(totaux.total_nouveaux)

          const mois = await readMois(axe, annee)
          expect(mois.data.map(({ code, total: of }) => [code, of.donations, of.montant])).toEqual(
            data.map(({ code, donations, montant }) => [code, donations, montant]),
          )
          for (const row of [...mois.data, mois.total]) {
            expect(sum(row.mois.map(({ donations }) => donations))).toBe(row.total.donations)
            expect(cents(row.mois.map(({ montant }) => montant))).toBe(cents([row.total.montant]))
          }
        }
      }),
      { numRuns: tirages(15) },
    )
  },
)

test('un donateur compte une fois par code, et une seule fois dans le total', async () => {
  await given(
    don({ contact_id: 'A', codemedia_code: 'WEB', order_amount: 10 }),
    don({ contact_id: 'A', codemedia_code: 'SMS', order_amount: 5 }),
    don({ contact_id: 'A', codemedia_code: 'WEB', order_amount: 20 }),
    don({ contact_id: 'A', codemedia_code: 'SMS', order_amount: 5 }),
    don({ contact_id: 'B', codemedia_code: 'WEB', order_amount: 30 }),
    don({ contact_id: 'B', codemedia_code: 'SMS', order_date: '2023-02-01' }),
  )
  const { data, total } = await read('media', 2024)
  expect(data).toMatchObject([
    {
      code: 'WEB',
      donations: 3,
      donateurs: 2,
      montant: 60,
      part: 85.7,
      don_moyen: 20,
      nouveaux: 1,
    },
    { code: 'SMS', donations: 2, donateurs: 1, montant: 10, part: 14.3, don_moyen: 5, nouveaux: 0 },
  ])
  expect(total).toMatchObject({ donations: 5, donateurs: 2, montant: 70, part: 100, nouveaux: 1 })
})

test('des codes qui ne diffèrent que par la casse restent deux, « N/A » est l’absence de code', async () => {
  await given(
    don({ contact_id: 'A', campaign_code: 'Noel', order_amount: 40 }),
    don({ contact_id: 'B', campaign_code: 'NOEL', order_amount: 30 }),
    don({ contact_id: 'C', campaign_code: null, order_amount: 10 }),
    don({ contact_id: 'C', campaign_code: '', order_amount: 5 }),
    don({ contact_id: 'D', campaign_code: 'N/A', order_amount: 2 }),
    don({ contact_id: 'E', campaign_code: 'n/a', order_amount: 1 }),
  )
  const { data } = await read('campagne', 2024)
  expect(data.map(({ code, montant, donateurs }) => [code, montant, donateurs])).toEqual([
    ['Noel', 40, 1],
    ['NOEL', 30, 1],
    ['N/A', 17, 2],
    ['n/a', 1, 1],
  ])
})

test('au même montant, les codes se suivent comme ils s’écrivent ; un code garde ses 200 caractères', async () => {
  const codes = ['é', 'Z', 'a', '<script>', '😀', `${'x'.repeat(199)}y`]
  await given(...codes.map((code, at) => don({ contact_id: `C${at}`, product_code: code })))
  const { data } = await read('produit', 2024)
  expect(data.map(({ code }) => code)).toEqual(
    [...codes].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
  )
})

/** So many codes, each of a donor of its own, the first the largest. */
const manyCodes = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    don({
      contact_id: `C${at}`,
      origincode_code: `O${String(at).padStart(3, '0')}`,
      order_amount: 1_000 - at,
      order_date: '2024-05-02',
    }),
  )

test('de 200 codes chacun a sa ligne, le 201e devient « Autres »', async () => {
  await given(...manyCodes(200))
  const full = await read('origine', 2024)
  expect(full.data).toHaveLength(200)
  expect(full.data.filter(({ regroupe }) => regroupe !== null)).toEqual([])

  await given(...manyCodes(201))
  const { data } = await read('origine', 2024)
  expect(data).toHaveLength(201)
  expect(data.at(-1)).toMatchObject({ code: 'Autres', regroupe: 1, donations: 1, montant: 800 })
})

test('« Autres » compte ses donateurs une fois, et mène à eux et à leurs dons', async () => {
  await given(
    ...manyCodes(205),
    don({ contact_id: 'C204', origincode_code: 'O203', order_amount: 1 }),
    don({ contact_id: 'C0', origincode_code: 'O202', order_amount: 1, order_date: '2024-06-01' }),
    don({ contact_id: 'C9', origincode_code: 'Autres', order_amount: 5_000 }),
  )
  const { data, total } = await read('origine', 2024)
  const [first, last] = [data[0], data.at(-1)]
  expect(first).toMatchObject({ code: 'Autres', regroupe: null, donations: 1, montant: 5_000 })
  // O199 is the 201st code, behind the code named « Autres ».
  expect(last).toMatchObject({
    code: 'Autres',
    regroupe: 6,
    donations: 8,
    donateurs: 7,
    nouveaux: 6,
  })
  expect(total.donateurs).toBe(205)

  const list = (query: string) =>
    ask<Liste>(`/api/donateurs/liste?annee=2024&axe=origine&limit=100&${query}`)
  const others = await list('ensemble=autres_codes')
  expect(others.donateurs.map(({ contact_id }) => contact_id).sort()).toEqual([
    'C0',
    'C199',
    'C200',
    'C201',
    'C202',
    'C203',
    'C204',
  ])
  expect((await list('ensemble=autres_codes&premier=1')).total_donateurs).toBe(6)
  expect((await list('ensemble=code&valeur=Autres')).total_donateurs).toBe(1)

  const gifts = await ask<DonationsPage>('/api/donations/list?year=2024&autres=origine&dons=1')
  expect(gifts.pagination.total_items).toBe(8)
  const named = await ask<DonationsStats>('/api/donations/stats?year=2024&origine=Autres')
  expect(named).toMatchObject({ total_donations: 1, total_amount: 5_000 })
  const file = await app.inject('/api/donations/list.csv?year=2024&autres=origine&dons=1')
  expect(file.body.trimEnd().split('\r\n')).toHaveLength(1 + 8)

  const mois = await readMois('origine', 2024)
  expect(mois.data.at(-1)).toMatchObject({ code: 'Autres', regroupe: 6, total: { donations: 8 } })

  // Without the largest code another one gets a row of its own, at once.
  await decide('exclure', 'C0')
  const since = await read('origine', 2024)
  expect(since.data.at(-1)).toMatchObject({ regroupe: 5, donations: 6, donateurs: 5 })
  expect((await list('ensemble=autres_codes')).total_donateurs).toBe(5)
  const giftsSince = await ask<DonationsPage>('/api/donations/list?year=2024&autres=origine&dons=1')
  expect(giftsSince.pagination.total_items).toBe(6)
  await decide('reintegrer', 'C0')
})

test('l’année en cours se compare jusqu’au jour des données, une année finie tout entière', async () => {
  const gift = (order_date: string, order_amount: number, codemedia_code = 'WEB') =>
    don({ contact_id: order_date, order_date, order_amount, codemedia_code })
  await given(
    gift('2022-12-31', 1_000),
    gift('2023-03-01', 100),
    gift('2023-06-20', 60),
    gift('2023-06-21', 40),
    gift('2023-11-01', 900),
    gift('2023-05-05', 7, 'SMS'),
    gift('2024-02-01', 120),
    gift('2024-06-20', 60),
    // Cents on days of their own: no day has a fifth of its year's gifts.
    ...['2022-12', '2023-01', '2024-01'].flatMap((mois) =>
      Array.from({ length: 8 }, (_, at) => ({
        ...gift(`${mois}-0${at + 1}`, 0.01, 'FOND'),
        contact_id: mois === '2024-01' ? '2024-02-01' : 'FOND',
      })),
    ),
  )
  const running = await read('media', 2024)
  expect(running.au).toBe('2024-06-20')
  expect(running.comparable).toBe(true)
  expect(running.data).toMatchObject([
    {
      code: 'WEB',
      montant: 180,
      precedent: { donations: 4, montant: 1_100 },
      precedent_a_date: { donations: 2, montant: 160 },
      evolution_a_date: 12.5,
    },
    { code: 'FOND', montant: 0.08, evolution_a_date: 0 },
  ])
  expect(running.disparus).toMatchObject({
    codes: 1,
    donations: 0,
    precedent: { donations: 1, montant: 7 },
    evolution_a_date: -100,
  })
  expect(running.total.evolution_a_date).toBe(7.8)

  const complete = await read('media', 2023)
  expect(complete.au).toBeNull()
  expect(complete.data[0]).toMatchObject({
    precedent_a_date: { montant: 1_000 },
    evolution_a_date: 10,
  })
  const first = await read('media', 2022)
  expect(first.total).toMatchObject({ precedent: { montant: 0 }, evolution_a_date: null })

  // Who gave last is excluded: the data now reach the day before that, at once.
  await decide('exclure', '2024-06-20')
  const shorter = await read('media', 2024)
  expect(shorter.au).toBe('2024-02-01')
  expect(shorter.data[0]).toMatchObject({
    precedent_a_date: { montant: 0 },
    evolution_a_date: null,
  })
  // And if the whole year goes, the year before is the one that runs.
  await decide('exclure', '2024-02-01')
  expect(await read('media', 2023)).toMatchObject({
    au: '2023-11-01',
    total: { precedent_a_date: { donations: 0, montant: 0 }, evolution_a_date: null },
  })
  await decide('reintegrer', '2024-06-20')
  await decide('reintegrer', '2024-02-01')
  expect(await read('media', 2024)).toEqual(running)
})

test('une année en cours qui ne se compare pas ne dit aucune évolution', async () => {
  const gift = (order_date: string) => don({ contact_id: order_date, order_date })
  await given(gift('2023-03-01'), gift('2023-09-01'), gift('2024-02-01'), gift('2024-06-20'))
  const { au, comparable, total, data } = await read('media', 2024)
  expect({ au, comparable }).toEqual({ au: '2024-06-20', comparable: false })
  expect(total).toMatchObject({ precedent_a_date: { donations: 1 }, evolution_a_date: null })
  expect(data).toMatchObject([{ code: 'N/A', evolution_a_date: null }])
  expect(await read('media', 2023)).toMatchObject({ au: null, comparable: true })
})

test('une exclusion se voit aussitôt, un import seulement une fois les chiffres calculés', async () => {
  await given(
    don({ id: '1', contact_id: 'A', codemedia_code: 'WEB', order_amount: 10 }),
    don({ id: '2', contact_id: 'B', codemedia_code: 'WEB', order_amount: 20 }),
    don({ id: '3', contact_id: 'B', codemedia_code: 'SMS', order_amount: 5 }),
  )
  const before = await read('media', 2024)
  const line = '\n4;100;2024-07-01;C;WEB\n1;11;2024-06-15;A;SMS'
  const { status } = await importFile(app, 'donations', `id;montant;date;contact;media${line}`)
  expect(status).toBe('completed')
  expect(await read('media', 2024)).toEqual(before)
  const list = () =>
    ask<Liste>('/api/donateurs/liste?ensemble=code&annee=2024&axe=media&valeur=WEB')
  expect((await list()).donateurs.map(({ contact_id }) => contact_id)).toEqual(['B', 'A'])

  await decide('exclure', 'B')
  expect((await read('media', 2024)).data).toMatchObject([
    { code: 'WEB', donations: 1, donateurs: 1, montant: 10, nouveaux: 1 },
  ])
  expect((await list()).donateurs.map(({ contact_id }) => contact_id)).toEqual(['A'])
  await decide('reintegrer', 'B')
})

test('une année sans don n’a ni ligne ni pourcentage', async () => {
  await given(don({ order_date: '2023-01-01', order_amount: 50, product_code: 'X' }))
  const { data, total, disparus } = await read('produit', 2024)
  expect(data).toEqual([])
  expect(total).toEqual({
    donations: 0,
    donateurs: 0,
    montant: 0,
    part: null,
    don_moyen: null,
    nouveaux: 0,
    precedent: { donations: 1, montant: 50 },
    precedent_a_date: { donations: 1, montant: 50 },
    evolution_a_date: -100,
  })
  expect(disparus).toMatchObject({ codes: 1, precedent: { montant: 50 } })
  expect((await readMois('produit', 2024)).data).toEqual([])
})

test.each([
  ['/api/analytics/ventilation/zip/2024', 'axe'],
  ['/api/analytics/ventilation/media/abc', 'annee'],
  ['/api/analytics/ventilation/media/1', 'annee'],
  ['/api/analytics/ventilation/__proto__/2024/mois', 'axe'],
  ['/api/donations/list?year=2024&autres=zip', 'autres'],
])('« %s » est refusé, et le refus nomme %s', async (url, champ) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ code: 'invalide', champ })
})
