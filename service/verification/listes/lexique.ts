import anglais from './anglais.json'
import francais from './francais.json'

/** The lists that people may add to: what each is of, as they read it. */
export const LISTES = {
  essais: 'Mots d’essai',
  remplissage: 'Remplissage',
  specimens: 'Spécimens et formulaires',
  insultes: 'Insultes',
  personnages: 'Personnages',
  publicites: 'Publicités',
} as const
export type Liste = keyof typeof LISTES

/** Lists as they are shipped: words and phrases without case and accents, and what may stand beside them. */
export type Lexique = Readonly<Record<keyof typeof francais, readonly string[]>>

const KEYS = Object.keys(francais) as (keyof typeof francais)[]

/** The shipped lists, of both languages. */
export const LEXIQUE: Lexique = Object.fromEntries(
  KEYS.map((liste) => [liste, [...new Set([...francais[liste], ...anglais[liste]])]]),
) as unknown as Lexique
