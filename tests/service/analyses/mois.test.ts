import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ADate } from '#contract/a-date'
import type { StatsMensuelles } from '#contract/dashboard'
import type { Mois } from '#contract/mois'
import type { Objectifs } from '#contract/objectifs'
import type { Reguliers } from '#contract/reguliers'
import { startAnalyses, store } from '../../support/analyses'
import { don } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import { donorsOf } from '../../support/reference/gifts'
import { withDictionary, world } from '../../support/worlds'

const { app, database, given, ask } = await startAnalyses()

const read = (mois?: string) =>
  ask<Mois>(`/api/dashboard/mois${mois === undefined ? '' : `?mois=${mois}`}`)

const two = (number: number) => String(number).padStart(2, '0')

test(
  '[C] au hasard : le mois dit ce que disent les dons, et les écrans de chacun de ses chiffres',
  { timeout: PATIENCE },
  () =>
    fc.assert(
      fc.asyncProperty(
        withDictionary(world),
        fc.constantFrom(2016, 2018, 2020, 2024),
        fc.integer({ min: 1, max: 12 }),
        async (drawn, annee, month) => {
          await store(database.db, drawn)
          const donors = donorsOf(drawn)
          const gifts = donors.flat()
          const last = gifts
            .map(({ day }) => day)
            .sort()
            .at(-1)
          const named = `${annee}-${two(month)}`
          const end = `${named}-${new Date(Date.UTC(annee, month, 0)).getUTCDate()}`
          const found = await read(named)
          const au = last?.startsWith(named) && last !== end ? last : null
          expect(found).toMatchObject({ mois: named, au, horizon: last ?? null })
          expect(found.recu.map((row) => row.annee)).toEqual([3, 2, 1, 0].map((n) => annee - n))
          for (const row of found.recu) {
            const until = au === null ? '31' : au.slice(8)
            const isIn = (day: string) =>
              day.startsWith(`${row.annee}-${two(month)}`) && day.slice(8) <= until
            const own = gifts.filter(({ day }) => isIn(day))
            expect(row).toMatchObject({
              donations: own.length,
              montant: own.reduce((sum, { cents }) => sum + cents, 0) / 100,
              nouveaux: donors.filter(([first]) => first && isIn(first.day)).length,
            })
          }
          const { donnees_par_annee } = await ask<StatsMensuelles>(
            `/api/dashboard/stats-mensuelles/${annee}`,
          )
          for (const row of au === null ? found.recu : []) {
            const known = donnees_par_annee[row.annee]?.[month - 1]
            expect([row.donations, row.montant]).toEqual([
              known?.nombre_donations ?? 0,
              known?.montant_total ?? 0,
            ])
          }
          const aDate = await ask<ADate>(`/api/dashboard/a-date/${annee}?au=${au ?? end}`)
          expect(found.comparable).toBe(aDate.comparable)
          expect(found.evolution).toBe(aDate.evolutions?.montant ?? null)
          expect(found.cumul.map((row) => row.montant)).toEqual(
            aDate.data.slice(-4).map((row) => row.montant),
          )
          const { annees } = await ask<Reguliers>('/api/analytics/reguliers')
          const series = annees.find((year) => year.annee === annee)?.mois[month - 1] ?? null
          expect(found.reguliers).toEqual(series && expect.objectContaining(found.reguliers ?? {}))
          const { changements } = found
          if (!changements) return
          const effets = [
            ...changements.causes,
            ...(changements.autres ? [changements.autres] : []),
          ]
          const ecart = effets.reduce((sum, { effet }) => sum + Math.round(effet * 100), 0)
          expect(Math.round((changements.apres - changements.avant) * 100)).toBe(ecart)
        },
      ),
      { numRuns: tirages(30) },
    ),
)

test('sans mois demandé c’est celui du dernier don, et un objectif y dit ce qu’il visait alors', async () => {
  await given(
    don({ id: 'a', contact_id: 'A', order_date: '2023-05-10', order_amount: 100 }),
    don({ id: 'b', contact_id: 'A', order_date: '2024-05-10', order_amount: 40 }),
    don({ id: 'c', contact_id: 'B', order_date: '2024-06-20', order_amount: 60 }),
    don({ id: 'd', contact_id: 'A', order_date: '2023-06-25', order_amount: 999 }),
  )
  const aim = { annee: 2024, mesure: 'montant', valeur: '1200' }
  await app.inject({ method: 'POST', url: '/api/objectifs', payload: aim })
  const now = await read()
  expect(now).toMatchObject({ mois: '2024-06', au: '2024-06-20' })
  // The gift of 25 June 2023 came later in its month.
  expect(now.recu.map(({ montant }) => montant)).toEqual([0, 0, 0, 60])
  const { objectifs } = await ask<Objectifs>('/api/analytics/objectifs/2024')
  expect(now.objectifs).toMatchObject([{ vise: objectifs[0]?.a_date, recu: 100 }])
  const may = await read('2024-05')
  expect(may.recu.map(({ montant }) => montant)).toEqual([0, 0, 100, 40])
  expect(may.objectifs).toMatchObject([{ valeur: 1200, vise: 500, recu: 40 }])
  expect((await app.inject('/api/dashboard/mois?mois=2024-13')).statusCode).toBe(422)
})
