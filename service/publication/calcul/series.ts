import { quantiemeDe } from './calendrier'
import type { Dons } from './personne'

/** Gifts of one pace: one every `rythme` months, 1, 3 or 12. */
export interface Serie {
  rythme: number
  jours: number[]
  cents: number[]
}

/** Gifts further apart belong to no step. */
const PLUS_LONG = 746

/**
 * The months of the pace whose one step is of so many days; negative where two steps are, so that one gift may be missing;
 * 0 where neither is. A year is never missing: December givers would be regular ones.
 */
export function pasRegulier(ecart: number): number {
  if (ecart >= 25 && ecart <= 37) return 1
  if (ecart >= 80 && ecart <= 102) return 3
  if (ecart >= 357 && ecart <= 373) return 12
  if (ecart >= 50 && ecart <= 74) return -1
  if (ecart >= 160 && ecart <= 204) return -3
  return 0
}

/** Whether two days of the month lie within four of each other: 28 to 31 are one, and 1 is next to it. */
export function estMemeQuantieme(jour: number, autre: number): boolean {
  const ecart = Math.abs(Math.min(quantiemeDe(jour), 28) - Math.min(quantiemeDe(autre), 28))
  return ecart < 5 || ecart > 23
}

/** The days after the last gift on which a series is no longer active: 1.6 paces. */
export const delaiArret = (rythme: number): number => Math.ceil((1.6 * rythme * 365.25) / 12)

/** A person's gifts once an amount and day, by amount, then by day. */
interface Versements {
  jours: number[]
  cents: number[]
}

function versementsDe({ nombre, jours, cents }: Dons): Versements {
  const ordre = Array.from({ length: nombre }, (_, don) => don).sort(
    (un, autre) =>
      (cents[un] as number) - (cents[autre] as number) ||
      (jours[un] as number) - (jours[autre] as number),
  )
  const distincts: Versements = { jours: [], cents: [] }
  for (const don of ordre) {
    if (
      distincts.jours.at(-1) === (jours[don] as number) &&
      distincts.cents.at(-1) === (cents[don] as number)
    )
      continue
    distincts.jours.push(jours[don] as number)
    distincts.cents.push(cents[don] as number)
  }
  return distincts
}

/** Gifts of one amount that follow each other at one pace, by their places; a series is of one of them or more. */
interface Suite {
  rythme: number
  membres: number[]
  /** The run with which its series began. */
  origine: Suite
  continuee: boolean
}

const premierDe = ({ membres }: Suite) => membres[0] as number
const dernierDe = ({ membres }: Suite) => membres.at(-1) as number

/** The run that begins with a gift: from gift to gift by the steps of its pace, its days of the month near the first's. */
function suivre({ jours, cents }: Versements, depart: number): Suite | undefined {
  const membres = [depart]
  let dernier = depart
  let rythme = 0
  let passe = false
  let irreguliers = 0
  for (
    let un = depart + 1;
    un < jours.length && (cents[un] as number) === (cents[depart] as number);
    un++
  ) {
    const pas = pasRegulier((jours[un] as number) - (jours[dernier] as number))
    const tient =
      pas !== 0 &&
      (rythme === 0 || rythme === Math.abs(pas)) &&
      // One gift may be missing, or not fit, no more often than steps were without, and once more.
      ((pas > 0 && !passe) || 2 * irreguliers < membres.length) &&
      (Math.abs(pas) === 12 || estMemeQuantieme(jours[depart] as number, jours[un] as number))
    if (tient) {
      rythme = Math.abs(pas)
      if (pas < 0 || passe) irreguliers++
      membres.push(un)
      dernier = un
      passe = false
    } else {
      if (passe || (jours[un] as number) - (jours[dernier] as number) > PLUS_LONG) break
      passe = true
    }
  }
  if (rythme === 0) return undefined
  const suite = { rythme, membres, continuee: false } as Suite
  suite.origine = suite
  return suite
}

/** All runs; one of two gifts yields to one that begins with its second. */
function trouverSuites(versements: Versements): Suite[] {
  const suites: Suite[] = []
  let attente = false
  for (let depart = 0; depart < versements.jours.length;) {
    const suite = suivre(versements, depart)
    if (!suite) {
      attente = false
      depart++
      continue
    }
    if (attente) suites.pop()
    suites.push(suite)
    attente = suite.membres.length === 2
    depart = dernierDe(suite) + (attente ? 0 : 1)
  }
  return suites
}

/**
 * A run goes on another of its pace that ended one step before, or two, and that nothing else goes on: a lasting change of
 * amount. Of several the latest, then the nearest in amount, then the smallest.
 */
function relier({ jours, cents }: Versements, suites: Suite[]): void {
  const parDebut = [...suites].sort(
    (une, autre) =>
      (jours[premierDe(une)] as number) - (jours[premierDe(autre)] as number) ||
      (cents[premierDe(une)] as number) - (cents[premierDe(autre)] as number),
  )
  for (const suite of parDebut) {
    const depart = premierDe(suite)
    const ecart = (avant: Suite) =>
      Math.abs((cents[dernierDe(avant)] as number) - (cents[depart] as number))
    const [avant] = suites
      .filter(
        (avant) =>
          !avant.continuee &&
          avant.rythme === suite.rythme &&
          Math.abs(pasRegulier((jours[depart] as number) - (jours[dernierDe(avant)] as number))) ===
            suite.rythme &&
          (cents[dernierDe(avant)] as number) !== (cents[depart] as number) &&
          (suite.rythme === 12 ||
            suite.membres.every((un) =>
              estMemeQuantieme(jours[premierDe(avant.origine)] as number, jours[un] as number),
            )),
      )
      .sort(
        (un, autre) =>
          (jours[dernierDe(autre)] as number) - (jours[dernierDe(un)] as number) ||
          ecart(un) - ecart(autre) ||
          (cents[dernierDe(un)] as number) - (cents[dernierDe(autre)] as number),
      )
    if (!avant) continue
    avant.continuee = true
    suite.origine = avant.origine
  }
}

/**
 * The gift with which a series began at another amount than the next, which is given twice at least: one that is in no run,
 * one step before, none missing, its day of the month near all of the series (not of a yearly one, which has four gifts
 * without it). Of several the latest, then the nearest in amount, then the smallest.
 */
function premierAutre(
  { jours, cents }: Versements,
  pris: ReadonlySet<number>,
  { rythme, ...serie }: Serie,
): number | undefined {
  const [premierJour = 0] = serie.jours
  const [montant = 0] = serie.cents
  if (rythme === 12 && serie.jours.length < 4) return undefined
  let trouve: number | undefined
  const ecart = (un: number) => Math.abs((cents[un] as number) - montant)
  for (let un = 0; un < jours.length; un++) {
    const jour = jours[un] as number
    if (pris.has(un) || (cents[un] as number) === montant) continue
    if (pasRegulier(premierJour - jour) !== rythme) continue
    if (rythme !== 12 && !serie.jours.every((autre) => estMemeQuantieme(jour, autre))) continue
    if (
      trouve === undefined ||
      ((jours[trouve] as number) - jour ||
        ecart(un) - ecart(trouve) ||
        (cents[un] as number) - (cents[trouve] as number)) < 0
    )
      trouve = un
  }
  return trouve
}

/** The series in a person's gifts: of each an amount three times running, and one gift of another may stand before it. */
export function trouverSeries(dons: Dons): Serie[] {
  if (dons.nombre < 3) return []
  const versements = versementsDe(dons)
  const { jours, cents } = versements
  const suites = trouverSuites(versements)
  if (!suites.some(({ membres }) => membres.length >= 3)) return []
  relier(versements, suites)
  const pris = new Set(suites.flatMap(({ membres }) => membres))
  const parOrigine = new Map<Suite, Suite[]>()
  for (const suite of suites)
    parOrigine.set(suite.origine, [...(parOrigine.get(suite.origine) ?? []), suite])
  return [...parOrigine]
    .filter(([, siennes]) => siennes.some(({ membres }) => membres.length >= 3))
    .sort(
      ([une], [autre]) =>
        (jours[premierDe(une)] as number) - (jours[premierDe(autre)] as number) ||
        (cents[premierDe(une)] as number) - (cents[premierDe(autre)] as number),
    )
    .map(([{ rythme }, siennes]) => {
      const places = siennes
        .flatMap(({ membres }) => membres)
        .sort((un, autre) => (jours[un] as number) - (jours[autre] as number))
      const serie: Serie = {
        rythme,
        jours: places.map((un) => jours[un] as number),
        cents: places.map((un) => cents[un] as number),
      }
      const premier = premierAutre(versements, pris, serie)
      if (premier !== undefined) {
        pris.add(premier)
        serie.jours.unshift(jours[premier] as number)
        serie.cents.unshift(cents[premier] as number)
      }
      return serie
    })
}
