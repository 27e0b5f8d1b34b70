/** Titles before a name, by how they are compared. */
const TITRES = new Set(
  'm mr mme mlle mm mmes monsieur madame mademoiselle dr docteur pr me maitre'.split(' '),
)
/** The one that people bear as their name. */
const NOM_ET_TITRE = 'maitre'

/** Small words that belong to the last name that they stand before. */
const PARTICULES = new Set(
  "de du des d d' la le les von van der den di da dos del el al ben".split(' '),
)
/** Those of them that stand in no French name of a company. */
const SURES = new Set('von van der den ben'.split(' '))

/** Words of the name of a company, as names are compared. */
const ORGANISMES = new Set(
  'association asso amicale agence atelier banque bar boulangerie cabinet cafe caisse centre cercle club college comite commune communaute compagnie conseil cooperative credit ecole editions eglise entreprise ets etablissements eurl federation fondation fonds garage groupe groupement hotel institut librairie lycee mairie maison monastere musee office paroisse pharmacie restaurant sa sarl sas sasu sci scop societe ste syndicat theatre union universite ville'.split(
    ' ',
  ),
)

/** A longer cell is refused; to normalise combining marks of a very long one would take forever. */
const LONGEST = 500

const MOST_KEPT = 20_000
/** Most names: nothing to take off. */
const ONE_WORD = /^[A-Za-z0-9]+$/

const kept = new Map<string, string>()

function fold(text: string): string {
  const words = text
    .slice(0, LONGEST)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const named = words.filter((word) => !TITRES.has(word))
  return (named.length > 0 ? named : words.filter((word) => word === NOM_ET_TITRE)).join(' ')
}

/** A name as it is compared: without case, accents, hyphens and titles. Empty never equals empty: '' is no name. */
export function cleNom(text: string): string {
  if (text === '' || ONE_WORD.test(text)) {
    const word = text.toLowerCase()
    return TITRES.has(word) && word !== NOM_ET_TITRE ? '' : word
  }
  const known = kept.get(text)
  if (known !== undefined) return known
  const key = fold(text)
  if (kept.size >= MOST_KEPT) kept.clear()
  if (text.length <= 100) kept.set(text, key)
  return key
}

/** A French zip code as it is compared, five digits, a lost leading zero given back; '' for any other. */
export function cleCodePostal(text: string): string {
  const digits = text.replace(/\s/g, '').replace(/\.0$/, '')
  return /^\d{4,5}$/.test(digits) ? digits.padStart(5, '0') : ''
}

export const cleEmail = (text: string): string =>
  /^[^\s@]+@[^\s@]+$/.test(text) ? text.toLowerCase() : ''

/** Most cells: an address and nothing else. */
const ONE_ADDRESS = /^[\w+-][\w.+-]*@[\w.-]*\w$/

/** The addresses of « Rose <rose@…> », `mailto:rose@…` or « rose@…, paul@… »; the cell itself where it has none. */
export function adressesDe(text: string): string[] {
  if (ONE_ADDRESS.test(text) || text.length > LONGEST) return [text]
  const found = text
    .split(/[\s<>,;:?/"()]/)
    .map((part) => (part.endsWith('.') ? part.slice(0, -1) : part))
    .filter((part) => cleEmail(part) !== '')
  return found.length > 0 ? found : [text]
}

/** A French mobile's ten digits; '' for any other number, which a whole household may have. */
export function cleMobile(text: string): string {
  const digits = text
    .replace(/[^\d+]/g, '')
    .replace(/^(?:\+|00)?33(?:0?)(?=[67]\d{8}$)|^(?=[67]\d{8}$)/, '0')
  return /^0[67]\d{8}$/.test(digits) ? digits : ''
}

/** The sex that a title tells; '' where it tells none. */
export function sexeDe(civility: string): 'M' | 'F' | '' {
  const title = civility.toLowerCase().replaceAll(/[. ]/g, '')
  if (['m', 'mr', 'monsieur'].includes(title)) return 'M'
  return ['mme', 'mlle', 'madame', 'mademoiselle'].includes(title) ? 'F' : ''
}

/** What a heading such as « Nom et prénom » or « First and last name » puts first. */
export function premierDe(entete: string): 'nom' | 'prenom' | undefined {
  const text = fold(entete)
  const first = text.search(/\b(?:prenoms?|first)\b/)
  const last = text.search(/\b(?:noms?|last)\b/)
  if (first < 0 || last < 0) return undefined
  return first < last ? 'prenom' : 'nom'
}

/** A name that stood in one cell. */
export interface NomLu {
  civility: string | undefined
  firstname: string | undefined
  lastname: string | undefined
}

const isTitre = (word: string) => TITRES.has(word.toLowerCase().replace(/\.$/, ''))
/** A name in capitals; no title, and no initials. */
const isCapital = (word: string) =>
  word === word.toUpperCase() && /\p{Lu}{2}/u.test(word) && !word.endsWith('.') && !isTitre(word)
const isParticule = (word: string) => PARTICULES.has(word.toLowerCase())
const isSure = (word: string) => SURES.has(word.toLowerCase())

/**
 * Where the last name begins, if capitals or a particle tell; the last name is last then. After a title any particle
 * does: « Boulangerie du Port » has none.
 */
function beginningOf(words: string[], isTitled: boolean): number | undefined {
  const capitals = words.map(isCapital)
  let at = words.length
  while (at > 0 && capitals[at - 1]) at--
  if (at === words.length) {
    const tells = isTitled ? isParticule : isSure
    at = words.findIndex((word, place) => place > 0 && tells(word))
  }
  if (at <= 0 || words.slice(0, at).some(isCapital)) return undefined
  while (at > 1 && isParticule(words[at - 1] ?? '')) at--
  return at
}

/**
 * Splits « Mme Anne-Marie de la TOUR »: a title first, then what a comma, capitals or a particle tell apart. Where
 * nothing tells, or a word is that of a company, all of it is the last name; `premier`, what the heading puts first, tells
 * of two words, and where a particle stands between them.
 */
export function lireNomComplet(text: string, premier?: 'nom' | 'prenom'): NomLu {
  const all = text.split(/\s+/).filter((word) => word !== '')
  const isCouple = isTitre(all[0] ?? '') && /^(?:et|ou|&)$/i.test(all[1] ?? '')
  const isTitled = all.length > 1 && isTitre(all[0] ?? '') && !isCouple
  const civility = isTitled ? all[0] : undefined
  const words = isTitled ? all.slice(1) : all
  const told = (firstname: string, lastname: string): NomLu => ({
    civility,
    firstname: firstname || undefined,
    lastname: lastname || undefined,
  })
  const rest = words.join(' ')
  const isOrganisme = fold(rest)
    .split(' ')
    .some((word) => ORGANISMES.has(word))
  if (isCouple || isOrganisme) return told('', rest)
  const comma = rest.split(',')
  if (comma.length === 2) return told((comma[1] ?? '').trim(), (comma[0] ?? '').trim())
  let first = 0
  while (first < words.length && isCapital(words[first] ?? '')) first++
  if (
    first > 0 &&
    first < words.length &&
    !words.slice(first).some(isCapital) &&
    !isParticule(words[first] ?? '')
  )
    return told(words.slice(first).join(' '), words.slice(0, first).join(' '))
  const at = beginningOf(words, isTitled || premier === 'prenom')
  if (at === undefined) {
    const last = words.findIndex((word) => !isParticule(word))
    const isTwo = last >= 0 && words.length === last + 2
    if (premier === 'nom' && isTwo) return told(words[last + 1] ?? '', words.slice(0, -1).join(' '))
    if (premier === 'prenom' && words.length === 2) return told(words[0] ?? '', words[1] ?? '')
    return told('', rest)
  }
  return told(words.slice(0, at).join(' '), words.slice(at).join(' '))
}
