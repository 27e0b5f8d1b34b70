import { createRandom } from '../../service/programs/demo/random'
import type { Don } from './dons'

export interface Fiche {
  contact_id: string
  firstname: string
  lastname: string
  city: string
  zip: string
  email: string
  phone: string
  is_company: boolean
}

export interface Monde {
  fiches: Fiche[]
  dons: Don[]
  /** The planted fakes, by what kind of fake they are. */
  faux: Map<string, string>
}

const PRENOMS = [
  'Camille',
  'Jean',
  'Marie',
  'Pierre',
  'Anne',
  'Lynn',
  'Rémy',
  'Guy',
  'Zoé',
  'Chloé',
  'Maël',
  'Yves',
  'Sylvie',
  'Krystyna',
  'Nguyệt',
  'Loïc',
  'Théo',
  'Inès',
  'Hugo',
  'Lise',
] as const
const NOMS = [
  'Martin',
  'Bernard',
  'Dubois',
  'Schwartz',
  'Le',
  'Goff',
  'Fauvel',
  'Testard',
  'Nguyen',
  'Demoulin',
  'Azemar',
  'Essertel',
  'Lefèvre',
  'Girard',
  'Krzyzewski',
  'Garcia',
  'Roux',
  'Tottereau',
  'Blanc',
  'Nulle',
  'Faure',
] as const
const DOMAINES = [
  'gmail.com',
  'orange.fr',
  'free.fr',
  'laposte.net',
  'wanadoo.fr',
  'sfr.fr',
] as const
const VILLES: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['Paris', '75011'],
  ['Lyon', '69003'],
  ['Brest', '29200'],
  ['Dijon', '21000'],
]
const SOCIETES = [
  'SCI Les Tilleuls',
  'Boulangerie Roux',
  'Cabinet BDRS',
  'Transports Lemoine',
] as const

/** A wave is one from so many on, however large the base. */
const VAGUE = 30

const ascii = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/**
 * A base of so many believable donors, with what is easily taken for a fake (homonyms, monthly givers, broadcast days,
 * companies, large gifts), and fakes of ten kinds, three in a thousand. What fakes look like is told without the rules.
 */
export function creerMonde(seed: number, donateurs: number): Monde {
  const parGenre = (donateurs / 10_000) * 3
  const random = createRandom(seed)
  const fiches: Fiche[] = []
  const dons: Don[] = []
  const faux = new Map<string, string>()

  const give = (contact_id: string, order_amount: number, order_date: string, media = 'WEB') =>
    dons.push({
      id: `D${dons.length}`,
      order_id: null,
      order_amount,
      order_date,
      contact_id,
      codemedia_code: media,
      campaign_code: null,
      origincode_code: null,
      product_code: null,
    })
  const day = (annee = random.between(2018, 2025)) =>
    `${annee}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`
  const phone = () =>
    `0${random.between(1, 7)}${String(random.between(0, 99_999_999)).padStart(8, '0')}`
  const person = (contact_id: string, given: Partial<Fiche> = {}): Fiche => {
    const [city, zip] = random.pick(VILLES)
    const fiche = {
      contact_id,
      firstname: random.pick(PRENOMS),
      lastname: random.pick(NOMS),
      city,
      zip,
      phone: random.chance(0.6) ? phone() : '',
      is_company: false,
      email: '',
      ...given,
    }
    if (given.email === undefined && random.chance(0.8))
      fiche.email = `${ascii(fiche.firstname)}.${ascii(fiche.lastname)}${contact_id.slice(1)}@${random.pick(DOMAINES)}`
    fiches.push(fiche)
    return fiche
  }

  for (let at = 0; at < donateurs; at += 1) {
    const id = `C${at}`
    const kind = random.between(1, 1000)
    // Some gave in cash at a stall: a name, or nothing, and little money.
    if (kind <= 20) {
      give(id, random.between(5, 100), day(), 'STAND')
      continue
    }
    person(
      id,
      kind <= 40 ? { firstname: '', lastname: random.pick(SOCIETES), is_company: true } : {},
    )
    if (kind <= 60)
      for (const annee of [2023, 2024])
        for (let mois = 1; mois <= 12; mois += 1)
          give(id, 10, `${annee}-${String(mois).padStart(2, '0')}-05`, 'PRLV')
    else if (kind <= 110) give(id, 5, '2023-12-08', 'TV')
    else if (kind === 111) give(id, random.pick([1_000, 2_000, 5_000, 10_000]), day())
    else
      for (let don = random.between(1, 5); don > 0; don -= 1)
        give(id, random.pick([15, 20, 30, 40, 50, 60, 80, 100, 150, 250]), day())
  }

  const plant = (kind: string, make: (id: string) => void, count = parGenre) => {
    for (let at = 0; at < count; at += 1) {
      const id = `X${faux.size}`
      faux.set(id, kind)
      make(id)
    }
  }
  plant('essai d’un formulaire', (id) => {
    person(id, { firstname: 'Test', lastname: random.pick(['Test', 'Essai', 'Site']) })
    give(id, random.between(1, 50), day())
  })
  plant('nom au clavier', (id) => {
    person(id, {
      firstname: random.pick(['Qsdfg', 'Wxcvbn', 'Sdfgh']),
      lastname: random.pick(['Hjklm', 'Dfghjk']),
      email: `${random.pick(['asdf', 'azerty', 'qwerty.asdf', 'test'])}@${random.pick(DOMAINES)}`,
    })
    give(id, random.between(1, 50), day())
  })
  plant('adresse d’exemple', (id) => {
    person(id, {
      email: `${ascii(random.pick(PRENOMS))}@${random.pick(['example.com', 'exemple.test', 'x.invalid'])}`,
    })
    give(id, random.between(10, 200), day())
  })
  plant('adresse jetable', (id) => {
    person(id, {
      email: `${id.toLowerCase()}@${random.pick(['yopmail.com', 'mailinator.com', 'guerrillamail.com'])}`,
      phone: random.pick(['0606060606', '06 12 34 56 78', '0102030405']),
    })
    give(id, random.between(10, 200), day())
  })
  plant('essais de cartes', (id) => {
    person(id)
    const one = day()
    for (let don = random.between(10, 25); don > 0; don -= 1) give(id, 1, one)
  })
  plant('montant fou, sans coordonnées', (id) => {
    person(id, { email: '', phone: '', zip: '', city: '' })
    give(id, random.between(25_000, 90_000), day())
  })
  plant('toto riche', (id) => {
    person(id, { firstname: 'Toto', lastname: random.pick(NOMS) })
    give(id, random.pick([9_999, 99_999.99, 1_234.56, 7_777]), day())
  })
  plant('carte bancaire', (id) => {
    person(id, { firstname: 'Carte', lastname: 'Bancaire' })
    give(id, random.between(1, 20), day())
  })
  plant('une adresse pour tous', (id) => {
    person(id, {
      lastname: `${random.pick(NOMS)}-${id}`,
      email: 'collectif@yopmail.com',
      phone: '0600000000',
    })
    give(id, random.between(10, 60), day())
  })
  plant(
    'vague automatique',
    (id) => {
      person(id, { email: `${id.toLowerCase()}@mailinator.com` })
      give(id, 2, '2024-02-13')
    },
    VAGUE,
  )
  return { fiches, dons, faux }
}
