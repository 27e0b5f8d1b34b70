import { motDeDevise } from './cells/devises'
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
  /** Of headings that say by what one paid, as « mode de paiement »: those that decide elsewhere, and what they are of. */
  manieres: string[]
  paiements: string[]
  /** What is sold, as values of « Tarif » say, and such headings. */
  ventes: string[]
  vendus: string[]
  /** Ways of paying, as values. */
  moyens: string[]
  /** Of headings: what tells rows or people apart, who has it, names in whole and in parts, and words between. */
  numeros: string[]
  personnes: string[]
  entiers: string[]
  noms: string[]
  prenoms: string[]
  articles: string[]
}

const LANGUES: Record<string, Lexique> = { fr, en, de, es, it }

const all = (part: keyof Lexique) => Object.values(LANGUES).flatMap((langue) => langue[part])

const TITRES = new Set(all('titres'))
const MOTIFS = new Set(all('motifs'))
const AUTOUR = new Set(all('autour'))
const MANIERES = new Set(all('manieres'))
const PAIEMENTS = new Set(all('paiements'))
const VENDUS = new Set(all('vendus'))
const NUMEROS = new Set(all('numeros'))
const PERSONNES = new Set(all('personnes'))
const AU_BORD = new Set([...PERSONNES, ...all('articles')])
const NOMS = { nom_complet: all('entiers'), lastname: all('noms'), firstname: all('prenoms') }
const CHAMPS = ['nom_complet', 'lastname', 'firstname'] as const
const formesDe = (part: keyof Lexique) => all(part).map((forme) => forme.split(' '))
const FORMES = formesDe('valeurs')
const VENTES = formesDe('ventes')
const MOYENS = formesDe('moyens')

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

/** Whether a column so headed decides by its values: « Statut », « Remboursé », « Gift Type »; not « Mode de paiement ». */
export function titreDecide(nom: string): boolean {
  const words = wordsOf(nom)
  const isPayment = words.some((word) => PAIEMENTS.has(word))
  return words.some((word) => TITRES.has(word) && !(isPayment && MANIERES.has(word)))
}

/** Whether a column so headed tells what was sold: « Tarif », « Billet ». */
export const titreVend = (nom: string): boolean => wordsOf(nom).some((word) => VENDUS.has(word))

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

const isOfPerson = (word: string) => PERSONNES.has(word) || PERSONNES.has(word.replace(/s$/, ''))

/** Whether a column so headed numbers rows: « N° reçu », « Transaction ID »; not « N° adhérent », which people bear. */
export function titreNumero(nom: string): boolean {
  const words = wordsOf(nom)
  return words.some((word) => NUMEROS.has(word)) && !words.some(isOfPerson)
}

/** What name a heading is of, beside whose it is and articles: « Customer Name », « Apellidos », « Votre nom et prénom ». */
export function titreNom(nom: string): keyof typeof NOMS | undefined {
  const said = wordsOf(nom).filter((word) => !AU_BORD.has(word) && !isOfPerson(word))
  const parts = said.map((word) => CHAMPS.find((champ) => NOMS[champ].includes(word)))
  if (parts.includes(undefined)) return undefined
  return parts.length > 1 ? 'nom_complet' : parts[0]
}

/** Longer cells are remarks. */
const LONGEST = 60

const parle = (text: string, formes: readonly string[][]): boolean => {
  if (text.length > LONGEST) return false
  const words = wordsOf(text)
  return words.some((_, at) =>
    formes.some((forme) => forme.every((part, next) => isOf(words[at + next] ?? '', part))),
  )
}

/** Whether a cell speaks of what came to nothing, was given back, is promised, a test or no gift. */
export const valeurDecide = (text: string): boolean => parle(text, FORMES)

/** Whether a cell speaks of a membership, a ticket, a shop. */
export const valeurVend = (text: string): boolean => parle(text, VENTES)

/** Whether a cell says by what one paid. */
export const valeurPaie = (text: string): boolean => parle(text, MOYENS)
