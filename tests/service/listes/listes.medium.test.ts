import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Liste, ListeQuery } from '#contract/listes'
import type { Recherche } from '#contract/recherche'
import type { Reguliers } from '#contract/reguliers'
import { nameFile } from '../../../service/donateurs/listes/routes'
import { MOTS } from '../../../service/donateurs/recherche/words'
import { derive } from '../../../service/platform/jobs/derived'
import { AT_ONCE, get, startAnalyses, store } from '../../support/analyses'
import { don } from '../../support/dons'
import { forAll } from '../../support/for-all'
import { PATIENCE, tirages } from '../../support/hasard'
import { HOSTILE } from '../../support/hostile'
import { publier } from '../../support/publier'
import { type Donor, donorsOf, type World } from '../../support/reference/gifts'
import {
  type Demande,
  demandesDe,
  demandesDesCarrieres,
  liste,
} from '../../support/reference/listes'
import { demandesRegulieres } from '../../support/reference/reguliers'
import { mandatWorld, world } from '../../support/worlds'

/** Random data sets compared. */
const NOMBRE = tirages(15)

const { app, database, given, ask } = await startAnalyses()

const addressOf = (asked: Demande, path = '/api/donateurs/liste') =>
  `${path}?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))}`

/** What of an answer does not depend on cards, words and the clock. */
const pareDown = ({ total_donateurs, total_montant, donateurs }: Liste) => ({
  total_donateurs,
  total_montant,
  donateurs: donateurs.map((donateur) => ({
    contact_id: donateur.contact_id,
    montant: donateur.montant,
    nombre_dons: donateur.nombre_dons,
    premier_don: donateur.premier_don,
    dernier_don: donateur.dernier_don,
    dernier_montant: donateur.dernier_montant,
    cumul: donateur.cumul,
    cumul_dons: donateur.cumul_dons,
  })),
})

const read = async (asked: Demande) =>
  pareDown(await get<Liste>(app, addressOf({ ...asked, limit: 100 })))

const compare = (given: World, years: readonly number[]) =>
  compareLists(given, (donors) => [
    ...years.flatMap((year) => demandesDe(donors, year, given.produit)),
    ...demandesDesCarrieres(donors, given.produit),
  ])

async function compareLists(given: World, asks: (donors: Donor[]) => Demande[]): Promise<void> {
  const donors = donorsOf(given)
  const asked = asks(donors)
  const ask = async (one: Demande) => [JSON.stringify(one), await read(one)] as const
  const found = Object.fromEntries(await forAll(asked, ask, AT_ONCE))
  const expected = asked.map((one) => [JSON.stringify(one), liste(donors, one, given.produit)])
  expect(found).toEqual(Object.fromEntries(expected))
}

const year = fc.constantFrom(2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2024, 2025, 2100)

async function decide(operation: 'exclure' | 'reintegrer', contact_id: string) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/exclusions/${operation}`,
    payload: { contact_id },
  })
  return answer.statusCode
}

test(
  'chaque liste a les donateurs qu’un recalcul indépendant trouve, sur des données tirées au hasard',
  { timeout: PATIENCE },
  async () => {
    await fc.assert(
      fc.asyncProperty(world, year, async (given, asked) => {
        await store(database.db, given)
        await compare(given, [asked])
      }),
      { numRuns: NOMBRE },
    )
  },
)

test(
  'les listes des réguliers ont les donateurs d’un recalcul, et chaque chiffre de l’écran a sa liste',
  { timeout: PATIENCE },
  async () => {
    await fc.assert(
      fc.asyncProperty(mandatWorld, async (given) => {
        await store(database.db, given)
        await compareLists(given, () => [2022, 2024].flatMap(demandesRegulieres))
        const { annees, rythmes, possibles } = await get<Reguliers>(app, '/api/analytics/reguliers')
        const sizeOf = async (asked: Demande) => (await read(asked)).total_donateurs
        const ensemble = 'reguliers_actifs'
        expect(await sizeOf({ ensemble: 'reguliers_possibles' })).toBe(possibles)
        expect(await sizeOf({ ensemble })).toBe(annees.at(-1)?.actifs_fin ?? 0)
        for (const { rythme, actifs } of rythmes)
          expect(await sizeOf({ ensemble, rythme })).toBe(actifs)
        for (const { annee, ...figures } of annees)
          for (const move of ['demarres', 'arretes', 'augmentes', 'diminues'] as const)
            expect(await sizeOf({ ensemble: `reguliers_${move}`, annee })).toBe(figures[move])
      }),
      { numRuns: NOMBRE },
    )
  },
)

test('une exclusion et une réintégration se voient dans chaque liste, sans nouveau calcul', async () => {
  const dons = fc
    .sample(world, { numRuns: 10, seed: 7 })
    .flatMap((one) => one.dons)
    .map((one, at) => ({ ...one, id: String(at) }))
  const one: World = { dons, exclus: [], motif: 'VFL', produit: 'PRODUIT' }
  await store(database.db, one)
  const excluded = one.dons.find(({ order_amount }) => order_amount > 0)?.contact_id ?? ''
  expect(await decide('exclure', excluded)).toBe(200)
  await compare({ ...one, exclus: [excluded] }, [2017, 2018])
  expect(await decide('reintegrer', excluded)).toBe(200)
  await compare(one, [2018])
})

test('le fichier a une ligne pour chaque donateur de la liste, dans son ordre', async () => {
  const dons = Array.from({ length: 4_321 }, (_, at) =>
    don({ contact_id: `C${at}`, order_amount: 10 + (at % 50) }),
  )
  await given(...dons)
  const asked = { ensemble: 'actifs', annee: 2024 }
  const { statusCode, headers, body } = await app.inject(
    addressOf(asked, '/api/donateurs/liste.csv'),
  )
  expect(statusCode).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="donateurs-actifs-2024.csv"')
  const lines = body.trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFContact;Prénom;Nom;Société;Code postal;Ville;E-mail;Téléphone;Montant 2024 (€);Dons;Premier don;Dernier don;Montant du dernier don (€);Cumul (€);Dons en tout;Remercié le;Remercié par;Statut au 15/06/2024',
  )
  const upTo = addressOf({ ...asked, au: '2024-06-30' }, '/api/donateurs/liste.csv')
  expect((await app.inject(upTo)).body).toContain(';Montant 2024, année entière (€);')
  const inFile = lines.slice(1).map((line) => line.split(';')[0])
  expect(new Set(inFile).size).toBe(dons.length)

  const page = async (number: number) =>
    get<Liste>(app, addressOf({ ...asked, limit: 100, page: number }))
  const inPages: string[] = []
  for (let number = 1; number <= 44; number += 1)
    inPages.push(...(await page(number)).donateurs.map(({ contact_id }) => contact_id))
  expect(inPages).toEqual(inFile)
  const last = await page(999)
  expect(last.pagination).toEqual({
    current_page: 44,
    total_pages: 44,
    total_items: 4_321,
    has_previous: true,
    has_next: false,
  })
  expect(last.total_montant).toBe(dons.reduce((sum, { order_amount }) => sum + order_amount, 0))
})

test('les filtres s’ajoutent l’un à l’autre, et le fichier les suit', async () => {
  await given(
    don({ contact_id: 'A', order_amount: 30, codemedia_code: 'WEB' }),
    don({ contact_id: 'B', order_amount: 60, codemedia_code: 'WEB' }),
    don({ contact_id: 'B', order_amount: 500, order_date: '2023-01-01' }),
    don({ contact_id: 'C', order_amount: 90, campaign_code: 'VFL' }),
    don({ contact_id: 'D', order_amount: 45, codemedia_code: 'web' }),
  )
  await database.db
    .insertInto('donateurs')
    .values([
      { contact_id: 'A', lastname: 'Étienne', zip: '97412', email: 'a@exemple.fr' },
      { contact_id: 'B', lastname: 'Ébrard', zip: '97412' },
      { contact_id: 'C', lastname: 'zola', zip: '75011', email: 'c@exemple.fr' },
    ])
    .execute()
  await publier(database.db)
  const ids = async (filters: Record<string, string>) => {
    const asked = { ensemble: 'actifs', annee: 2024, ...filters }
    const { donateurs, total_donateurs } = await ask<Liste>(addressOf(asked))
    const file = await app.inject(addressOf(asked, '/api/donateurs/liste.csv'))
    const found = donateurs.map(({ contact_id }) => contact_id)
    expect(total_donateurs).toBe(found.length)
    expect(
      file.body
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';')[0]),
    ).toEqual(found)
    return found.join('')
  }
  expect(await ids({})).toBe('CBDA')
  expect(await ids({ montant_min: '45' })).toBe('CBD')
  expect(await ids({ montant_min: '45', montant_max: '60,00 €' })).toBe('BD')
  expect(await ids({ cumul_min: '90' })).toBe('CB')
  expect(await ids({ media: 'WEB' })).toBe('BA')
  expect(await ids({ media: 'N/A' })).toBe('C')
  expect(await ids({ campagne: 'VFL' })).toBe('C')
  expect(await ids({ campagne: 'PRODUIT', media: 'web' })).toBe('D')
  expect(await ids({ departement: '974' })).toBe('BA')
  expect(await ids({ region: '04' })).toBe('BA')
  expect(await ids({ region: '11' })).toBe('C')
  expect(await ids({ departement: 'inconnu' })).toBe('D')
  expect(await ids({ departement: '75' })).toBe('C')
  expect(await ids({ departement: '974', avec_email: '1' })).toBe('A')
  expect(await ids({ tri: 'cumul' })).toBe('BCDA')
  expect(await ids({ tri: 'nom' })).toBe('BACD')
  expect(await ids({ tri: 'dernier_don' })).toBe('ABCD')
  expect(await ids({ tri: '-montant' })).toBe('ADBC')
  expect(await ids({ tri: '-cumul' })).toBe('ADCB')
  expect(await ids({ tri: '-nom' })).toBe('CABD')
  expect(await ids({ tri: 'contact' })).toBe('ABCD')
  expect(await ids({ tri: '-contact' })).toBe('DCBA')
  expect(await ids({ tri: 'code_postal' })).toBe('CABD')
  expect(await ids({ tri: '-code_postal' })).toBe('ABCD')
  for (const tri of ['dons', 'cumul_dons', 'premier_don', 'ville'])
    for (const sens of ['', '-']) expect(await ids({ tri: sens + tri })).toHaveLength(4)
  expect(
    (await app.inject(addressOf({ ensemble: 'actifs', annee: 2024, tri: '--nom' }))).statusCode,
  ).toBe(422)
  await database.db.deleteFrom('donateurs').execute()
})

test('le titre, la définition et le nom du fichier disent chaque filtre', async () => {
  const filters = { montant_min: '100', campagne: 'VFL', departement: '2a', avec_email: '1' }
  const said = async (asked: Demande) => {
    const { titre, definition } = await get<Liste>(app, addressOf(asked))
    const { headers } = await app.inject(addressOf(asked, '/api/donateurs/liste.csv'))
    return [titre, definition, /filename="(.+)"/.exec(String(headers['content-disposition']))?.[1]]
  }
  const mots =
    'montant d’au moins 100,00\u00A0€, VFL uniquement, département Corse-du-Sud (2A), avec e\u2011mail'
  expect(await said({ ensemble: 'actifs', annee: 2024, media: 'É/b', ...filters })).toEqual([
    `Donateurs actifs de 2024, code média «\u00A0É/b\u00A0», ${mots}`,
    expect.stringContaining(`Parmi eux\u00A0: ${mots}.`),
    'donateurs-actifs-2024-media--b-montant-min-100-campagne-VFL-departement-2A-avec-email.csv',
  ])
  expect(await said({ ensemble: 'dormants', annee: 2024, media: 'WEB' })).toEqual([
    'Donateurs dormants au 15/06/2024, code média du premier don «\u00A0WEB\u00A0»',
    expect.stringContaining('Parmi eux\u00A0: code média du premier don «\u00A0WEB\u00A0».'),
    'donateurs-dormants-2024-media-WEB.csv',
  ])
})

test.each([
  [
    { ensemble: 'tranche_total', annee: 2024, tranche: '50-100' },
    'donateurs-tranche-total-2024-tranche-50-100',
  ],
  [
    { ensemble: 'dormants', annee: 2024, au: '2024-06-30' },
    'donateurs-dormants-2024-au-2024-06-30',
  ],
  [{ ensemble: 'grille', code: 'R1F2M3' }, 'donateurs-grille-code-R1F2M3'],
  [
    { ensemble: 'croisement', annee: 2024, segment: '2-5', don_mois: 3, sans: '{"media":["WEB"]}' },
    'donateurs-croisement-2024-segment-2-5-don-mois-3',
  ],
  [{ ensemble: 'tous', q: 'Kerdraon', tri: 'nom' }, 'donateurs-tous'],
  [
    { ensemble: 'entres', liste: '0b9d4a5e-6f0c-4c0e-9d0a-0f6f3f0d1c2b', publication: 3 },
    'donateurs-entres-publication-3',
  ],
])(
  'le nom du fichier dit ce qui distingue la liste, jamais qui est cherché : %j',
  (asked, name) => {
    expect(nameFile(ListeQuery.parse(asked))).toBe(`${name}.csv`)
  },
)

test('le nom du fichier a une longueur que tout disque accepte', () => {
  const code = 'C'.repeat(60)
  const codes = { don_media: code, don_origine: code, don_campagne: code, don_produit: code }
  const asked = ListeQuery.parse({ ensemble: 'croisement', annee: 2024, ...codes })
  expect(nameFile(asked)).toHaveLength(150 + '.csv'.length)
})

describe('Le statut', () => {
  beforeEach(() =>
    given(
      don({ contact_id: 'A', order_date: '2022-03-01' }),
      don({ contact_id: 'A', order_date: '2024-10-27' }),
      don({ contact_id: 'B', order_date: '2022-03-01' }),
      don({ contact_id: 'C', order_date: '2023-03-01' }),
    ),
  )

  const lire = async (asked: Demande) => {
    const liste = await get<Liste>(app, addressOf(asked))
    const csv = (await app.inject(addressOf(asked, '/api/donateurs/liste.csv'))).body
    const lignes = csv
      .trimEnd()
      .split('\r\n')
      .map((ligne) => ligne.split(';'))
    return {
      ...liste,
      statuts: lignes.map((cells) =>
        cells.slice(lignes[0]?.findIndex((one) => one.startsWith('Statut'))),
      ),
    }
  }

  test('d’une année passée est celui de son dernier jour, et à côté celui d’aujourd’hui', async () => {
    const { titre, definition, statut_au, horizon, donateurs, statuts } = await lire({
      ensemble: 'dormants',
      annee: 2023,
    })
    expect(titre).toBe('Donateurs dormants au 31/12/2023')
    expect(definition).toBe('Au 31/12/2023, leur dernier don est de 2022.')
    expect({ statut_au, horizon }).toEqual({ statut_au: '2023-12-31', horizon: '2024-10-27' })
    expect(donateurs.map((one) => [one.contact_id, one.statut, one.statut_actuel])).toEqual([
      ['A', 'dormant', 'actif'],
      ['B', 'dormant', 'inactif'],
    ])
    expect(statuts).toEqual([
      ['Statut au 31/12/2023', 'Aujourd’hui'],
      ['Dormant', 'Actif'],
      ['Dormant', 'Inactif'],
    ])
  })

  test('de l’année en cours est celui du dernier jour connu, et jamais d’un jour à venir', async () => {
    for (const au of [undefined, '2024-12-31']) {
      const { titre, definition, statuts } = await lire({
        ensemble: 'dormants',
        annee: 2024,
        ...(au && { au }),
      })
      expect(titre).toBe('Donateurs dormants au 27/10/2024')
      expect(definition).toBe(
        'Au 27/10/2024, leur dernier don est de 2023\u202F; ils n’ont pas encore redonné.',
      )
      expect(statuts).toEqual([['Statut au 27/10/2024'], ['Dormant']])
    }
    const { definition } = await lire({ ensemble: 'perdus', annee: 2024 })
    expect(definition).toBe('Ont donné en 2023 et pas encore en 2024, au 27/10/2024.')
    expect((await lire({ ensemble: 'perdus', annee: 2023 })).definition).toBe(
      'Ont donné en 2022 et pas en 2023.',
    )
  })

  test('sur toute la carrière est celui d’aujourd’hui', async () => {
    const { statut_au, statuts } = await lire({ ensemble: 'carriere' })
    expect(statut_au).toBeNull()
    expect(statuts).toEqual([['Statut'], ['Actif'], ['Inactif'], ['Dormant']])
  })
})

test('« tous » a chaque contact qui a une donation, exclu ou de montant nul', async () => {
  await given(
    don({ contact_id: 'A', order_amount: 30 }),
    don({ contact_id: 'B', order_amount: 0 }),
    don({ contact_id: 'C', order_amount: 10 }),
  )
  expect(await decide('exclure', 'C')).toBe(200)
  const { donateurs, total_donateurs } = await ask<Liste>(addressOf({ ensemble: 'tous' }))
  expect(total_donateurs).toBe(3)
  expect(
    donateurs.map(({ contact_id, montant, statut, exclu }) => [contact_id, montant, statut, exclu]),
  ).toEqual([
    ['A', 30, 'actif', false],
    ['C', 10, 'actif', true],
    ['B', 0, null, false],
  ])
  expect(await decide('reintegrer', 'C')).toBe(200)
})

test('« tous » se limite à ce que la recherche trouve, avec les mêmes mots', async () => {
  const contacts = [
    { contact_id: 'A', firstname: 'Zoé', lastname: 'Péan', city: 'Paris', zip: '75011' },
    { contact_id: 'B', firstname: 'Paul', lastname: 'Péan-Martin', email: 'paul@exemple.fr' },
    { contact_id: 'C', lastname: 'Martin' },
    { contact_id: 'D', lastname: 'Péan' },
    ...HOSTILE.map((lastname, at) => ({ contact_id: `H${at}`, lastname })),
  ]
  await given(
    ...contacts
      .filter((one) => one.contact_id !== 'D')
      .map(({ contact_id }) => don({ contact_id })),
  )
  await database.db.insertInto('donateurs').values(contacts).execute()
  await derive(database.db, MOTS)
  const inListe = async (q: string) => {
    const asked = { ensemble: 'tous', q, limit: 100 }
    const { donateurs, total_donateurs, titre } = await ask<Liste>(addressOf(asked))
    expect(total_donateurs).toBe(donateurs.length)
    if (q.trim()) expect(titre).toContain(q.trim().slice(0, 20))
    return donateurs.map(({ contact_id }) => contact_id).sort()
  }
  expect(await inListe('pean')).toEqual(['A', 'B'])
  expect(await inListe('PÉAN paul')).toEqual(['B'])
  expect(await inListe('martin')).toEqual(['B', 'C'])
  expect(await inListe('75')).toEqual(['A'])
  expect(await inListe('c')).toEqual(['C'])
  expect(await inListe('personne')).toEqual([])
  expect(await inListe('  ')).toHaveLength(contacts.length - 1)
  for (const q of [
    ...HOSTILE,
    ...HOSTILE.map((text) => text.slice(0, 7)),
    '%',
    "' & !",
    ':*',
    '\\',
  ]) {
    const { donateurs } = await ask<Recherche>(
      `/api/donateurs/recherche?${new URLSearchParams({ q, limit: '100' })}`,
    )
    const found = donateurs.map(({ contact_id }) => contact_id).filter((id) => id !== 'D')
    if (q.trim() && !q.includes('\0')) expect(await inListe(q), q).toEqual(found.sort())
  }
  await database.db.deleteFrom('donateurs').execute()
})

test.each([
  ['', 'ensemble'],
  ['ensemble=rien', 'ensemble'],
  ['ensemble=__proto__', 'ensemble'],
  ['ensemble=actifs', 'annee'],
  ['ensemble=actifs&annee=', 'annee'],
  ['ensemble=actifs&annee=abc', 'annee'],
  ['ensemble=actifs&annee=1', 'annee'],
  ['ensemble=actifs&annee=2024&annee=2023', 'annee'],
  ['ensemble=actifs&annee=2024&inconnu=1', 'inconnu'],
  ['ensemble=actifs&annee=2024&tranche=0-20', 'tranche'],
  ['ensemble=dormants&annee=2024&au=2023-12-31', 'au'],
  ['ensemble=dormants&annee=2024&au=2024-02-30', 'au'],
  ['ensemble=dormants&annee=2024&periode=Septembre', 'periode'],
  ['ensemble=nouveaux&annee=2024&periode=Printemps', 'periode'],
  ['ensemble=nouveaux&annee=2024&profil=AUTRE_UNIQUEMENT', 'profil'],
  ['ensemble=nouveaux&annee=2024&media=%00', 'media'],
  ['ensemble=tranche_total&annee=2024', 'tranche'],
  ['ensemble=tranche_total&annee=2024&tranche=1-2', 'tranche'],
  ['ensemble=segment&annee=2024&segment=7', 'segment'],
  ['ensemble=carriere&premiere=AUTRE', 'premiere'],
  ['ensemble=carriere&annee=2024', 'annee'],
  ['ensemble=cohorte&annee=2024', 'cohorte'],
  ['ensemble=deuxieme_don&cohorte=2024&mois=4', 'mois'],
  ['ensemble=deuxieme_don&cohorte=2024', 'mois'],
  ['ensemble=code&annee=2024&axe=media', 'valeur'],
  ['ensemble=code&annee=2024&axe=zip&valeur=WEB', 'axe'],
  ['ensemble=code&annee=2024&valeur=WEB', 'axe'],
  ['ensemble=code&annee=2024&axe=media&valeur=%00', 'valeur'],
  ['ensemble=code&annee=2024&axe=media&valeur=WEB&premier=0', 'premier'],
  ['ensemble=actifs&annee=2024&premier=1', 'premier'],
  ['ensemble=autres_codes&annee=2024', 'axe'],
  ['ensemble=conserves&annee=2024&groupe=tous', 'groupe'],
  ['ensemble=perdus&annee=2024&groupe=nouveaux', 'groupe'],
  ['ensemble=absents', 'annee'],
  ['ensemble=grille', 'code'],
  ['ensemble=grille&code=R5F1M1', 'code'],
  ['ensemble=grille&code=R1F1M1%20', 'code'],
  ['ensemble=grille&code=R1F1M1&annee=2024', 'annee'],
  ['ensemble=actifs&annee=2024&q=Martin', 'q'],
  ['ensemble=actifs&annee=2024&tri=hasard', 'tri'],
  ['ensemble=actifs&annee=2024&campagne=X', 'campagne'],
  ['ensemble=actifs&annee=2024&montant_min=beaucoup', 'montant_min'],
  ['ensemble=actifs&annee=2024&departement=9741', 'departement'],
  ['ensemble=actifs&annee=2024&departement=20', 'departement'],
  ['ensemble=actifs&annee=2024&departement=97', 'departement'],
  ['ensemble=actifs&annee=2024&region=constructor', 'region'],
  ['ensemble=actifs&annee=2024&page=0', 'page'],
])('« %s » est refusé, et le refus nomme %s', async (query, champ) => {
  for (const path of ['/api/donateurs/liste', '/api/donateurs/liste.csv']) {
    const answer = await app.inject(`${path}?${query}`)
    expect(answer.statusCode, path).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'invalide', champ })
    expect(answer.json<{ detail: string }>().detail).toMatch(/^[A-Z«].+\.$/s)
  }
})

test('un code malveillant ne trouve que ce qui s’écrit comme lui', async () => {
  const codes = ["'; drop table donations; --", '%', '_', 'N/A', '<script>', "O'Brien", '\\', '😀']
  await given(
    ...codes.map((code, at) =>
      don({ contact_id: `C${at}`, codemedia_code: code, origincode_code: code }),
    ),
  )
  for (const [at, code] of codes.entries())
    for (const name of ['media', 'origine']) {
      const { donateurs, titre } = await ask<Liste>(
        addressOf({ ensemble: 'nouveaux', annee: 2024, [name]: code }),
      )
      expect(donateurs.map(({ contact_id }) => contact_id)).toEqual([`C${at}`])
      expect(titre).toContain(code)
      const parCode = await ask<Liste>(
        addressOf({ ensemble: 'code', annee: 2024, axe: name, valeur: code }),
      )
      expect(parCode.donateurs.map(({ contact_id }) => contact_id)).toEqual([`C${at}`])
      expect(parCode.titre).toContain(code)
    }
})
