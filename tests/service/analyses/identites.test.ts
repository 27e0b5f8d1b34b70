import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActiviteStats } from '#contract/activite'
import type { CampagnesEvolution, RepartitionGlobale } from '#contract/campagnes'
import type { DashboardStats, StatsGraphiques, StatsMensuelles } from '#contract/dashboard'
import type { SegmentationAnnuelle, SegmentationGlobale } from '#contract/donateurs'
import type { Montants } from '#contract/montants'
import type {
  NouveauxAnciens,
  NouveauxCampagnes,
  NouveauxMedia,
  NouveauxOrigine,
} from '#contract/nouveaux-anciens'
import { startAnalyses, store } from '../../support/analyses'
import { PATIENCE, tirages } from '../../support/hasard'
import { world } from '../../support/worlds'

const { ask, database } = await startAnalyses()

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const cents = (euros: readonly number[]) => sum(euros.map((amount) => Math.round(amount * 100)))

async function askAll(annee: number) {
  const [stats, graphiques, mensuelles, total, dernier, periodes, media, origine, profils] =
    await Promise.all([
      ask<DashboardStats>(`/api/dashboard/stats/${annee}`),
      ask<StatsGraphiques>(`/api/dashboard/stats-graphiques/${annee}`),
      ask<StatsMensuelles>(`/api/dashboard/stats-mensuelles/${annee}`),
      ask<Montants>('/api/analytics/montants/total-annuel'),
      ask<Montants>('/api/analytics/montants/dernier-don'),
      ask<NouveauxAnciens>(`/api/analytics/nouveaux-anciens/${annee}`),
      ask<NouveauxMedia>(`/api/analytics/nouveaux-anciens/media/${annee}`),
      ask<NouveauxOrigine>(`/api/analytics/nouveaux-anciens/origine/${annee}`),
      ask<NouveauxCampagnes>(`/api/analytics/nouveaux-anciens/campagnes/${annee}`),
    ])
  const [activite, avant, evolution, segments, carriere, repartition] = await Promise.all([
    ask<ActiviteStats>(`/api/analytics/activite/stats-complet/${annee}`),
    ask<ActiviteStats>(`/api/analytics/activite/stats-complet/${annee - 1}`),
    ask<CampagnesEvolution>('/api/analytics/campagnes/evolution'),
    ask<SegmentationAnnuelle>('/api/donateurs/segmentation-annuelle'),
    ask<SegmentationGlobale>('/api/donateurs/segmentation-globale'),
    ask<RepartitionGlobale>('/api/analytics/campagnes/repartition-globale'),
  ])
  const ofYear = <Row extends { annee: number }>(rows: Row[]) =>
    rows.find((row) => row.annee === annee)
  return {
    ...{ stats, graphiques, mensuelles, total, dernier, periodes, media, origine, profils },
    ...{ activite, avant, evolution, segments, carriere, repartition, ofYear },
  }
}

test(
  'les chiffres d’un écran sont ceux des autres, et les parts font le tout',
  { timeout: PATIENCE },
  async () => {
    const years = fc.constantFrom(2015, 2016, 2017, 2018, 2019, 2020, 2024)
    await fc.assert(
      fc.asyncProperty(world, years, async (given, annee) => {
        await store(database.db, given)
        const all = await askAll(annee)
        const donateurs = all.stats.total_donateurs

        // The four statuses are everyone who ever gave; who is active gave this year.
        const { actifs, dormants, inactifs, tres_inactifs } = all.activite.stats
        const historique = all.activite.total_donateurs_historique
        expect(actifs + dormants + inactifs + tres_inactifs).toBe(historique)
        expect(actifs).toBe(donateurs)
        expect(all.activite.periodes.at(-1)?.total).toBe(historique)
        const nouveaux = all.periodes.totaux.total_nouveaux
        expect(historique - all.avant.total_donateurs_historique).toBe(nouveaux)

        // Who gave last year gave again or is dormant: retention is 1 − dormants / actifs of last year.
        const gifts = given.dons.filter(
          (don) => don.order_amount > 0 && !given.exclus.includes(don.contact_id),
        )
        const donorsIn = (year: number) =>
          new Set(gifts.filter((d) => d.order_date.startsWith(`${year}`)).map((d) => d.contact_id))
        const again = [...donorsIn(annee - 1)].filter((contact) => donorsIn(annee).has(contact))
        expect(all.avant.stats.actifs - dormants).toBe(again.length)

        // New and existing donors, and every way to part the year's donors, make the year's donors.
        expect(nouveaux + all.periodes.totaux.total_anciens).toBe(donateurs)
        expect(sum(all.periodes.data.map((row) => row.total))).toBe(donateurs)
        expect(all.media.totaux.total_current).toBe(nouveaux)
        expect(all.origine.totaux.total_current).toBe(donateurs)
        expect(all.profils.totaux.total_current).toBe(donateurs)
        for (const montants of [all.total, all.dernier]) {
          const row = all.ofYear(montants.data)
          const parts = Object.values(row?.tranches ?? {}).map((cell) => cell.nombre)
          expect(sum(parts)).toBe(donateurs)
        }
        const segments = all.ofYear(all.segments.data)
        expect(
          sum(
            segments
              ? [segments.beginners.nombre, segments.fideles.nombre, segments.super_fideles.nombre]
              : [],
          ),
        ).toBe(donateurs)
        const evolution = all.ofYear(all.evolution.data)
        const profils = [...(evolution?.nouveaux ?? []), ...(evolution?.anciens ?? [])]
        expect(sum(profils.map((profil) => profil.nombre_donateurs))).toBe(donateurs)
        expect(all.repartition.total_global).toBe(all.carriere.donnees.total_donateurs)

        // Months make the year, years make everything, to the cent.
        const mois = all.mensuelles.donnees_par_annee[annee] ?? []
        expect(cents(mois.map((row) => row.montant_total))).toBe(cents([all.stats.montant_total]))
        const upTo = gifts.filter((don) => Number(don.order_date.slice(0, 4)) <= annee)
        expect(cents(all.graphiques.montants_par_annee.map((row) => row.montant))).toBe(
          cents(upTo.map((don) => don.order_amount)),
        )
      }),
      { numRuns: tirages(20) },
    )
  },
)
