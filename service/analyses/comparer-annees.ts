import type { ADate } from '#contract/a-date'
import type { Horizon } from '#contract/horizon'
import { formatDay, formatPercent } from '#figures/format'
import { learnFrom, project } from '#figures/projection'
import { centsOf, changeOf, eurosEach, meanOf, percentOf, roundTo } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { Problem } from '../problem'
import { areComparable, isSpread, readYears, sameDay, type Year } from './annees-a-date'
import { readHorizon } from './horizon'

/** Maximum mean error, in percent, for a projection to be shown. */
const MOST_ERROR = 25

/** Throws a Problem for a day of another year. */
export function checkDay(annee: number, asked: string | undefined): void {
  if (asked !== undefined && Number(asked.slice(0, 4)) !== annee)
    throw new Problem('invalide', 'Ce jour n’est pas de cette année.', { champ: 'au' })
}

/** Compares every year up to the requested day, or the horizon's. Throws a Problem for a day of another year. */
export async function compareYears(
  db: Db,
  annee: number,
  asked: string | undefined,
  yearsOf = readYears,
): Promise<ADate> {
  checkDay(annee, asked)
  const reach = await readHorizon(db)
  // The original day, not its counterpart in `annee`: from 29 February, leap years still get theirs.
  const jour = asked ?? reach.horizon
  const au = jour === null ? null : sameDay(jour, annee)
  const years = jour === null ? [] : await yearsOf(db, annee, jour)
  const comparable = areComparable(years)
  const controle = backTest(years.filter((year) => isOver(year.annee, reach)))
  const fiabilite = reliabilityOf(controle)
  const enCours = annee === reach.annee_en_cours
  const why = enCours ? whyNoProjection({ years, au, reach, fiabilite }) : null
  const last = years.at(-1)
  return {
    horizon: reach.horizon,
    au,
    demande: asked ?? null,
    en_cours: enCours,
    comparable,
    data: years.map((year) => ({
      annee: year.annee,
      au: sameDay(jour ?? '', year.annee),
      donateurs: year.donateurs,
      donations: year.donations,
      montant: year.cents / 100,
      don_moyen: meanGift(year),
      nouveaux: year.nouveaux,
      part_annee:
        isOver(year.annee, reach) && year.total_cents > 0
          ? percentOf(year.cents, year.total_cents)
          : null,
      comparable: isSpread(year) && last !== undefined && isSpread(last),
    })),
    evolutions: comparable && !isBeyond(au, reach) ? evolutionsOf(years) : null,
    projection: enCours && why === null ? projectionOf(years) : null,
    sans_projection: why,
    controle,
    fiabilite,
  }
}

/** Whether the year may be complete in the data. */
const isOver = (annee: number, { horizon, annee_en_cours }: Horizon): boolean =>
  horizon !== null && annee <= Number(horizon.slice(0, 4)) && annee !== annee_en_cours

/** Whether the data end before the day. */
const isBeyond = (au: string | null, { horizon }: Horizon): boolean =>
  au !== null && horizon !== null && au > horizon

export const meanGift = ({ cents, donations }: Pick<Year, 'cents' | 'donations'>): number | null =>
  donations === 0 ? null : eurosEach(cents, donations)

function evolutionsOf(years: readonly Year[]): ADate['evolutions'] {
  const year = years.at(-1)
  const before = years.at(-2)
  if (!year || !before) return null
  const cents = (one: Year) => centsOf(meanGift(one) ?? 0)
  return {
    donateurs: changeOf(year.donateurs, before.donateurs),
    donations: changeOf(year.donations, before.donations),
    montant: changeOf(year.cents, before.cents),
    don_moyen: year.donations === 0 ? null : changeOf(cents(year), cents(before)),
    nouveaux: changeOf(year.nouveaux, before.nouveaux),
  }
}

const amounts = ({ annee, cents, total_cents }: Year) => ({
  annee,
  value: cents,
  total: total_cents,
})
const gifts = ({ annee, donations, total_donations }: Year) => ({
  annee,
  value: donations,
  total: total_donations,
})

/** The years to learn from: not the last, nor the first on file, which may be incomplete. */
const learnable = (years: readonly Year[]) => learnFrom(years.slice(1, -1).map(amounts))

/** The last of these years, and those that its projection learns from. */
function usedOf(years: readonly Year[]): Year[] {
  const annees = [...(learnable(years) ?? []), ...years.slice(-1)].map(({ annee }) => annee)
  return years.filter(({ annee }) => annees.includes(annee))
}

function projectionOf(years: readonly Year[]): ADate['projection'] {
  const known = learnable(years)
  const year = years.at(-1)
  if (!known || !year) return null
  const annees = known.map(({ annee }) => annee)
  const same = years.filter(({ annee }) => annees.includes(annee))
  const { valeur, bas, haut } = project(year.donations, same.map(gifts))
  return {
    montant: inEuros(project(year.cents, known)),
    donations: { valeur: roundTo(valeur, 0), bas: roundTo(bas, 0), haut: roundTo(haut, 0) },
    annees,
  }
}

const inEuros = ({ valeur, bas, haut }: ReturnType<typeof project>) => ({
  valeur: roundTo(valeur, 0) / 100,
  bas: roundTo(bas, 0) / 100,
  haut: roundTo(haut, 0) / 100,
})

/** What the method would have projected for each complete year from those before it, if anything. */
function backTest(over: readonly Year[]): ADate['controle'] {
  return over.flatMap((year, at) => {
    const known = learnable(over.slice(0, at + 1))
    if (!known || year.cents === 0 || !usedOf(over.slice(0, at + 1)).every(isSpread)) return []
    const { valeur: projete, bas, haut } = inEuros(project(year.cents, known))
    const reel = year.total_cents / 100
    const gap = Math.abs(centsOf(projete) - year.total_cents)
    return [
      {
        annee: year.annee,
        projete,
        bas,
        haut,
        reel,
        erreur: percentOf(gap, year.total_cents),
        dans_intervalle: bas <= reel && reel <= haut,
      },
    ]
  })
}

function reliabilityOf(controle: ADate['controle']): ADate['fiabilite'] {
  const mean = meanOf(
    controle.map(({ erreur }) => erreur),
    1,
  )
  return mean === null
    ? null
    : {
        erreur_moyenne: mean,
        dans_intervalle: controle.filter(({ dans_intervalle }) => dans_intervalle).length,
        annees: controle.length,
      }
}

/** Explains why the running year has no projection; null if it has one. */
function whyNoProjection({
  years,
  au,
  reach,
  fiabilite,
}: Pick<ADate, 'au' | 'fiabilite'> & { years: readonly Year[]; reach: Horizon }): string | null {
  if (isBeyond(au, reach))
    return `Pas de projection\u00A0: les données s’arrêtent au ${formatDay(reach.horizon)}.`
  const uneven = usedOf(years).filter((year) => !isSpread(year))
  if (uneven.length > 0)
    return `Pas de projection\u00A0: le cinquième des dons de ${uneven.map(({ annee }) => annee).join(', ')}, ou plus, est d’un seul jour.`
  if (!learnable(years))
    return 'Pas de projection\u00A0: il faut trois années complètes avant celle-ci, la première du fichier laissée de côté.'
  if (years.at(-1)?.cents === 0)
    return `Pas de projection\u00A0: aucun don n’est connu jusqu’au ${formatDay(au)}.`
  if (fiabilite && fiabilite.erreur_moyenne > MOST_ERROR)
    return `Pas de projection\u00A0: à cette date des années passées, elle se serait trompée de ${formatPercent(fiabilite.erreur_moyenne)} en moyenne, soit plus de ${MOST_ERROR}\u00A0%.`
  return null
}
