import { ListeQuery } from '#contract/listes'
import { Problem } from '../../../problem'

/** The screens whose address can be kept: what they show is a list of donors. */
const LISTE = '/donateurs/liste'

/** What an address says of its page, and not of the list. */
const OF_THE_PAGE = ['page', 'impression', 'rafraichissement', 'sans_rafraichissement', 'limit']

const refused = (message: string) => new Problem('invalide', message, { champ: 'adresse' })

/** Reads the address of a list, whole or as a path; throws a Problem for another. */
export function readAdresse(adresse: string): { adresse: string; query: ListeQuery } {
  const base = 'http://application'
  const url = URL.canParse(adresse, base) ? new URL(adresse, base) : null
  if (url?.pathname !== LISTE)
    throw refused('Cette adresse n’est pas celle d’une liste : ouvrez la liste, puis gardez-la.')
  for (const name of OF_THE_PAGE) url.searchParams.delete(name)
  if (url.searchParams.has('q'))
    throw refused(
      'Une recherche ne se garde pas : ce qui y est cherché peut être le nom d’une personne.',
    )
  if (url.searchParams.has('liste')) throw refused('Cette liste est celle d’une liste déjà gardée.')
  const read = ListeQuery.safeParse(Object.fromEntries(url.searchParams))
  if (!read.success) throw refused(read.error.issues[0]?.message ?? 'Cette liste ne se lit pas.')
  return { adresse: `${LISTE}?${url.searchParams}`, query: read.data }
}
