import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ADate } from '#contract/a-date'
import type { Fidelite } from '#contract/fidelite'
import type { Montants } from '#contract/montants'
import type { NouveauxMedia, NouveauxOrigine } from '#contract/nouveaux-anciens'
import { get, startAnalyses, store } from '../../support/analyses'
import type { Don } from '../../support/dons'
import { exclude, reinstate } from '../../support/exclusion'
import { PATIENCE, tirages } from '../../support/hasard'
import { recompute } from '../../support/reference/answers'
import { today } from '../../support/reference/horizon'
import { testIf } from '../../support/test-if'
import { worldAround } from '../../support/worlds'

const { app, ask, database, given } = await startAnalyses()
const { db } = database

const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const demain = later(today(), 1)
const annee = Number(today().slice(0, 4))

/** Seven gifts of 10 € on days of their own, of as many donors, in the year that ended so many years ago. */
const spread = (ago: number): Partial<Don>[] =>
  Array.from({ length: 7 }, (_, at) => ({
    order_date: later(today(), -10 * (at + 1)).replace(/^\d{4}/, (year) =>
      String(Number(year) - ago),
    ),
    contact_id: `C${at}`,
    codemedia_code: 'POSTAL',
    origincode_code: 'POSTAL',
    order_amount: 10,
  }))

// In the first ten weeks of a year and on its last two days there is no such case: the random worlds below have theirs.
const possible = demain.startsWith(String(annee)) && later(today(), -70).startsWith(String(annee))

testIf(possible, 'l’année commence ou finit')(
  '[C] un don daté de demain ne compte dans aucun taux ni aucune évolution qui vont jusqu’au dernier jour des données',
  async () => {
    await given(
      ...spread(2),
      ...spread(1),
      ...spread(0).slice(0, 6),
      // One who began, one who was kept, and one whose band and profile change with it: all of tomorrow.
      { order_date: demain, contact_id: 'NOUVEAU', codemedia_code: 'POSTAL', order_amount: 70 },
      { order_date: demain, contact_id: 'C6', origincode_code: 'POSTAL', order_amount: 10 },
      { order_date: demain, contact_id: 'C0', campaign_code: 'VFL', order_amount: 1000 },
    )
    const fidelite = await ask<Fidelite>(`/api/analytics/fidelite/${annee}`)
    expect(fidelite.en_cours).toBe(true)
    // Six of seven gave again, each as much as before; nobody began.
    expect(fidelite.taux).toMatchObject({
      fidelisation: 85.7,
      attrition: 14.3,
      acquisition: 0,
      couverture: 0,
      montant_conserve: 85.7,
      evolution_conserves: 100,
      part_nouveaux: 0,
    })
    // Those of the whole year stay what lists and amounts have.
    expect(fidelite.effectifs).toMatchObject({ conserves: 7, nouveaux: 1, perdus: 0 })

    const medias = await ask<NouveauxMedia>(`/api/analytics/nouveaux-anciens/media/${annee}`)
    expect(medias.totaux).toMatchObject({ total_current: 1, evolution_a_date: null })
    const origines = await ask<NouveauxOrigine>(`/api/analytics/nouveaux-anciens/origine/${annee}`)
    // Seven had given by the same day, six have.
    expect(origines.data.find(({ origincode_code }) => origincode_code === 'POSTAL')).toMatchObject(
      {
        total_current: 7,
        evolution_total_a_date: -14.3,
      },
    )
    for (const call of ['total-annuel', 'dernier-don']) {
      const { data } = await ask<Montants>(`/api/analytics/montants/${call}`)
      const year = data.at(-1)
      expect(year).toMatchObject({ annee, total_donateurs: 8, difference_total_a_date: -1 })
      expect(year?.tranches['0-20']?.difference_a_date, call).toBe(-1)
      expect(year?.tranches['1000-2000'], call).toMatchObject({ nombre: 1, difference_a_date: 0 })
      expect(year?.tranches['50-100'], call).toMatchObject({ nombre: 1, difference_a_date: 0 })
    }
  },
)

testIf(possible, 'l’année commence ou finit')(
  '[C] une vague de dons datés de demain ne rend pas l’année incomparable à date',
  async () => {
    const wave = Array.from({ length: 5 }, (_, at) => ({
      order_date: demain,
      contact_id: `D${at}`,
    }))
    await given(...spread(1), ...spread(0), ...wave)
    const { comparable, data } = await ask<ADate>(`/api/dashboard/a-date/${annee}`)
    expect(comparable).toBe(true)
    expect(data.at(-1)).toMatchObject({ donations: 7, montant: 70 })
  },
)

test(
  '[C] avec des dons datés de demain, chaque appel répond ce qu’un recalcul indépendant trouve, exclusions comprises',
  { timeout: PATIENCE },
  async () => {
    await fc.assert(
      fc.asyncProperty(worldAround(today()), async (world) => {
        await store(db, world)
        const compare = async (exclus: readonly string[]) => {
          const expected = recompute({ ...world, exclus }, [annee - 1, annee, annee + 1], world)
          for (const [url, answer] of expected) expect(await get(app, url), url).toEqual(answer)
        }
        await compare([])
        const someone = world.dons.at(-1)?.contact_id ?? ''
        await exclude(db, someone)
        await compare([someone])
        await reinstate(db, someone)
      }),
      { numRuns: tirages(4), endOnFailure: true },
    )
  },
)
