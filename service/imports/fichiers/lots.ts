import type { LectureFichier, Sort } from '#contract/lecture'
import { decisions, type Valeur } from './valeurs'
import type { Annee, EnCompte, Jugees, Lot, Lues } from './vocabulaire'

/** So many lots are told apart. */
const MOST = 1_000

/** What the values of a row say of it together. */
function sortDe(valeurs: readonly Pick<Valeur, 'sort'>[]): Sort | null {
  let together: Sort = 'compte'
  for (const { sort } of valeurs) {
    if (sort === null) return null
    if (sort === 'ne_compte_pas' || together === 'compte') together = sort
  }
  return together
}

const lotOf = (numero: number, sort: Sort | null, valeurs: readonly Valeur[] | null): EnCompte => ({
  numero,
  valeurs,
  sort,
  estEntier: sort !== 'rembourse',
  lignes: 0,
  centimes: 0,
  annees: new Map(),
  anonymes: 0,
  premier: 0,
  dernier: 0,
})

/** Of rows that no decision is on. */
export const horsLots = () => lotOf(0, null, null)

interface Noeud {
  next: Map<Valeur, Noeud>
  lot?: EnCompte
}

/** Finds the lot of the values of a row. */
export function createLots() {
  const all: EnCompte[] = []
  const racine: Noeud = { next: new Map() }
  const autres = new Map<Sort | null, EnCompte>()

  const add = (sort: Sort | null, valeurs: readonly Valeur[] | null): EnCompte => {
    const lot = lotOf(all.length, sort, valeurs)
    all.push(lot)
    return lot
  }

  const autre = (sort: Sort | null): EnCompte => {
    const lot = autres.get(sort) ?? add(sort, null)
    autres.set(sort, lot)
    return lot
  }

  return {
    find: (valeurs: readonly Valeur[]): EnCompte => {
      let noeud = racine
      for (const valeur of valeurs) {
        let next = noeud.next.get(valeur)
        if (!next) {
          if (all.length >= MOST) return autre(sortDe(valeurs))
          noeud.next.set(valeur, (next = { next: new Map() }))
        }
        noeud = next
      }
      return (noeud.lot ??=
        all.length < MOST ? add(sortDe(valeurs), [...valeurs]) : autre(sortDe(valeurs)))
    },
    list: (valeurs: readonly Valeur[]): Lot[] =>
      all.map(({ numero: _numero, ...lot }) => ({
        ...lot,
        valeurs: lot.valeurs && lot.valeurs.map((valeur) => valeurs.indexOf(valeur)),
        annees: [...lot.annees.values()],
      })),
  }
}

/** The values of a pass with what a reading decided on them, and what becomes of each lot. */
function decider({ lots, valeurs }: Lues, { sorts }: LectureFichier) {
  const decision = decisions(sorts)
  const decided = valeurs.map((valeur) => ({ ...valeur, sort: decision(valeur) }))
  const sortDuLot = ({ valeurs: places, sort }: Lot) =>
    places ? sortDe(places.flatMap((place) => decided[place] ?? [])) : sort
  return { decided, sorts: lots.map(sortDuLot) }
}

/**
 * Whether what a pass read is also what a reading that only decides otherwise would: every row of a lot that becomes
 * something else could be read as a gift, and no refund is made or unmade.
 */
export function convient(lues: Lues, lecture: LectureFichier): boolean {
  const { decided, sorts } = decider(lues, lecture)
  const isSame = lues.valeurs.every(({ sort }, at) => sort === decided[at]?.sort)
  return (
    isSame ||
    lues.lots.every(
      (lot, at) =>
        lot.valeurs !== null &&
        (sorts[at] === lot.sort || (lot.estEntier && sorts[at] !== 'rembourse')),
    )
  )
}

/** Of all fates together. */
export const sommeDe = (counts: Record<Sort | 'rejet', number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

export function juger(lues: Lues, lecture: LectureFichier): Jugees {
  const { lots, rejetees, ...rest } = lues
  const { decided, sorts } = decider(lues, lecture)
  const of = <Value>(value: () => Value) => ({
    compte: value(),
    ne_compte_pas: value(),
    rembourse: value(),
  })
  const jugees: Jugees = {
    ...rest,
    valeurs: decided,
    lots: of((): number[] => []),
    lignes: { ...of(() => 0), rejet: rejetees.lignes },
    centimes: { ...of(() => 0), rejet: rejetees.centimes },
    indecises: 0,
    annees: [],
    anonymes: 0,
    premier: 0,
    dernier: 0,
  }
  const annees = new Map<number, Annee>()
  for (const [numero, lot] of lots.entries()) {
    const sort = sorts[numero] ?? null
    jugees.lignes[sort ?? 'rejet'] += lot.lignes
    jugees.centimes[sort ?? 'rejet'] += lot.centimes
    if (sort === null) jugees.indecises += lot.lignes
    else jugees.lots[sort].push(numero)
    if (sort !== 'compte') continue
    for (const { annee, dons, zeros, centimes } of lot.annees) {
      const sum = annees.get(annee) ?? { annee, dons: 0, zeros: 0, centimes: 0 }
      annees.set(annee, {
        annee,
        dons: sum.dons + dons,
        zeros: sum.zeros + zeros,
        centimes: sum.centimes + centimes,
      })
    }
    jugees.anonymes += lot.anonymes
    if (jugees.premier === 0 || (lot.premier > 0 && lot.premier < jugees.premier))
      jugees.premier = lot.premier
    jugees.dernier = Math.max(jugees.dernier, lot.dernier)
  }
  jugees.annees = [...annees.values()]
  return jugees
}
