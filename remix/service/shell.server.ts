import { data } from '@remix-run/node'
import { dashboardAnnees } from '#contract/dashboard'
import { nombreDoublons } from '#contract/doublons'
import { type Fraicheur, fraicheur, refreshViewsStatus } from '#contract/rafraichissement'
import { type SuspectsCodes, suspects, suspectsCodes } from '#contract/suspects'
import { JourSaisi } from '#contract/values'
import { aVerifier } from '#contract/verification'
import { RIEN_N_EST_DIT, RIEN_N_EST_LU } from '#figures/attente'
import { formatMoney } from '#figures/format'
import { readDecideur } from '../forms/decideur.server'
import { takeMessage } from '../forms/message.server'
import { askedYear } from '../forms/year.server'
import { readAxe } from '../screens/campagnes/ventilation/table.server'
import { placeOf } from '../ui/sections'
import type { ShellData, WeighedCodes, Weights } from '../ui/shell-data'
import { readHealth } from './health.server'
import { asRefusal } from './refusal.server'
import { call, quietly } from './service.server'

/** The refresh named by the URL, for the dialog over any screen. */
async function readRefresh(request: Request): Promise<ShellData['refresh']> {
  const refresh_id = new URL(request.url).searchParams.get('rafraichissement')
  if (!refresh_id) return null
  try {
    return { status: await call(refreshViewsStatus, { params: { refresh_id } }, request) }
  } catch (error) {
    return { failure: `Erreur lors de la récupération du statut. ${asRefusal(error).message}` }
  }
}

/** What is proposed to be looked at, in the section that shows how much it is. */
async function readCounts(request: Request): Promise<ShellData['counts']> {
  const path = new URL(request.url).pathname.slice(1)
  if (placeOf(path).segment !== 'donations') return null
  const [suspects, doublons] = await Promise.all([
    call(aVerifier, { query: { limit: 1 } }, request).catch(quietly('donateurs à vérifier')),
    call(nombreDoublons, {}, request).catch(quietly('doublons')),
  ])
  return { suspects: suspects?.total ?? null, doublons: doublons?.total ?? null }
}

/**
 * What the donors to review weigh in the year of the address, up to its day if it has one, else in the latest; and in that
 * one if it is another.
 */
async function readSuspects(request: Request): Promise<Omit<ShellData['suspects'], 'awaited'>> {
  const weigh = (annee: number | undefined, query = {}): Promise<Weights> =>
    annee === undefined
      ? Promise.resolve(null)
      : call(suspects, { params: { annee }, query }, request)
  const { searchParams } = new URL(request.url)
  const au = JourSaisi.safeParse(searchParams.get('au')).data
  const { annees } = await call(dashboardAnnees, {}, request)
  const [latest] = annees
  const annee = askedYear(request) ?? (Number(au?.slice(0, 4)) || latest)
  const [asked, codes, other] = await Promise.all([
    weigh(annee, au?.startsWith(`${annee}-`) ? { au } : {}),
    readSuspectsCodes(annee, request),
    weigh(annee === latest ? undefined : latest),
  ])
  return { annee: annee ?? null, asked, codes, latest: other }
}

/** `VFL 24 : 120,00 € au lieu de 1 120,00 €, don moyen 20,00 €` */
const lineOf = ({ code, avec, sans, don_moyen, euros_par_euro }: SuspectsCodes['codes'][number]) =>
  [
    `${code}\u00A0: ${formatMoney(sans)} au lieu de ${formatMoney(avec)}`,
    ...(don_moyen === null ? [] : [`don moyen ${formatMoney(don_moyen)}`]),
    ...(euros_par_euro === null ? [] : [`${formatMoney(euros_par_euro)} reçus pour 1\u00A0€`]),
  ].join(', ')

/** What they weigh in the rows of a screen by code. */
async function readSuspectsCodes(
  annee: number | undefined,
  request: Request,
): Promise<WeighedCodes | null> {
  const { pathname, searchParams } = new URL(request.url)
  if (annee === undefined || !BY_CODE.has(pathname)) return null
  const params = { annee, axe: readAxe(searchParams) }
  const { total, codes } = await call(suspectsCodes, { params }, request)
  return { annee, total, lines: codes.map(lineOf) }
}

/** Screens by code: their address says the axis, else it is the campaign. */
const BY_CODE = new Set(['/campagnes', '/campagnes/ventilation', '/campagnes/couts'])

/** Why the figures are not to be judged by, in words; null if nothing speaks against it. */
function awaitedOf(fresh: Fraicheur | null, weights: object | null): string | null {
  if (!fresh || !weights) return RIEN_N_EST_LU
  return fresh.suspects_attendus ? RIEN_N_EST_DIT : null
}

/** Data of the frame around every screen. */
export async function loadShell(request: Request) {
  const freshness = call(fraicheur, {}, request).catch(quietly('fraîcheur'))
  const [connecte, fresh, refresh, counts, weights, { message, headers }, decideur] =
    await Promise.all([
      readHealth(request),
      freshness,
      readRefresh(request),
      readCounts(request),
      // After it: a search that ends in between leaves the doubt standing, not the other way round.
      freshness.then(() => readSuspects(request)).catch(quietly('donateurs à vérifier')),
      takeMessage(request),
      readDecideur(request),
    ])
  const requete = request.headers.get('x-request-id')
  const shell: ShellData = {
    connecte,
    fraicheur: fresh,
    refresh,
    counts,
    suspects: {
      ...(weights ?? { annee: null, asked: null, codes: null, latest: null }),
      awaited: awaitedOf(fresh, weights),
    },
    message,
    decideur,
    requete,
  }
  return data(shell, { headers })
}
