import type { Identite } from '#contract/lecture'
import { cleCodePostal, cleEmail, cleNom } from './noms'
import { estPossible, type Plan } from './resoudre'
import type { Personne } from './vocabulaire'

/** Between the keys of a donor, and within one: neither is in a cell's text, whose control characters are taken out. */
export const ENTRE_CLES = '\x1f'
export const DANS_CLE = '\x1e'

const strip = (text: string) => text.replaceAll(ENTRE_CLES, '').replaceAll(DANS_CLE, '')

const PRENOM = 1
const NOM = 2
const EMAIL = 3
const CODE_POSTAL = 5

/**
 * Returns what makes the keys of a row's donor: one for each kind of the reading, in its order, '' where its cells are
 * empty; then the last name alone. '' if no kind has a key.
 */
export function createIdentifier({ lecture, champs, nomComplet }: Plan) {
  const genres = lecture.identite
  const isNamed =
    nomComplet !== undefined ||
    [champs.lastname, champs.company].some((place) => place !== undefined)
  const possible = new Set<Identite>(
    genres.filter((genre) => estPossible(genre, champs, nomComplet !== undefined)),
  )

  return (
    numero: string,
    client: string,
    { carte, is_company }: Pick<Personne, 'carte' | 'is_company'>,
  ): string => {
    const first = cleNom(carte[PRENOM] ?? '')
    const last = cleNom(carte[NOM] ?? '')
    const name = first === '' ? last : last === '' ? first : `${first} ${last}`
    const keyOf = (genre: Identite): string => {
      if (!possible.has(genre)) return ''
      if (genre === 'numero') return strip(numero)
      if (genre === 'client') return strip(client)
      if (genre === 'email_et_nom') {
        const email = cleEmail(carte[EMAIL] ?? '')
        return email === '' || (isNamed && last === '') ? '' : email + DANS_CLE + name
      }
      const zip = cleCodePostal(carte[CODE_POSTAL] ?? '')
      // A last name alone is the name of a whole town's family; that of a company is not.
      const isWhole = last !== '' && (is_company || name.includes(' '))
      return zip === '' || !isWhole ? '' : name + DANS_CLE + zip
    }
    let keys = ''
    let isKnown = false
    for (const genre of genres) {
      const key = keyOf(genre)
      isKnown ||= key !== ''
      keys += key + ENTRE_CLES
    }
    return isKnown ? keys + last : ''
  }
}
