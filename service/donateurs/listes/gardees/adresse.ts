import type { z } from 'zod'
import { CroisementQuery } from '#contract/croisements'
import { ListeQuery } from '#contract/listes'
import { Problem } from '../../../problem'

/** The screens whose address can be kept: what they show is a list of donors, or a crossing of them. */
const LISTE = '/donateurs/liste'
const CROISEMENT = '/donateurs/croisements'

/** What an address says of its page, and not of the list. */
const OF_THE_PAGE = ['page', 'impression', 'rafraichissement', 'sans-actualisation', 'limit']

const refused = (message: string) => new Problem('invalide', message, { champ: 'adresse' })

/** The donors of all cells of a crossing: those of its year, or of all years. */
function donorsOf(crossing: URLSearchParams): object {
  const read = CroisementQuery.safeParse(Object.fromEntries(crossing))
  if (!read.success) throw refused(read.error.issues[0]?.message ?? 'Ce croisement ne se lit pas.')
  const { annee, lignes, colonnes } = read.data
  if (lignes === 'annee' || colonnes === 'annee') return { ensemble: 'carriere' }
  return { ensemble: 'croisement', annee: String(annee) }
}

/** Reads the address of a list or a crossing, whole or as a path; throws a Problem for another. `asked` is its query as written. */
export function readAdresse(adresse: string): {
  adresse: string
  query: ListeQuery
  asked: z.input<typeof ListeQuery>
} {
  const base = 'http://application'
  const url = URL.canParse(adresse, base) ? new URL(adresse, base) : null
  if (url?.pathname !== LISTE && url?.pathname !== CROISEMENT)
    throw refused(
      'Cette adresse n’est pas celle d’une liste ou d’un croisement : ouvrez-le, puis gardez-le.',
    )
  const { pathname, searchParams } = url
  // A form sends its empty fields too, which say nothing.
  for (const [name, value] of [...searchParams])
    if (value === '' || OF_THE_PAGE.includes(name)) searchParams.delete(name)
  if (searchParams.has('q'))
    throw refused(
      'Une recherche ne se garde pas : ce qui y est cherché peut être le nom d’une personne.',
    )
  if (searchParams.has('liste')) throw refused('Cette liste est celle d’une liste déjà gardée.')
  const asked = pathname === LISTE ? Object.fromEntries(searchParams) : donorsOf(searchParams)
  const read = ListeQuery.safeParse(asked)
  if (!read.success) throw refused(read.error.issues[0]?.message ?? 'Cette liste ne se lit pas.')
  return {
    adresse: `${pathname}?${searchParams}`,
    query: read.data,
    asked: asked as z.input<typeof ListeQuery>,
  }
}
