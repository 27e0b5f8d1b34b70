import type { z } from 'zod'
import type { effetFusion } from '#contract/groupes'

export const FUSION_PATH = '/donateurs/fusion'
export const CLES_PATH = '/donateurs/cles'
export const SEPARATION_PATH = '/donateurs/separation'

/** The groups to make, and what holds where their members are not all excluded or none is. */
export type Asked = z.input<typeof effetFusion.body>

type Fields = Pick<URLSearchParams, 'get' | 'getAll'> | FormData

const groupOf = (named: unknown): Asked['groupes'] => {
  if (!Array.isArray(named) || named.length === 0) return []
  const [principal = '', ...contacts] = named.map(String)
  return [{ principal, contacts }]
}

/** A group as one field, the principal first, or several. */
const parseGroups = (text: string): Asked['groupes'] => {
  try {
    const named: unknown = JSON.parse(text)
    return Array.isArray(named) && Array.isArray(named[0]) ? named.flatMap(groupOf) : groupOf(named)
  } catch {
    return []
  }
}

const namesOf = ({ principal, contacts }: Asked['groupes'][number]) => [principal, ...contacts]

/** Writes a group as one field. */
export const writeGroup = (groupe: Asked['groupes'][number]): string =>
  JSON.stringify(namesOf(groupe))

/** Writes several as one. */
export const writeGroups = (groupes: Asked['groupes']): string =>
  JSON.stringify(groupes.map(namesOf))

/** The groups that an address or a form asks for: `groupe` fields, or `principal` and its `contact`s. */
export function readAsked(fields: Fields): Asked {
  const all = (name: string) =>
    fields.getAll(name).flatMap((value) => (typeof value === 'string' ? value.trim() || [] : []))
  const [principal] = all('principal')
  const contacts = all('contact').filter((contact) => contact !== principal)
  const own = principal && contacts.length > 0 ? [{ principal, contacts }] : []
  const [exclusion] = all('exclusion')
  return {
    groupes: [...all('groupe').flatMap(parseGroups), ...own],
    ...(exclusion === 'exclure' || exclusion === 'reintegrer' ? { exclusion } : {}),
  }
}

/** The same with this contact, in the place of that principal, as the one whose number counts. */
export const withPrincipal = (asked: Asked, principal: string, contact: string): Asked => ({
  ...asked,
  groupes: asked.groupes.map((groupe) =>
    groupe.principal === principal
      ? { principal: contact, contacts: namesOf(groupe).filter((one) => one !== contact) }
      : groupe,
  ),
})
