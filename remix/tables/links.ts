import type { z } from 'zod'
import type { CroisementQuery } from '#contract/croisements'
import type { DonationsFiltres } from '#contract/donations'
import type { ListeQuery } from '#contract/listes'
import type { Chiffre } from '#contract/publications'
import type { SeriesFiltres } from '#contract/series'
import type { VagueNommee } from '#contract/vagues'
import { DICTIONARY_PATH } from '../screens/campagnes/dictionnaire/paths'
import type { Linked } from '../ui/table'

const addressOf = (path: string, query: Record<string, unknown>): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** List of a set's donors. */
export const donors = (query: z.input<typeof ListeQuery>): string =>
  addressOf('/donateurs/liste', query)

/** The table of donors by two axes. */
export const crossing = (query: CroisementQuery): string =>
  addressOf('/donateurs/croisements', query)

/** List of a year's gifts that count, filtered. */
export const gifts = ({
  annee,
  ...query
}: { annee: number } & z.input<typeof DonationsFiltres>): string =>
  addressOf('/donations', { annee, ...query, dons: '1' })

/** List of what is stored of a year and does not count: gifts of 0 €, and of excluded donors. */
export const uncounted = ({ annee }: { annee: number }): string =>
  addressOf('/donations', { annee, dons: '0' })

/** List of everything stored of a donor in a year, zero and excluded included. */
export const donationsOf = (query: { annee: number; contact_id: string }): string =>
  addressOf('/donations', query)

/** Path of what changed a figure. */
export const POURQUOI = '/dashboard/pourquoi'

/** What changed a figure of a year, of a campaign if it is one's, optionally since publication `de`. */
export const history = (query: {
  chiffre: Chiffre
  annee: number
  de?: number | undefined
  code?: string | undefined
}): string => addressOf(POURQUOI, query)

/** Path of the gifts that an import changed. */
export const CHANGEMENTS = '/dashboard/pourquoi/dons'

/** The gifts that an import changed. */
export const changedBy = (fichier_id: string): string =>
  addressOf(CHANGEMENTS, { import: fichier_id })

/** Path of the possibly fake donors. */
export const A_VERIFIER = '/donations/a-verifier'

/** Path of a wave of gifts, and what names it there. */
export const VAGUE = '/donations/vague'
export const vaguePath = ({
  regle,
  jour,
  montant,
  cle,
}: Pick<VagueNommee, 'regle' | 'jour' | 'montant' | 'cle'>): string =>
  addressOf(VAGUE, { regle, jour, montant, cle })

/** The same, read from an address or a form. */
export const vagueNamed = (named: { get: (name: string) => unknown }) => {
  const text = (name: string) => {
    const value = named.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    regle: text('regle') === 'B4' ? ('B4' as const) : ('B3' as const),
    jour: text('jour'),
    montant: Number(text('montant')),
    cle: text('cle'),
  }
}

/** Path of the words by which names are found. */
export const MOTS_DE_VERIFICATION = '/donations/mots'

/** Path of the decisions « légitime ». */
export const LEGITIMES = '/donations/legitimes'

/** The exclusions by which donors are excluded now, one of each. */
export const EXCLUSIONS_EN_VIGUEUR = '/donations/historique?en_vigueur=1'

/** Path of the contacts who may be one person, and of what says that they are not. */
export const DOUBLONS = '/donateurs/doublons'
export const DISTINCTS_PATH = `${DOUBLONS}/distincts`

/** Path of the series of gifts. */
export const SERIES = '/donateurs/reguliers/series'

/** Those of so many months or more, or that stopped in that month. */
export const seriesOf = (query: z.input<typeof SeriesFiltres> = {}): string =>
  addressOf(SERIES, query)

/** A count linked to its list, unless zero. */
export const linked = (count: number, href: string): Linked | number =>
  count > 0 ? { value: count, href } : count

/** A code in the dictionary of campaigns. */
export const dictionaryOf = (code: string): string => addressOf(DICTIONARY_PATH, { code })
