import { motDeDevise } from '../parsing/cells/devises'
import de from './lexique/de.json'
import en from './lexique/en.json'
import es from './lexique/es.json'
import fr from './lexique/fr.json'
import it from './lexique/it.json'

/**
 * What the words of a language say of payments, without accents: `titres`, of columns that decide by their values;
 * `motifs`, of columns that decide by being filled, as « date de remboursement », with the words that may stand
 * `autour`; `valeurs`, of what came to nothing, was given back, is promised, a test or no gift: « annul* » begins so.
 */
interface Lexique {
  titres: string[]
  motifs: string[]
  autour: string[]
  valeurs: string[]
}

const LANGUES: Record<string, Lexique> = { fr, en, de, es, it }

const all = (part: keyof Lexique) => Object.values(LANGUES).flatMap((langue) => langue[part])

const TITRES = new Set(all('titres'))
const MOTIFS = new Set(all('motifs'))
const AUTOUR = new Set(all('autour'))
const FORMES = all('valeurs').map((forme) => forme.split(' '))

const isOf = (word: string, part: string) =>
  part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part

const MOST = 500

/** The words of a heading or a cell, without case and accents; « isTest » and « is_test » are two. */
const wordsOf = (text: string): string[] =>
  text
    .slice(0, MOST)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Whether a column so headed decides by its values: « Statut », « Remboursé », « Gift Type ». */
export const titreDecide = (nom: string): boolean => wordsOf(nom).some((word) => TITRES.has(word))

/**
 * Whether a column so headed decides by « rempli » or « vide »: the day, the reason or the code of a refund, a rejection,
 * a dispute, a cancellation.
 */
export function titreRempli(nom: string): boolean {
  const words = wordsOf(nom)
  return words.some((word) => MOTIFS.has(word)) && words.some((word) => AUTOUR.has(word))
}

/** Whether a column so headed says in which currency amounts are. */
export const titreDevise = (nom: string): boolean => wordsOf(nom).some(motDeDevise)

/** Longer cells are remarks. */
const LONGEST = 60

/** Whether a cell speaks of what came to nothing, was given back, is promised, a test or no gift. */
export function valeurDecide(text: string): boolean {
  if (text.length > LONGEST) return false
  const words = wordsOf(text)
  return words.some((_, at) =>
    FORMES.some((forme) => forme.every((part, next) => isOf(words[at + next] ?? '', part))),
  )
}
