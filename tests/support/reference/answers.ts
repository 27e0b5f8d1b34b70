import { aDate, runningOf } from './a-date'
import { activite, activiteEvolution } from './activite'
import { evolution, mixtes, parcours, repartition } from './campagnes'
import { cohortes } from './cohortes'
import { couts, coutsParAnnee } from './couts'
import { type Asked, croisement } from './croisements'
import { graphiques, mensuelles, stats } from './dashboard'
import { deuxiemeDon } from './deuxieme-don'
import { nonFideles, segmentationAnnuelle, segmentationGlobale } from './donateurs'
import { fidelite, fideliteParAnnee } from './fidelite'
import { geographie } from './geographie'
import { donorsOf, type World } from './gifts'
import { grille } from './grille'
import { horizon } from './horizon'
import { montants } from './montants'
import { medias, origines, periodes, profils } from './nouveaux-anciens'
import { reguliers } from './reguliers'
import { reperes } from './reperes'
import { AXES, codesOf, ventilation, ventilationMois } from './ventilation'

/**
 * What every analysis call must answer for a world, by its address: recomputed from the rows in plain
 * TypeScript, without SQL and without a line of the service. The calls of a year are given for `years`. `published` is
 * the world of the publication, if exclusions came since.
 */
export const recompute = (...given: Parameters<typeof recomputing>): Map<string, unknown> =>
  new Map([...recomputing(...given)].map(([path, answer]) => [path, answer()]))

/** The same, each answer computed when it is asked. */
export function recomputing(
  world: World,
  years: readonly number[],
  published: World = world,
): Map<string, () => unknown> {
  const donors = donorsOf(world)
  const before = donorsOf(published)
  const running = runningOf(donors, before)
  const { produit, importe = false } = world
  const annees = [...new Set(donors.flat().map((gift) => gift.year))].sort((a, b) => b - a)
  const answers = new Map<string, () => unknown>([
    ['/api/dashboard/annees', () => ({ annees })],
    ['/api/analytics/nouveaux-anciens/annees', () => ({ annees })],
    ['/api/analytics/activite/annees', () => ({ annees })],
    ['/api/analytics/campagnes/annees', () => ({ annees })],
    ['/api/analytics/codes', () => codesOf(donors)],
    ['/api/analytics/cohortes', () => cohortes(donors)],
    ['/api/analytics/couts', () => coutsParAnnee(donors, world.fiches)],
    ['/api/analytics/horizon', () => horizon(donors)],
    ['/api/analytics/fidelite', () => fideliteParAnnee(donors, before)],
    ['/api/analytics/deuxieme-don', () => deuxiemeDon(donors)],
    ['/api/analytics/montants/reperes', () => reperes(donors, before)],
    ['/api/analytics/reguliers', () => reguliers(donors)],
    ['/api/analytics/grille', () => grille(donors, horizon(importe ? before : donors).horizon)],
    ['/api/analytics/activite/evolution', () => activiteEvolution(donors)],
    ['/api/analytics/montants/total-annuel', () => montants(donors, 'total', running)],
    ['/api/analytics/montants/dernier-don', () => montants(donors, 'last', running)],
    ['/api/analytics/campagnes/evolution', () => evolution(donors, produit, running)],
    ['/api/analytics/campagnes/parcours-premier-dernier', () => parcours(donors, produit)],
    ['/api/analytics/campagnes/donateurs-mixtes', () => mixtes(donors)],
    ['/api/analytics/campagnes/repartition-globale', () => repartition(donors, produit)],
    ['/api/donateurs/segmentation-annuelle', () => segmentationAnnuelle(donors)],
    ['/api/donateurs/segmentation-globale', () => segmentationGlobale(donors)],
    ['/api/donateurs/non-fideles-campagnes', () => nonFideles(donors, produit)],
  ])
  const cross = (one: Asked) =>
    answers.set(
      `/api/analytics/croisement?${new URLSearchParams(Object.entries(one).map(([name, value]) => [name, String(value)]))}`,
      () => croisement(donors, one, produit),
    )
  cross({ lignes: 'annee', colonnes: 'origine', mesure: 'donateurs' })
  cross({ lignes: 'regulier', colonnes: 'annee', mesure: 'montant' })
  for (const year of years) {
    cross({ lignes: 'mois', colonnes: 'media', mesure: 'donateurs', annee: year })
    cross({ lignes: 'campagne', colonnes: 'statut', mesure: 'donateurs', annee: year })
    cross({ lignes: 'famille', colonnes: 'tranche_don', mesure: 'montant', annee: year })
    cross({ lignes: 'segment', colonnes: 'regulier', mesure: 'donations', annee: year })
    cross({ lignes: 'profil', colonnes: 'anciennete', mesure: 'donateurs', annee: year })
    answers.set(`/api/dashboard/stats/${year}`, () => stats(donors, year))
    answers.set(`/api/dashboard/stats-graphiques/${year}`, () => graphiques(donors, year))
    answers.set(`/api/dashboard/stats-mensuelles/${year}`, () => mensuelles(donors, year))
    answers.set(`/api/dashboard/a-date/${year}`, () => aDate(donors, year))
    for (const au of ['02-28', '06-30', isLeap(year) ? '02-29' : '12-31'])
      answers.set(`/api/dashboard/a-date/${year}?au=${year}-${au}`, () =>
        aDate(donors, year, `${year}-${au}`),
      )
    answers.set(`/api/analytics/nouveaux-anciens/${year}`, () => periodes(donors, year, running))
    answers.set(`/api/analytics/nouveaux-anciens/media/${year}`, () =>
      medias(donors, year, running),
    )
    answers.set(`/api/analytics/nouveaux-anciens/origine/${year}`, () =>
      origines(donors, year, running),
    )
    answers.set(`/api/analytics/nouveaux-anciens/campagnes/${year}`, () =>
      profils(donors, year, running, produit),
    )
    answers.set(`/api/analytics/activite/stats-complet/${year}`, () =>
      activite(donors, year, running),
    )
    answers.set(`/api/analytics/codes?annee=${year}`, () => codesOf(donors, year))
    for (const axe of AXES) {
      const path = `/api/analytics/ventilation/${axe}/${year}`
      answers.set(path, () => ventilation(donors, axe, year))
      answers.set(`${path}/mois`, () => ventilationMois(donors, axe, year))
    }
    answers.set(`/api/analytics/geographie/${year}`, () => geographie(donors, year, before))
    answers.set(`/api/analytics/couts/${year}`, () => couts(donors, year, world.fiches))
    answers.set(`/api/analytics/fidelite/${year}`, () => fidelite(donors, year, before))
  }
  return answers
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29
