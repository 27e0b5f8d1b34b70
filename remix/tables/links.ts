import type { z } from 'zod'
import type { DonationsFiltres } from '#contract/donations'
import type { ListeQuery } from '#contract/listes'
import type { Chiffre } from '#contract/publications'
import type { Linked } from '../ui/table'

const addressOf = (path: string, query: Record<string, unknown>): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** The list of the donors of a set. */
export const donors = (query: z.input<typeof ListeQuery>): string =>
  addressOf('/donateurs/liste', query)

/** The list of the gifts that count: of a year, narrowed by filters. */
export const gifts = ({
  annee,
  ...query
}: { annee: number } & z.input<typeof DonationsFiltres>): string =>
  addressOf('/donations', { annee, ...query, dons: '1' })

/** All that is stored of a donor in a year, zero and excluded too. */
export const donationsOf = (query: { annee: number; contact_id: string }): string =>
  addressOf('/donations', query)

/** What changed a figure of a year, since publication `de` if that is said. */
export const history = (query: {
  chiffre: Chiffre
  annee: number
  de?: number | undefined
}): string => addressOf('/dashboard/pourquoi', query)

/** Where the donors are who may be fakes. */
export const A_VERIFIER = '/donations/a-verifier'

/** Where the decisions « légitime » are. */
export const LEGITIMES = '/donations/legitimes'

/** A number of donors or gifts with the list of them; nobody has no list. */
export const linked = (count: number, href: string): Linked | number =>
  count > 0 ? { value: count, href } : count
