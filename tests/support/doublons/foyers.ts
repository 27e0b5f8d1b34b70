import type { Random } from '../../../service/programs/demo/random'
import { autreForme, initiales } from './degats'
import { createFamille, type Genre, type Nom } from './noms'

export interface Fiche {
  contact_id: string
  firstname: string
  lastname: string
  zip: string
  email: string
  phone: string
  birthdate: string
  civility: string
  is_company: boolean
}

const ZIPS = 6000

/** A place, large ones more often: the largest has 0.3 % of all, as postal codes have. */
function makeZip(random: Random): string {
  const rank = Math.floor(ZIPS * random.next() ** 1.5)
  return String((1 + (rank % 95)) * 1000 + Math.floor(rank / 95) * 10).padStart(5, '0')
}

const makeNumber = (random: Random, starts: readonly [string, ...string[]]) =>
  random.pick(starts) + String(random.between(10_000_000, 98_999_999))

const makeDay = (random: Random, from: number, to: number) =>
  `${random.between(from, to)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`

export const ascii = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()

/** An address nobody else has: `pris` are those that are taken. */
function makeEmail(random: Random, { prenom, nom }: Nom, pris: Set<string>): string {
  const first = ascii(prenom).slice(0, random.pick([1, 20])) || 'contact'
  const server = random.pick(['orange', 'free', 'laposte', 'gmail', 'wanadoo'])
  const written = (tail: string) => `${first}.${ascii(nom)}${tail}@${server}.exemple`
  let email = written(random.chance(0.7) ? String(random.between(1, 9999)) : '')
  while (pris.has(email)) email = written(String(random.between(1, 999_999)))
  pris.add(email)
  return email
}

const COMMERCES = [
  'Boulangerie',
  'Garage',
  'Pharmacie',
  'Imprimerie',
  'Menuiserie',
  'Cabinet',
  'Transports',
  'Librairie',
] as const

/** Where and how the people of a household are reached; they share some of it. */
interface Foyer {
  zip: string
  email: string
  mobile: string
  fixe: string
}

export const makeFoyer = (random: Random, nom: Nom, pris: Set<string>): Foyer => ({
  zip: makeZip(random),
  email: makeEmail(random, nom, pris),
  mobile: makeNumber(random, ['06', '07']),
  fixe: makeNumber(random, ['01', '02', '03', '04', '05', '09']),
})

/** A person of a household, as the card of a first gift has it. */
function makeFiche(
  random: Random,
  nom: Nom,
  genre: Genre,
  foyer: Foyer,
  born: [number, number],
): Omit<Fiche, 'contact_id'> {
  const phone = random.chance(0.5) ? foyer.mobile : random.chance(0.7) ? foyer.fixe : ''
  return {
    firstname: random.chance(0.003)
      ? ''
      : random.chance(0.01)
        ? initiales(random, nom.prenom)
        : nom.prenom,
    lastname: random.chance(0.4) ? nom.nom.toUpperCase() : nom.nom,
    zip: random.chance(0.97) ? foyer.zip : '',
    email: random.chance(0.65) ? foyer.email : '',
    phone,
    birthdate: random.chance(0.4) ? makeDay(random, ...born) : '',
    civility: random.chance(0.8) ? (genre === 'F' ? 'Mme' : 'M.') : '',
    is_company: false,
  }
}

/** A household of one to four donors: couples share a name and much else, and a child may bear a parent's first name. */
export function* makeMenage(
  random: Random,
  pris: Set<string>,
): Generator<Omit<Fiche, 'contact_id'>> {
  const called = createFamille(random)
  const genre: Genre = random.chance(0.55) ? 'F' : 'M'
  const first = called(genre)
  const home = makeFoyer(random, first, pris)
  yield makeFiche(random, first, genre, home, [1930, 1975])
  const apart = (nom: Nom, share: number): Foyer => ({
    ...home,
    email: random.chance(share) ? home.email : makeEmail(random, nom, pris),
    mobile: random.chance(share / 5) ? home.mobile : makeNumber(random, ['06', '07']),
  })
  if (random.chance(0.15)) {
    const other: Genre = genre === 'F' ? 'M' : 'F'
    const spouse = random.chance(0.85) ? called(other) : createFamille(random)(other)
    yield makeFiche(random, spouse, other, apart(spouse, 0.25), [1930, 1975])
  }
  if (random.chance(0.03)) {
    let child = called(random.pick(['F', 'M']))
    while (child.prenom === first.prenom) child = called(random.pick(['F', 'M']))
    if (random.chance(0.01)) child = first
    const lives = apart(child, 0.05)
    yield makeFiche(
      random,
      child,
      genre,
      { ...lives, zip: random.chance(0.5) ? home.zip : makeZip(random) },
      [1976, 2005],
    )
  }
}

export function makeSociete(random: Random, pris: Set<string>): Omit<Fiche, 'contact_id'> {
  const nom = createFamille(random)('M')
  const name = random.chance(0.6) ? `${random.pick(COMMERCES)} ${nom.nom}` : `${nom.nom} et Fils`
  const home = makeFoyer(random, nom, pris)
  const card = makeFiche(random, nom, 'M', home, [1950, 1960])
  return {
    ...card,
    firstname: '',
    lastname: autreForme(random, name),
    birthdate: '',
    civility: '',
    is_company: true,
  }
}
