import type { CsvEndpoint } from '#contract/endpoint'
import { type Export, LISTES_CSV } from '#contract/exports'
import { MOTS } from '#contract/mots'
import { formatSeconds } from '#figures/format'
import type { Colonne } from './colonnes'

/** States of an export, in words. */
const ETATS_EXPORT = {
  complet: 'Complet',
  en_cours: 'En cours',
  interrompu: 'Interrompu',
} as const

const listOf = (fichier: string) => LISTES_CSV.find(({ journal }) => journal?.code === fichier)

/** What an export is a file of. */
const nameFile = ({ fichier }: Pick<Export, 'fichier'>): string =>
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

const ecran = { place: 'ecran' } as const
const fichier = { place: 'fichier' } as const

/** The columns of the journal of exports. */
export const COLONNES_EXPORTS: readonly Colonne<Export>[] = [
  {
    title: 'Commencé le',
    key: 'commence',
    format: 'instant',
    ...ecran,
    of: (one) => one.commence_le,
  },
  {
    title: 'Commencé le (Paris)',
    format: 'texte',
    ...fichier,
    of: ({ commence_le }) => formatSeconds(commence_le),
  },
  { title: 'Fichier', format: 'texte', ...ecran, of: (one) => nameFile(one) },
  { title: 'Fichier', format: 'code', ...fichier, of: (one) => one.fichier },
  { title: 'Ensemble', format: 'texte', ...ecran, of: setOf },
  {
    title: 'Ensemble',
    format: 'texte',
    ...fichier,
    of: ({ parametres }) => new URLSearchParams(parametres).toString(),
  },
  { title: 'Par', format: 'texte', ...fichier, of: ({ par }) => par },
  { title: 'État', format: 'texte', of: ({ statut }) => ETATS_EXPORT[statut] },
  { title: 'Lignes', format: 'nombre', of: ({ lignes }) => lignes },
  { title: 'Empreinte', key: 'sha256', format: 'code', ...ecran, of: ({ sha256 }) => sha256 },
  { title: 'SHA-256', format: 'code', ...fichier, of: ({ sha256 }) => sha256 },
]
