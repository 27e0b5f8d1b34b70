import { CARTE } from '#contract/identite'
import type { Identite } from '#contract/lecture'
import { cleCodePostal, cleEmail, cleMobile, cleNom, sexeDe } from './noms'
import { estPossible, type Plan } from './resoudre'
import type { Personne } from './vocabulaire'

/** Between the keys of a donor, and within one: neither is in a cell's text, whose control characters are taken out. */
export const ENTRE_CLES = '\x1f'
export const DANS_CLE = '\x1e'

const strip = (text: string) => text.replaceAll(ENTRE_CLES, '').replaceAll(DANS_CLE, '')

/** What a row says beside name and zip and may contradict another's: the parts after its keys, its last name and `precis`. */
export const FAITS = ['email', 'mobile', 'naissance', 'sexe', 'societe'] as const

const CIVILITE = CARTE.indexOf('civility')
const PRENOM = CARTE.indexOf('firstname')
const NOM = CARTE.indexOf('lastname')
const EMAIL = CARTE.indexOf('email')
const TELEPHONE = CARTE.indexOf('phone')
const CODE_POSTAL = CARTE.indexOf('zip')
const NAISSANCE = CARTE.indexOf('birthdate')

/** What the cells of a donor say, as it is compared, in the order of FAITS. */
const faitsDe = ({ carte, is_company }: Pick<Personne, 'carte' | 'is_company'>): string[] => [
  cleEmail(carte[EMAIL] ?? ''),
  cleMobile(carte[TELEPHONE] ?? ''),
  /^\d{4}-\d\d-\d\d$/.exec(carte[NAISSANCE] ?? '')?.[0] ?? '',
  sexeDe(carte[CIVILITE] ?? ''),
  is_company ? 't' : '',
]

/**
 * Returns what makes the keys of a row's donor: one for each kind of the reading, in its order, '' where its cells are
 * empty; then the last name alone; and after a name with its zip, which several people may bear, what else is said of
 * this one: as a key where there is no other (`precis`), and each of FAITS. '' if no kind has a key. `avant`, what rules of
 * before read in these cells, where that differs: its keys come last, and lead to whom they led.
 */
export function createIdentifier({ lecture, champs, nomComplet }: Plan) {
  const genres = lecture.identite
  const isNamed =
    nomComplet !== undefined ||
    [champs.lastname, champs.company].some((place) => place !== undefined)
  const possible = new Set<Identite>(
    genres.filter((genre) => estPossible(genre, champs, nomComplet !== undefined)),
  )

  const cleDe = (
    genre: Identite,
    numero: string,
    client: string,
    { carte, is_company }: Pick<Personne, 'carte' | 'is_company'>,
  ): string => {
    if (!possible.has(genre)) return ''
    if (genre === 'numero') return strip(numero)
    if (genre === 'client') return strip(client)
    const first = cleNom(carte[PRENOM] ?? '')
    const last = cleNom(carte[NOM] ?? '')
    const name = first === '' ? last : last === '' ? first : `${first} ${last}`
    if (genre === 'email_et_nom') {
      const email = cleEmail(carte[EMAIL] ?? '')
      return email === '' || (isNamed && last === '') ? '' : email + DANS_CLE + name
    }
    const zip = cleCodePostal(carte[CODE_POSTAL] ?? '')
    // A last name alone is the name of a whole town's family; that of a company is not.
    const isWhole = last !== '' && (is_company || name.includes(' '))
    return zip === '' || !isWhole ? '' : name + DANS_CLE + zip
  }

  return (
    numero: string,
    client: string,
    dite: Pick<Personne, 'carte' | 'is_company'>,
    avant?: Personne['carte'],
  ): string => {
    let keys = ''
    let known = 0
    let named = ''
    for (const genre of genres) {
      const key = cleDe(genre, numero, client, dite)
      if (key !== '') known++
      if (genre === 'nom_et_code_postal') named = key
      keys += key + ENTRE_CLES
    }
    if (known === 0) return ''
    const last = cleNom(dite.carte[NOM] ?? '')
    const former = avant && genres.map((genre) => cleDe(genre, '', '', { ...dite, carte: avant }))
    if (named === '' && !former) return keys + last
    const faits = faitsDe(dite)
    const isTold = named !== '' && faits.some((fait) => fait !== '')
    const precis = known === 1 && isTold ? [named, ...faits].join(DANS_CLE) : ''
    return keys + [last, precis, ...faits, ...(former ?? [])].join(ENTRE_CLES)
  }
}
