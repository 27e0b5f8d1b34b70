import type { CsvEndpoint } from '#contract/endpoint'
import { type Export, LISTES_CSV } from '#contract/exports'
import { MOTS } from '#contract/mots'

/** States of an export, in words. */
export const ETATS_EXPORT = {
  complet: 'Complet',
  en_cours: 'En cours',
  interrompu: 'Interrompu',
} as const

const listOf = (fichier: string) => LISTES_CSV.find(({ journal }) => journal?.code === fichier)

/** What an export is a file of. */
export const nameFile = ({ fichier }: Pick<Export, 'fichier'>): string =>
  listOf(fichier)?.journal?.nom ?? fichier

type Schema = CsvEndpoint['query']

const shapeOf = (schema: Schema | undefined): Record<string, Schema> =>
  schema && 'shape' in schema ? (schema.shape as Record<string, Schema>) : {}

/** Most telling first; the rest alphabetically. */
const FIRST = ['ensemble', 'annee', 'year', 'cohorte']
const rankOf = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
const inOrder = ([one]: [string, string], [other]: [string, string]) =>
  rankOf(one) - rankOf(other) || one.localeCompare(other)

/** Describes a file's set in words: `dormants, année 2024`. */
export function setOf({ fichier, parametres }: Pick<Export, 'fichier' | 'parametres'>): string {
  const list = listOf(fichier)
  const known = { ...shapeOf(list?.query), ...shapeOf(list?.body), ...list?.journal?.autres }
  const say = (name: string, value: string) =>
    (known[name] && MOTS.get(known[name])?.dit(value)) ?? `${name.replaceAll('_', ' ')} ${value}`
  return Object.entries(parametres)
    .sort(inOrder)
    .map(([name, value]) => say(name, value))
    .join(', ')
}
