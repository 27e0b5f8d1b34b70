import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DashboardStats } from '#contract/dashboard'
import type { DeuxiemeDon } from '#contract/deuxieme-don'
import type { Fidelite, FideliteParAnnee } from '#contract/fidelite'
import type { Grille } from '#contract/grille'
import type { Liste } from '#contract/listes'
import type { ActiviteStats } from '../../../service/contract/activite'
import { startAnalyses, store } from '../../support/analyses'
import { type Don, don } from '../../support/dons'
import { exclude } from '../../support/exclusion'
import { PATIENCE, tirages } from '../../support/hasard'
import { recompute } from '../../support/reference/answers'
import type { World } from '../../support/reference/gifts'
import { testOnOneServer } from '../../support/service'
import { world } from '../../support/worlds'

const { app, database, given, ask } = await startAnalyses()

const NOMBRE = tirages(20)
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const cents = (euros: number) => Math.round(euros * 100)
const gift = (contact_id: string, order_date: string, order_amount: number) =>
  don({ contact_id, order_date, order_amount })

/** The donors of a cell of the grid. */
async function listed(code: string): Promise<string[]> {
  const { donateurs } = await ask<Liste>(`/api/donateurs/liste?ensemble=grille&code=${code}`)
  return donateurs.map(({ contact_id }) => contact_id)
}

/** A world whose years follow each other without holes up to one that still runs. */
const running = fc
  .tuple(
    world,
    fc.constantFrom('2023-02-28', '2024-02-29', '2025-02-28', '2024-10-31', '2025-01-01'),
  )
  .map(([{ dons, ...rest }, day]): World => {
    const last = Number(day.slice(0, 4))
    const moved = dons.map((one, at) => {
      const year = last - (at % 4)
      const date =
        one.order_date.slice(5) === '02-29' && year % 4 !== 0 ? '02-28' : one.order_date.slice(5)
      const order_date = `${year}-${date}`
      return { ...one, order_date: order_date > day ? day : order_date }
    })
    return { ...rest, dons: moved }
  })

/** The same with a gift on a day of each of its last three years, so that the running one can be compared. */
const comparable = running.map((one): World => {
  const last = Math.max(2023, ...one.dons.map(({ order_date }) => Number(order_date.slice(0, 4))))
  const more = [0, 1, 2].map((back) =>
    don({ id: `c-${back}`, contact_id: 'C', order_date: `${last - back}-01-01` }),
  )
  return { ...one, dons: [...one.dons, ...more] }
})

const worlds = fc.oneof({ weight: 2, arbitrary: running }, { weight: 1, arbitrary: world })

test(
  'les mouvements font l’écart de la collecte au centime, et les groupes font les donateurs',
  { timeout: PATIENCE },
  async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (one) => {
        await store(database.db, one)
        const { data } = await ask<FideliteParAnnee>('/api/analytics/fidelite')
        for (const { annee, taux } of data) {
          const [found, stats, before, activite] = await Promise.all([
            ask<Fidelite>(`/api/analytics/fidelite/${annee}`),
            ask<DashboardStats>(`/api/dashboard/stats/${annee}`),
            ask<DashboardStats>(`/api/dashboard/stats/${annee - 1}`),
            ask<ActiviteStats>(`/api/analytics/activite/stats-complet/${annee}`),
          ])
          const { effectifs: of, mouvements, montants } = found
          expect(found.taux).toEqual(taux)
          expect(sum(mouvements.map(({ ecart }) => cents(ecart)))).toBe(
            cents(stats.montant_total) - cents(before.montant_total),
          )
          expect(montants.montant_apres).toBe(stats.montant_total)
          expect(montants.montant_avant).toBe(before.montant_total)
          for (const { montant_avant, montant_apres, ecart } of mouvements)
            expect(cents(montant_apres) - cents(montant_avant)).toBe(cents(ecart))

          expect(of.actifs).toBe(stats.total_donateurs)
          expect(of.actifs_precedents).toBe(before.total_donateurs)
          expect(of.actifs).toBe(of.actifs_precedents + of.nouveaux + of.reactives - of.perdus)
          expect(of.nouveaux_precedents + of.reactives_precedents + of.fideles_precedents).toBe(
            of.actifs_precedents,
          )
          expect(of.nouveaux_conserves + of.reactives_conserves + of.fideles_conserves).toBe(
            of.conserves,
          )
          // Everyone of either year is in one group.
          expect(sum(mouvements.map(({ donateurs }) => donateurs))).toBe(of.actifs + of.perdus)
          // The dormant are the lost, and with the inactive those who are absent.
          const { dormants, inactifs, tres_inactifs } = activite.stats
          expect(of.perdus).toBe(dormants)
          expect(of.absents).toBe(dormants + inactifs + tres_inactifs)
          if (taux.fidelisation !== null && taux.attrition !== null)
            expect(Math.abs(taux.fidelisation + taux.attrition - 100)).toBeLessThan(0.11)
        }
        const [grille, deuxieme] = await Promise.all([
          ask<Grille>('/api/analytics/grille'),
          ask<DeuxiemeDon>('/api/analytics/deuxieme-don'),
        ])
        const everyone = new Set(
          one.dons
            .filter((given) => given.order_amount > 0 && !one.exclus.includes(given.contact_id))
            .map(({ contact_id }) => contact_id),
        )
        expect(grille.total_donateurs).toBe(everyone.size)
        expect(sum(deuxieme.data.map(({ nouveaux }) => nouveaux))).toBe(everyone.size)
      }),
      { numRuns: NOMBRE },
    )
  },
)

test(
  'l’année en cours et la même date de l’année d’avant sont celles d’un recalcul indépendant',
  { timeout: PATIENCE },
  async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(comparable, async (one) => {
        await store(database.db, one)
        for (const [url, answer] of recompute(one, [2022, 2023, 2024, 2025]))
          if (/fidelite|deuxieme-don|grille/.test(url)) expect(await ask(url), url).toEqual(answer)
        const { data } = await ask<FideliteParAnnee>('/api/analytics/fidelite')
        compared += data.filter(({ a_date }) => a_date !== null).length
      }),
      { numRuns: NOMBRE },
    )
    expect(compared).toBeGreaterThan(NOMBRE / 4)
  },
)

/** Gifts of contacts by year: `{ A: '22 23' }`, each of 10 € on 15 June. */
const yearly = (contacts: Record<string, string>): Don[] =>
  Object.entries(contacts).flatMap(([contact_id, years]) =>
    years
      .split(' ')
      .map((year) => don({ contact_id, order_date: `20${year}-06-15`, order_amount: 10 })),
  )

test('la première année n’a aucun taux, une année sans dons avant elle non plus', async () => {
  await given(...yearly({ A: '20 24', B: '20', C: '24' }))
  const first = await ask<Fidelite>('/api/analytics/fidelite/2020')
  expect(first.debut_du_fichier).toBe(true)
  expect(new Set(Object.values(first.taux))).toEqual(new Set([null]))
  expect(first.effectifs).toMatchObject({ actifs: 2, nouveaux: 2, actifs_precedents: 0 })
  const gap = await ask<Fidelite>('/api/analytics/fidelite/2022')
  expect(gap.debut_du_fichier).toBe(false)
  expect(gap.taux).toMatchObject({ fidelisation: null, acquisition: null, part_nouveaux: null })
  expect(gap.taux.reactivation).toBe(0)
  const after = await ask<Fidelite>('/api/analytics/fidelite/2024')
  expect(after.taux).toMatchObject({ fidelisation: null, reactivation: 50, part_nouveaux: 50 })
  expect(after.effectifs).toMatchObject({ reactives: 1, absents: 1, perdus: 0 })
})

test('au 29 février, l’année d’avant s’arrête au 28', async () => {
  await given(
    ...yearly({ A: '21', B: '21' }),
    don({ contact_id: 'C', order_date: '2022-05-01' }),
    don({ contact_id: 'C', order_date: '2023-02-28' }),
    don({ contact_id: 'D', order_date: '2022-05-01' }),
    don({ contact_id: 'D', order_date: '2023-03-01' }),
    don({ contact_id: 'D', order_date: '2024-02-29' }),
  )
  const { a_date, en_cours, taux } = await ask<Fidelite>('/api/analytics/fidelite/2024')
  expect(en_cours).toBe(true)
  expect(taux.fidelisation).toBe(50)
  expect(a_date).toMatchObject({ annee: 2023, au: '2023-02-28' })
  expect(a_date?.taux).toMatchObject({ fidelisation: 50, attrition: 50, couverture: 0 })
  expect((await ask<Fidelite>('/api/analytics/fidelite/2023')).taux.fidelisation).toBe(100)
})

test('une année qui finit un 31 décembre est entière, et rien ne se compare à date', async () => {
  await given(...yearly({ A: '22 23' }), don({ contact_id: 'A', order_date: '2024-12-31' }))
  const found = await ask<Fidelite>('/api/analytics/fidelite/2024')
  expect(found).toMatchObject({ en_cours: false, a_date: null })
})

test('qui n’a pas eu le temps de revenir n’est pas compté comme absent', async () => {
  await given(
    don({ contact_id: 'A', order_date: '2023-11-30' }),
    don({ contact_id: 'A', order_date: '2024-02-29' }),
    don({ contact_id: 'B', order_date: '2023-11-30' }),
    don({ contact_id: 'B', order_date: '2024-03-01' }),
    don({ contact_id: 'C', order_date: '2023-12-01' }),
    don({ contact_id: 'C', order_date: '2023-12-01' }),
  )
  const { horizon, data } = await ask<DeuxiemeDon>('/api/analytics/deuxieme-don')
  expect(horizon).toBe('2024-03-01')
  expect(data).toEqual([
    {
      cohorte: 2023,
      nouveaux: 3,
      mois: {
        '3': { echus: 3, avec: 1, sans: 2, taux: 33.3 },
        '12': { echus: 0, avec: 0, sans: 0, taux: null },
        '24': { echus: 0, avec: 0, sans: 0, taux: null },
      },
      delai_median_jours: null,
    },
  ])
})

test('le jour où ses douze ou vingt-quatre mois finissent, qui n’est pas revenu compte comme absent', async () => {
  await given(
    don({ contact_id: 'A', order_date: '2022-03-01' }),
    don({ contact_id: 'B', order_date: '2022-03-02' }),
    don({ contact_id: 'C', order_date: '2023-03-01' }),
    don({ contact_id: 'D', order_date: '2023-03-02' }),
    don({ contact_id: 'H', order_date: '2024-03-01' }),
  )
  const { data } = await ask<DeuxiemeDon>('/api/analytics/deuxieme-don')
  const echus = data.map(({ cohorte, mois }) => [cohorte, mois['12'].echus, mois['24'].echus])
  expect(Object.fromEntries(echus.map(([cohorte, ...rest]) => [cohorte, rest]))).toEqual({
    2022: [2, 1],
    2023: [1, 0],
    2024: [0, 0],
  })
})

test('les bornes de la grille sont au jour et au centime près', async () => {
  await given(
    gift('H', '2024-10-31', 59.99),
    gift('A', '2023-11-01', 60),
    gift('B', '2023-10-31', 119.99),
    gift('C', '2022-10-31', 120),
    gift('D', '2021-11-01', 299.99),
    gift('E', '2021-10-31', 1_000),
    ...Array.from({ length: 4 }, () => gift('F', '2024-01-01', 75)),
  )
  const { horizon, data } = await ask<Grille>('/api/analytics/grille')
  expect(horizon).toBe('2024-10-31')
  expect(
    data.map(({ code, donateurs, montant, don_moyen }) => [code, donateurs, montant, don_moyen]),
  ).toEqual([
    ['R1F1M1', 1, 59.99, 59.99],
    ['R1F1M2', 1, 60, 60],
    ['R1F3M4', 1, 300, 75],
    ['R2F1M2', 1, 119.99, 119.99],
    ['R3F1M3', 2, 419.99, 210],
    ['R4F0M5', 1, 1_000, 1_000],
  ])
})

test('exclure le dernier donateur recule l’horizon, et tout le suit aussitôt', async () => {
  const dons = [
    ...yearly({ A: '20 21 23 24', B: '20 21 22 23', C: '22', D: '21 23' }),
    gift('X', '2023-03-01', 500),
    gift('X', '2025-01-31', 500),
    gift('X', '2024-08-15', 70),
  ]
  await given(...dons)
  const before: World = { dons, exclus: [], motif: 'VFL', produit: 'PRODUIT' }
  expect((await ask<Grille>('/api/analytics/grille')).horizon).toBe('2025-01-31')
  await exclude(database.db, 'X')
  expect((await ask<Grille>('/api/analytics/grille')).horizon).toBe('2024-06-15')
  // The year that was the running one, and the one that is.
  for (const [url, answer] of recompute({ ...before, exclus: ['X'] }, [2024, 2025], before))
    expect(await ask(url), url).toEqual(answer)
})

test('sans don dans les 36 mois, le dernier d’avant l’horizon place dans la grille et dans sa liste', async () => {
  await given(
    gift('H', '2024-03-10', 20),
    // A payment that failed is no gift.
    gift('D', '2019-01-01', 70),
    gift('D', '2020-01-01', 0),
    gift('D', '2099-01-01', 500),
    gift('E', '2018-01-01', 80),
    gift('F', '2099-01-01', 90),
    // Between them and the horizon.
    gift('G', '2019-01-01', 70),
    gift('G', '2023-01-01', 70),
    gift('G', '2099-01-01', 70),
  )
  const { data } = await ask<Grille>('/api/analytics/grille')
  expect(data.map(({ code, donateurs, montant }) => [code, donateurs, montant])).toEqual([
    ['R1F1M1', 1, 20],
    ['R2F1M2', 1, 70],
    ['R4F0M2', 2, 150],
  ])
  expect(await listed('R4F0M2')).toEqual(['D', 'E'])
  await exclude(database.db, 'D')
  expect(await listed('R4F0M2')).toEqual(['E'])
})

testOnOneServer(
  'un don d’après l’horizon ne place personne dans la grille, réuni ou non',
  async () => {
    await given(
      // Not of the 36 months that end on the horizon, by a day.
      gift('A', '2021-03-10', 100),
      gift('A', '2024-01-10', 10),
      gift('A', '2099-01-01', 500),
      gift('B', '2024-02-10', 20),
      gift('C', '2024-03-10', 20),
      gift('C', '2099-01-01', 500),
    )
    const payload = { raison: 'une personne', groupes: [{ principal: 'A', contacts: ['B'] }] }
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/donateurs/fusionner',
      payload,
    })
    expect(statusCode).toBe(200)
    const { data } = await ask<Grille>('/api/analytics/grille')
    expect(data.map(({ code, donateurs }) => [code, donateurs])).toEqual([
      ['R1F1M1', 1],
      ['R1F2M1', 1],
    ])
    expect(await listed('R1F1M1')).toEqual(['C'])
    expect(await listed('R1F2M1')).toEqual(['A'])
  },
)

test('un don d’aujourd’hui est de l’horizon, et se compare au même jour de l’année d’avant', async () => {
  const { rows } = await sql<{ jour: string; avant: string }>`
    select jour::text, (jour - interval '1 year')::date::text as avant
    from (select (now() at time zone 'Europe/Paris')::date as jour) as aujourdhui`.execute(
    database.db,
  )
  const { jour = '', avant = '' } = rows[0] ?? {}
  const year = Number(jour.slice(0, 4))
  const dons = [
    // No day has a fifth of its year's gifts, else years would not be compared; in January this one's has.
    ...[year - 3, year - 2, year - 1, year]
      .flatMap((annee) =>
        ['01-02', '02-10', '03-10', '05-10', '07-10', '08-10', '10-10'].map(
          (le) => `${annee}-${le}`,
        ),
      )
      .filter((order_date) => order_date < jour)
      .map((order_date) => don({ contact_id: 'J1', order_date })),
    don({ contact_id: 'J2', order_date: avant }),
    don({ contact_id: 'J3', order_date: jour }),
  ]
  const one: World = { dons, exclus: [], motif: 'VFL', produit: 'PRODUIT' }
  await given(...dons)
  for (const [url, answer] of recompute(one, [year])) expect(await ask(url), url).toEqual(answer)
})
