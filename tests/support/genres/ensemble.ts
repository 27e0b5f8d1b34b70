import { type Corpus, Plant, plantKinds } from '../corpus/plant'
import { BASES, type Culture, sansCoordonnees } from './bases'
import { CACHES, type Lot, VISIBLES } from './faux'
import { HONNETES } from './honnetes'

/** Kinds that are one thing by their number alone. */
const NOMBREUX =
  /une nuit|numérotées|boîte neuve|montent d’un pas|maison de retraite|presbytère|école|spectateurs|quête d’un jour/
const PLUSIEURS = /étiquettes|dix noms/

/** The base in which each set is planted: two teach, the third is looked at once, at the end. */
const LOTS: Record<Culture, Lot> = { paroisse: 0, soiree: 1, nue: 2 }

export interface Ensemble {
  base: Corpus
  corpus: Corpus
  visibles: ReadonlySet<string>
}

/** A base of a culture with its set of planted fakes and honest odd people, or with nothing. */
export function createEnsemble(culture: Culture, donateurs: number, seed: number): Ensemble {
  const lot = LOTS[culture]
  const timesOf = (genre: string) => (NOMBREUX.test(genre) ? 25 : PLUSIEURS.test(genre) ? 12 : 4)
  const of = (kinds: typeof VISIBLES, times: number) =>
    Object.fromEntries(
      Object.entries(kinds)
        .filter(([genre]) => timesOf(genre) === times)
        .map(([genre, kind]) => [genre, kind(lot)]),
    )
  const plant = new Plant('G', seed + 1)
  for (const times of [4, 12, 25])
    plantKinds(
      plant,
      { faux: of({ ...VISIBLES, ...CACHES }, times), honnetes: of(HONNETES, times) },
      times,
    )
  const { corpus } = plant
  return {
    base: BASES[culture](donateurs, seed),
    corpus: culture === 'nue' ? { ...corpus, fiches: corpus.fiches.map(sansCoordonnees) } : corpus,
    visibles: new Set(Object.keys(VISIBLES)),
  }
}
