import type { ADate } from '#contract/a-date'
import { aDate } from '#contract/a-date'
import { arrete, arreteDashboard, type ArreteVerifie } from '#contract/arretes'
import {
  dashboardAnnees,
  type DashboardStats,
  dashboardStats,
  type StatsGraphiques,
  statsGraphiques,
  type StatsMensuelles,
  statsMensuelles,
} from '#contract/dashboard'
import { objectifs, type Suivi } from '#contract/objectifs'
import { thisYear } from '#figures/today'
import { askedYear, chosenYear } from '../../forms/year.server'
import { call, failing, quietly } from '../../service/service.server'
import { comparisonIn } from '../../ui/comparison'
import { yearAim } from './objectifs/aims'

const FAILED = 'Erreur lors du chargement des données'

/** A year's dashboard, current or as of `arrete`. */
interface Dashboard {
  annees: number[]
  annee: number
  isYearGuessed: boolean
  arrete: ArreteVerifie | undefined
  /** The current key figures, next to those of an arrêté. */
  now: DashboardStats | undefined
  stats: DashboardStats
  graphiques: StatsGraphiques
  mensuelles: StatsMensuelles
  /** The running year at its date, or a closed one whole, beside the one before. */
  comparison: ADate | null
  /** The running year beside all of the one before, where somebody compares so. */
  whole: ADate | null
  /** The year's aim in euros, if there is one; null for an arrêté. */
  aim: Suivi | null
}

/** The running year at its date, a closed one to its end, and so the running one too where somebody compares so. */
async function readComparison(
  annee: number,
  request: Request,
): Promise<Record<'comparison' | 'whole', ADate | null>> {
  const params = { annee }
  const toItsEnd = () => call(aDate, { params, query: { au: `${annee}-12-31` } }, request)
  const atDate = await call(aDate, { params }, request)
  if (!atDate.en_cours) return { comparison: await toItsEnd(), whole: null }
  const isWhole = comparisonIn(new URL(request.url).searchParams) === 'annee'
  return { comparison: atDate, whole: isWhole ? await toItsEnd() : null }
}

/** The current figures. */
export async function readNow(request: Request): Promise<Dashboard> {
  const years = await call(dashboardAnnees, {}, request).catch(quietly('années'))
  const annees = years?.annees ?? [askedYear(request) ?? thisYear()]
  const annee = chosenYear(request, annees)
  const params = { annee }
  const [stats, graphiques, mensuelles, compared, aims] = await Promise.all([
    call(dashboardStats, { params }, request),
    call(statsGraphiques, { params }, request),
    call(statsMensuelles, { params }, request),
    readComparison(annee, request).catch(quietly('à date')),
    call(objectifs, { params }, request).catch(quietly('objectifs')),
  ]).catch(failing(FAILED))
  return {
    annees,
    annee,
    isYearGuessed: years === null,
    arrete: undefined,
    now: undefined,
    stats,
    graphiques,
    mensuelles,
    comparison: compared?.comparison ?? null,
    whole: compared?.whole ?? null,
    aim: yearAim(aims, 'montant'),
  }
}

/** The figures of a named publication. */
export async function readPublication(request: Request, publication: number): Promise<Dashboard> {
  const then = (annee: number) => call(arreteDashboard, { params: { publication, annee } }, request)
  const [found, latest] = await Promise.all([
    call(arrete, { params: { publication } }, request),
    then(thisYear()),
  ]).catch(failing(FAILED))
  const { annees } = latest
  const annee = chosenYear(request, annees)
  const [{ a_date: comparison, ...parts }, now] = await Promise.all([
    then(annee),
    call(dashboardStats, { params: { annee } }, request),
  ]).catch(failing(FAILED))
  return {
    ...parts,
    annee,
    isYearGuessed: false,
    arrete: found,
    now,
    comparison,
    whole: null,
    aim: null,
  }
}
