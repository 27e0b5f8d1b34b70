import { type Corpus, type Kind, Plant, plantKinds } from '../corpus/plant'
import { BASES, type Culture, sansCoordonnees } from './bases'
import { CACHES, type Lot, VISIBLES } from './faux'
import { HONNETES } from './honnetes'
import * as neufs from './neufs'

type Genres = Readonly<Record<string, Kind>>

/** Kinds that are one thing by their number alone. */
const NOMBREUX =
  /une nuit|numérotées|boîte neuve|montent d’un pas|maison de retraite|presbytère|école|spectateurs|quête d’un jour|né pour le robot|qui se suivent|coureurs|collègues d’une entreprise/
const PLUSIEURS = /étiquettes|dix noms|douze noms|promenés/

/** The base in which each set is planted: two teach, the third is looked at once, at the end; `annuaire` has kinds of its own. */
const LOTS: Record<Exclude<Culture, 'annuaire'>, Lot> = { paroisse: 0, soiree: 1, nue: 2 }

const genresOf = (culture: Culture): { VISIBLES: Genres; CACHES: Genres; HONNETES: Genres } => {
  if (culture === 'annuaire') return neufs
  const of = (kinds: Readonly<Record<string, (lot: Lot) => Kind>>): Genres =>
    Object.fromEntries(Object.entries(kinds).map(([genre, kind]) => [genre, kind(LOTS[culture])]))
  return { VISIBLES: of(VISIBLES), CACHES: of(CACHES), HONNETES: of(HONNETES) }
}

export interface Ensemble {
  base: Corpus
  corpus: Corpus
  visibles: ReadonlySet<string>
}

/** A base of a culture with its set of planted fakes and honest odd people, or with nothing. */
export function createEnsemble(culture: Culture, donateurs: number, seed: number): Ensemble {
  const genres = genresOf(culture)
  const timesOf = (genre: string) => (NOMBREUX.test(genre) ? 25 : PLUSIEURS.test(genre) ? 12 : 4)
  const of = (kinds: Genres, times: number) =>
    Object.fromEntries(Object.entries(kinds).filter(([genre]) => timesOf(genre) === times))
  const plant = new Plant('G', seed + 1)
  for (const times of [4, 12, 25])
    plantKinds(
      plant,
      {
        faux: of({ ...genres.VISIBLES, ...genres.CACHES }, times),
        honnetes: of(genres.HONNETES, times),
      },
      times,
    )
  const { corpus } = plant
  return {
    base: BASES[culture](donateurs, seed),
    corpus: culture === 'nue' ? { ...corpus, fiches: corpus.fiches.map(sansCoordonnees) } : corpus,
    visibles: new Set(Object.keys(genres.VISIBLES)),
  }
}
