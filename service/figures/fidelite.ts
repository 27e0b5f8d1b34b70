import { rateOf, sum } from './ratios'

/**
 * Donors of a year grouped by: years since they last gave (`recul`; 0: never), whether they then gave less or more
 * (`sens`), and whether they gave again the next year (`revenu`). Amounts in cents.
 */
export interface Donateurs {
  annee: number
  recul: number
  sens: number
  revenu: boolean
  donateurs: number
  cents: number
  centsAvant: number
}

const isNouveau = ({ recul }: Donateurs) => recul === 0
const isConserve = ({ recul }: Donateurs) => recul === 1
const isReactive = ({ recul }: Donateurs) => recul > 1

const donateursOf = (some: readonly Donateurs[]) => sum(some.map(({ donateurs }) => donateurs))
const centsOf = (some: readonly Donateurs[]) => sum(some.map(({ cents }) => cents))
const centsBeforeOf = (some: readonly Donateurs[]) => sum(some.map(({ centsAvant }) => centsAvant))

/** Donors of a year, by provenance. */
interface Provenances {
  nouveaux: number
  reactives: number
  fideles: number
}

export const addUp = ({ nouveaux, reactives, fideles }: Provenances): number =>
  nouveaux + reactives + fideles

/** Operands of a year's rates; amounts in cents. */
export interface Parts {
  precedents: Provenances
  /** Those of `precedents` who gave again. */
  conserves: Provenances
  nouveaux: number
  reactives: number
  historiques: number
  cents: {
    precedent: number
    /** What retained donors gave the year before, and now. */
    avant: number
    conserves: number
    nouveaux: number
    annee: number
  }
}

/** Operands of a year's rates, over the full year. */
export function partsOf(donateurs: readonly Donateurs[], annee: number): Parts {
  const now = donateurs.filter((some) => some.annee === annee)
  const before = donateurs.filter((some) => some.annee === annee - 1)
  const group = (of: readonly Donateurs[]): Provenances => ({
    nouveaux: donateursOf(of.filter(isNouveau)),
    reactives: donateursOf(of.filter(isReactive)),
    fideles: donateursOf(of.filter(isConserve)),
  })
  const kept = now.filter(isConserve)
  return {
    precedents: group(before),
    conserves: group(before.filter(({ revenu }) => revenu)),
    nouveaux: donateursOf(now.filter(isNouveau)),
    reactives: donateursOf(now.filter(isReactive)),
    historiques: donateursOf(donateurs.filter((some) => some.annee < annee && isNouveau(some))),
    cents: {
      precedent: centsOf(before),
      avant: centsBeforeOf(kept),
      conserves: centsOf(kept),
      nouveaux: centsOf(now.filter(isNouveau)),
      annee: centsOf(now),
    },
  }
}

/** Subtracts from a year's parts those of some of its days. */
export const without = (parts: Parts, some: Parts): Parts => ({
  precedents: parts.precedents,
  conserves: {
    nouveaux: parts.conserves.nouveaux - some.conserves.nouveaux,
    reactives: parts.conserves.reactives - some.conserves.reactives,
    fideles: parts.conserves.fideles - some.conserves.fideles,
  },
  nouveaux: parts.nouveaux - some.nouveaux,
  reactives: parts.reactives - some.reactives,
  historiques: parts.historiques,
  cents: {
    precedent: parts.cents.precedent,
    avant: parts.cents.avant - some.cents.avant,
    conserves: parts.cents.conserves - some.cents.conserves,
    nouveaux: parts.cents.nouveaux - some.cents.nouveaux,
    annee: parts.cents.annee - some.cents.annee,
  },
})

/** A year's loyalty rates, by API key. */
export function tauxOf(parts: Parts) {
  const { precedents, conserves, nouveaux, reactives, historiques, cents } = parts
  const before = addUp(precedents)
  const kept = addUp(conserves)
  return {
    fidelisation: rateOf(kept, before),
    attrition: rateOf(before - kept, before),
    fidelisation_nouveaux: rateOf(conserves.nouveaux, precedents.nouveaux),
    fidelisation_reactives: rateOf(conserves.reactives, precedents.reactives),
    fidelisation_fideles: rateOf(conserves.fideles, precedents.fideles),
    reactivation: rateOf(reactives, historiques - before),
    acquisition: rateOf(nouveaux, before),
    couverture: rateOf(nouveaux + reactives, before - kept),
    montant_conserve: rateOf(cents.conserves, cents.precedent),
    evolution_conserves: rateOf(cents.conserves, cents.avant),
    part_nouveaux: rateOf(cents.nouveaux, cents.annee),
  }
}

/** Membership of each group; `parti` groups are made of last year's donors who did not give again. */
const GROUPES = {
  nouveaux: { parti: false, has: isNouveau },
  reactives: { parti: false, has: isReactive },
  hausse: { parti: false, has: (some: Donateurs) => isConserve(some) && some.sens > 0 },
  stables: { parti: false, has: (some: Donateurs) => isConserve(some) && some.sens === 0 },
  baisse: { parti: false, has: (some: Donateurs) => isConserve(some) && some.sens < 0 },
  perdus_nouveaux: { parti: true, has: (some: Donateurs) => !some.revenu && isNouveau(some) },
  perdus_autres: { parti: true, has: (some: Donateurs) => !some.revenu && !isNouveau(some) },
}

/** Two years' cents as euros, with the difference. */
export const ecartOf = (before: number, now: number) => ({
  montant_avant: before / 100,
  montant_apres: now / 100,
  ecart: (now - before) / 100,
})

/** A group's contribution to the change in a year's amount. */
export function mouvementOf<Groupe extends keyof typeof GROUPES>(
  donateurs: readonly Donateurs[],
  annee: number,
  groupe: Groupe,
) {
  const { parti, has } = GROUPES[groupe]
  const whose = parti ? annee - 1 : annee
  const members = donateurs.filter((some) => some.annee === whose && has(some))
  return {
    groupe,
    donateurs: donateursOf(members),
    ...(parti ? ecartOf(centsOf(members), 0) : ecartOf(centsBeforeOf(members), centsOf(members))),
  }
}
