import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Recherche, TROUVES_AU_PLUS } from '../../../service/contract/recherche'
import { MOTS } from '../../../service/donateurs/recherche/words'
import { anonymiseDonateur } from '../../../service/donateurs/rgpd/donateur'
import { derive, isLate } from '../../../service/platform/jobs/derived'
import { createRandom } from '../../../service/programs/demo/random'
import { get } from '../../support/analyses'
import { don, insertDons } from '../../support/dons'
import { exclude } from '../../support/exclusion'
import { HOSTILE } from '../../support/hostile'
import { publier } from '../../support/publier'
import { startService } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

type Carte = Record<'contact_id' | 'firstname' | 'lastname' | 'city' | 'zip' | 'email', string> & {
  phone?: string
}
const VIDE = { firstname: '', lastname: '', city: '', zip: '', email: '' }

/** Makes these cards all that is stored. */
async function insererContacts(cartes: (Partial<Carte> & { contact_id: string })[]): Promise<void> {
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'mots_contacts', 'mots_noms')
  const rows = cartes.map((carte) => ({ ...VIDE, ...carte }))
  for (let at = 0; at < rows.length; at += 1000)
    await db
      .insertInto('donateurs')
      .values(rows.slice(at, at + 1000))
      .execute()
  await derive(db, MOTS)
}

const chercher = (q: string, suite = '') =>
  get<Recherche>(app, `/api/donateurs/recherche?q=${encodeURIComponent(q)}${suite}`)
const ids = async (q: string) => (await chercher(q)).donateurs.map(({ contact_id }) => contact_id)

describe('[C] Un nom qui commence par @', () => {
  beforeAll(() =>
    insererContacts([
      { contact_id: 'C1', lastname: '@lex', firstname: 'Péan', email: 'lex@courriel.example' },
      { contact_id: 'C2', lastname: '@@tout', firstname: '@' },
      { contact_id: 'C3', lastname: 'O’@rien' },
      { contact_id: 'C4', lastname: 'un@nom.example', email: 'deux@autre.example' },
    ]),
  )

  test.each([
    ['@lex', ['C1']],
    ['lex', ['C1']],
    ['@LEX Péan', ['C1']],
    ['@@tout', ['C2']],
    ['o’@rien', ['C3']],
    ['rien', ['C3']],
    ['lex@courriel.example', ['C1']],
    // A name that is an address hides no other.
    ['deux@autre.example', ['C4']],
    ['un@nom.example', ['C4']],
    ['@', []],
    ['@courriel.example', []],
  ])('« %s » trouve %j', async (q, trouves) => {
    expect(await ids(q)).toEqual(trouves)
  })
})

const QUELQUES: (Partial<Carte> & { contact_id: string })[] = [
  {
    contact_id: 'C1',
    firstname: 'Jean-Noël',
    lastname: 'd’Hérouville',
    city: 'Saint-Étienne',
    zip: '42000',
    email: 'jn.herouville@courriel.example',
  },
  { contact_id: 'C2', firstname: 'Noëlle', lastname: 'Cœurdoux', city: 'Łódź', zip: '75011' },
  { contact_id: 'C3', firstname: 'Jean', lastname: 'Martin', city: 'Paris', zip: '75020' },
  { contact_id: 'C4', firstname: 'Martine', lastname: 'Jean', email: 'M.Jean@Autre.example' },
  {
    contact_id: 'C5',
    lastname: "Menuiserie O'Brien & Fils (SARL)",
    city: "L'Haÿ",
    zip: '94 240',
  },
]

describe('Ce que la recherche trouve', () => {
  beforeAll(() => insererContacts(QUELQUES))

  test.each([
    ['hérouville', ['C1']],
    ['HEROUVILLE', ['C1']],
    ["jean-noel d'herouville", ['C1']],
    ['herou noel', ['C1']],
    ['42000 jean', ['C1']],
    ['etienne', ['C1']],
    ['jn.herouville@courriel.example', ['C1']],
    ['JN.HEROUVILLE@', ['C1']],
    ['coeurdoux', ['C2']],
    ['CŒURDOUX noelle', ['C2']],
    ['lodz', ['C2']],
    ['75', ['C2', 'C3']],
    ['750 martin', ['C3']],
    ['martin', ['C3', 'C4']],
    ['jean martin', ['C3', 'C4']],
    ['  Martin,   Jean ', ['C3', 'C4']],
    ['m.jean@autre.example', ['C4']],
    ['o’brien fils', ['C5']],
    ['sarl', ['C5']],
    ['94240', ['C5']],
    ['fils 94240', ['C5']],
    ['94 240 fils', ['C5']],
    ['75 011', ['C2']],
    ['75\u202F011', ['C2']],
    ['75 012', []],
    ['ma', []],
    ['dupont', []],
    ['jean dupont', []],
    ['@', []],
    ['!?', []],
  ])('%s', async (q, found) => {
    expect(await ids(q)).toEqual(found)
  })
})

describe('Ce que la recherche suit', () => {
  beforeEach(() => insererContacts(QUELQUES))

  test('un contact se trouve par son identifiant, avec ou sans fiche', async () => {
    await insertDons(db, [don({ contact_id: 'Sans fiche 7' }), don({ contact_id: 'C3' })])
    expect(await ids('c3')).toEqual(['C3'])
    expect(await ids(' Sans fiche 7 ')).toEqual(['Sans fiche 7'])
    expect((await chercher('Sans fiche 7')).donateurs[0]).toMatchObject({
      lastname: null,
      city: null,
    })
  })

  test('la fiche d’un contact anonymisé ne se trouve plus, ni par ses mots ni après un calcul', async () => {
    const client = await database.pool.connect()
    await anonymiseDonateur(client, 'C1')
    client.release()
    expect(await ids('herouville')).toEqual([])
    await derive(db, MOTS)
    expect(await ids('herouville')).toEqual([])
    expect(await ids('C1')).toEqual(['C1'])
  })

  test('un nom corrigé se trouve, et l’ancien ne se trouve plus', async () => {
    await db
      .updateTable('donateurs')
      .set({ lastname: 'Durand' })
      .where('contact_id', '=', 'C3')
      .execute()
    // The second waits, and sees what the first has kept.
    expect(await Promise.all([derive(db, MOTS), derive(db, MOTS)])).toEqual([true, true])
    expect(await ids('durand jean')).toEqual(['C3'])
    expect(await ids('martin')).toEqual(['C4'])
  })
})

describe('Un téléphone', () => {
  const SPELT = [
    '0612345678',
    '06 12 34 56 78',
    '06.12.34.56.78',
    '06-12-34-56-78',
    '06/12/34/56/78',
  ]
  const ABROAD = ['+33612345678', '+33 6 12 34 56 78', '+33 (0)6 12 34 56 78', '0033612345678']
  const BROKEN = ['33612345678', '612345678', '6 12 34 56 78', '06\u00A012\u00A034\u00A056\u00A078']

  test('se trouve comme tous les autres, quelle que soit son écriture', async () => {
    const ecrits = [...SPELT, ...ABROAD, ...BROKEN]
    await insererContacts([
      ...ecrits.map((phone, at) => ({
        contact_id: `D${at}`,
        lastname: `Péan ${'abcdefghijklm'[at]}nom`,
        phone,
      })),
      { contact_id: 'autre', lastname: 'Péan', phone: '01 45 67 89 10' },
      { contact_id: 'sans', lastname: 'Sans' },
    ])
    const tous = ecrits.map((_, at) => `D${at}`).sort()
    for (const [at, phone] of ecrits.entries()) {
      expect((await ids(phone)).sort(), phone).toEqual(tous)
      expect(await ids(`péan ${'abcdefghijklm'[at]}nom ${phone}`), phone).toEqual([`D${at}`])
    }
    expect((await ids('06 12 34')).sort()).toEqual(tous)
    expect(await ids('sans 06 12 34 56 78')).toEqual([])
  })

  test('étranger, double ou trop court', async () => {
    await insererContacts([
      { contact_id: 'D1', phone: '+32 2 123 45 67' },
      { contact_id: 'D2', phone: '06 12 34 56 78 / 01 45 67 89 10' },
      { contact_id: 'D3', phone: '3615', zip: '06120' },
    ])
    expect(await ids('0032 2 1234567')).toEqual(['D1'])
    expect(await ids('0145678910')).toEqual(['D2'])
    expect(await ids('+33 6 12 34 56 78')).toEqual(['D2'])
    // A zip, or its beginning, is none.
    expect(await ids('0612')).toEqual(['D3'])
    expect(await ids('06')).toEqual(['D3'])
  })
})

describe('Un titre', () => {
  beforeAll(() =>
    insererContacts([
      { contact_id: 'D1', lastname: 'Péan', firstname: 'Zoé' },
      { contact_id: 'D2', lastname: 'Mme', firstname: 'Autre' },
    ]),
  )

  test.each(['Mme Péan', 'madame zoé péan', 'PÉAN, M.', 'Dr. Zoé', 'Mlle Péan Zoé', 'Mme'])(
    'dans « %s » ne compte pas, ou compte seul',
    async (q) => {
      expect(await ids(q)).toEqual([q === 'Mme' ? 'D2' : 'D1'])
    },
  )
})

describe('Les noms les plus proches', () => {
  const proches = async (q: string) => {
    const found = await chercher(q)
    expect(found.donateurs).toEqual([])
    expect(found.total_donateurs).toBe(0)
    return found.proches.map(({ contact_id }) => contact_id)
  }
  beforeAll(() =>
    insererContacts([
      {
        contact_id: 'D1',
        lastname: 'Lefebvre',
        firstname: 'Caroline',
        email: 'c@courriel.example',
      },
      { contact_id: 'D2', lastname: 'Lefèvre', firstname: 'Paul' },
      { contact_id: 'D3', lastname: 'Schmitt', firstname: 'Caroline' },
      { contact_id: 'D4', lastname: 'Nguyen', firstname: 'Anh' },
    ]),
  )

  test.each([
    // Nearest first: one letter lacks, or is another, or is doubled, or two have changed places.
    ['lefebre', ['D1', 'D2']],
    ['Mme Lefebre', ['D1', 'D2']],
    ['Lefebvre Karoline', ['D1']],
    ['schmidt', ['D3']],
    ['shcmitt caroline', ['D3']],
    ['nguyenn', ['D4']],
    // Both are known, but of different people.
    ['paul schmitt', ['D2', 'D3']],
    ['zzzzzz', []],
    ['x', []],
    ['99999', []],
    [`' | "a" & !b:*`, []],
  ])('de « %s » sont %j', async (q, expected) => {
    expect(await proches(q)).toEqual(expected)
  })

  test('ne se disent que si personne n’est trouvé', async () => {
    expect(await chercher('lefebvre')).toMatchObject({ total_donateurs: 1, proches: [] })
    expect((await chercher('')).proches).toEqual([])
  })

  test('n’ont plus le nom de qui est anonymisé, corrigé ou parti', async () => {
    const noms = async () => {
      const rows = await db.selectFrom('mots_noms').select('mot').orderBy('mot').execute()
      return rows.map(({ mot }) => mot).join(' ')
    }
    expect(await noms()).toBe('anh caroline lefebvre lefevre nguyen paul schmitt')
    const client = await database.pool.connect()
    await anonymiseDonateur(client, 'D1')
    client.release()
    // Another one is called Caroline, too.
    expect(await noms()).toBe('anh caroline lefevre nguyen paul schmitt')
    await db
      .updateTable('donateurs')
      .set({ lastname: 'Durand' })
      .where('contact_id', '=', 'D4')
      .execute()
    await derive(db, MOTS)
    expect(await noms()).toBe('anh caroline durand lefevre paul schmitt')
  })
})

describe('Ce que la recherche montre', () => {
  test('les dons du contact, les nuls à part, son statut et s’il est exclu', async () => {
    await insererContacts([{ contact_id: 'A', lastname: 'Péan' }])
    await insertDons(
      db,
      [
        don({ contact_id: 'A', id: '9', order_amount: 30.1, order_date: '2019-05-01' }),
        don({ contact_id: 'A', id: '10', order_amount: 20.2, order_date: '2022-05-01' }),
        don({ contact_id: 'A', id: '9', order_amount: 5, order_date: '2022-05-01' }),
        don({ contact_id: 'A', order_amount: 0, order_date: '2024-01-01' }),
        don({ contact_id: 'B', order_amount: 1, order_date: '2023-01-01' }),
      ].map((gift, at) => ({ ...gift, id: `${gift.id}${at}` })),
    )
    await publier(db)
    const { donateurs } = await chercher('pean')
    expect(donateurs).toEqual([
      {
        contact_id: 'A',
        firstname: '',
        lastname: 'Péan',
        is_company: null,
        city: '',
        zip: '',
        email: '',
        phone: null,
        montant: 55.3,
        nombre_dons: 3,
        premier_don: '2019-05-01',
        dernier_don: '2022-05-01',
        dernier_montant: 20.2,
        cumul: 55.3,
        cumul_dons: 3,
        statut: 'dormant',
        exclu: false,
      },
    ])
    await exclude(db, 'A')
    expect((await chercher('pean')).donateurs[0]?.exclu).toBe(true)
  })

  test('rien sans question, et la question telle qu’elle a été lue', async () => {
    expect(await get<Recherche>(app, '/api/donateurs/recherche')).toMatchObject({
      q: '',
      total_donateurs: 0,
      donateurs: [],
    })
    expect((await chercher(' Zoé ')).q).toBe('Zoé')
  })

  test('les pages se suivent, et après la fin vient la dernière ; trop de contacts sont dits', async () => {
    await insererContacts(
      Array.from({ length: TROUVES_AU_PLUS + 5 }, (_, at) => ({
        contact_id: `N${at}`,
        lastname: 'Foule',
        city: at < 30 ? 'Nantes' : 'Brest',
      })),
    )
    const pages = await Promise.all(
      [1, 2, 3].map((page) => chercher('foule nantes', `&page=${page}&limit=20`)),
    )
    expect(pages.map(({ donateurs }) => donateurs.length)).toEqual([20, 10, 10])
    expect(pages[2]?.pagination.current_page).toBe(2)
    expect(pages[0]).toMatchObject({ total_donateurs: 30, tronque: false })
    expect(await chercher('foule')).toMatchObject({
      total_donateurs: TROUVES_AU_PLUS,
      tronque: true,
      pagination: { total_items: TROUVES_AU_PLUS },
    })
  })
})

/** The same question answered without SQL, from the definition of a word. */
function trouverAutrement(cartes: Carte[], q: string): string[] {
  const plier = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase()
      .replace(/œ/g, 'oe')
  const couper = (text: string) =>
    plier(text)
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
  // A postal code is asked as it is written, and with its space or without.
  const lectures = [
    q,
    q.replace(/\b(\d\d)(\d{3})\b/g, '$1 $2'),
    q.replace(/\b(\d\d) (\d{3})\b/g, '$1$2'),
  ]
  return cartes
    .filter((carte) => {
      const local = carte.email.split('@')[0] ?? ''
      const mots = couper([carte.lastname, carte.firstname, carte.zip, carte.city, local].join(' '))
      return lectures.some((lecture) =>
        couper(lecture).every((cherche) =>
          /^\d\d|^.../.test(cherche)
            ? mots.some((mot) => mot.startsWith(cherche))
            : mots.includes(cherche),
        ),
      )
    })
    .map(({ contact_id }) => contact_id)
    .sort()
}

test('au hasard : les contacts trouvés sont ceux de la définition', async () => {
  const random = createRandom(7)
  const NOMS = ['Martin', 'Marchand', 'Le Gall', 'Péan', 'D’Arc', 'Cœur', 'Ça', 'Noël-Roy', 'Li']
  const VILLES = ['Saint-Étienne', 'Étampes', 'L’Haÿ', 'Paris', 'Y']
  const pick = (list: readonly string[]) => list[random.between(0, list.length - 1)] ?? ''
  const cartes = Array.from({ length: 300 }, (_, at) => ({
    contact_id: `A-${String(at).padStart(3, '0')}`,
    lastname: pick(NOMS),
    firstname: pick(NOMS),
    city: pick(VILLES),
    zip: `${random.between(10, 12)}${pick(['', ' '])}00${random.between(0, 3)}`,
    email: random.between(0, 1) ? `${at}.${pick(['pean', 'gall', 'x'])}@courriel.example` : '',
  }))
  await insererContacts(cartes)
  const MOTS = [
    'mar',
    'MARTIN',
    'pean',
    'péan gall',
    'li',
    'coeur',
    'ça',
    '11',
    '1100',
    '11002',
    '11 002',
    'etam',
    'l',
    'arc d',
    'roy noel',
    'saint y',
    'x',
    'haÿ',
    'le gall paris',
  ]
  for (const q of [...MOTS, ...MOTS.map((mot) => `${mot} ${pick(MOTS)}`)]) {
    const { donateurs } = await chercher(q, '&limit=100')
    const { pagination } = await chercher(q)
    const expected = trouverAutrement(cartes, q)
    expect(pagination.total_items, q).toBe(expected.length)
    if (expected.length <= 100)
      expect(donateurs.map(({ contact_id }) => contact_id).sort(), q).toEqual(expected)
  }
})

describe('Une question hostile', () => {
  const QUESTIONS = [
    ...HOSTILE,
    "'",
    "''",
    '"',
    '\\',
    "\\'",
    "a'b\\c",
    ':*',
    'a:*',
    'a & b | !c <-> d',
    '%_%',
    '\0',
    'a\0b',
    '👍🏽 emoji',
    '\uFDFA'.repeat(200),
    '㌖'.repeat(200),
    'é'.repeat(200),
    '\u202E',
    'x'.repeat(3_000),
    'x y '.repeat(500),
    'a@b '.repeat(500),
  ]
  beforeAll(() =>
    insererContacts(
      QUESTIONS.map((q, at) => ({
        contact_id: `H${at}`,
        lastname: q.replaceAll('\0', ''),
        city: 'Ici',
      })),
    ),
  )

  test.each(QUESTIONS.map((q, at) => [JSON.stringify(q).slice(0, 40), q, `H${at}`]))(
    '%s ne fait rien échouer',
    async (_, q, contact) => {
      await chercher(q)
      expect(await ids(contact)).toEqual([contact])
    },
  )

  test.each([...HOSTILE.slice(0, 6)])('un nom hostile se trouve par lui-même : %j', async (nom) => {
    expect(await ids(nom)).toContain(`H${HOSTILE.indexOf(nom)}`)
  })

  test('une page qui n’en est pas une se refuse', async () => {
    for (const [suite, champ] of [
      ['&page=0', 'page'],
      ['&limit=101', 'limit'],
    ] as const) {
      const answer = await app.inject(`/api/donateurs/recherche?q=x${suite}`)
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ champ })
    }
  })
})

test('les mots sont en retard après un import de contacts, et le disent', async () => {
  await derive(db, MOTS)
  expect(await isLate(db, MOTS)).toBe(false)
  await sql`
    with recu as (
      insert into fichiers (fichier_id, type, nom) values (gen_random_uuid(), 'donateurs', 'c.csv') returning *
    )
    insert into imports (fichier_id, statut) select fichier_id, 'completed' from recu
  `.execute(db)
  expect((await chercher('x')).en_retard).toBe(true)
  await derive(db, MOTS)
  expect((await chercher('x')).en_retard).toBe(false)
})
