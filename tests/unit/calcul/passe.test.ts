import { expect, test } from 'vitest'
import { createRandom } from '../../../service/programs/demo/random'
import { ecrireJour } from '../../../service/publication/calcul/calendrier'
import { COLONNES } from '../../../service/publication/calcul/lignes'
import { FAITS, Passe, SERIES } from '../../../service/publication/calcul/passe'
import { Reserve } from '../../../service/publication/calcul/reserve'
import { tirages } from '../../support/hasard'

const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

interface Don {
  jour: string
  euros: number
  vfl?: boolean
  codes?: [campagne: string, media: string, origine: string, produit: string]
}

interface Donateur {
  contact: string
  exclu?: boolean
  zip?: string
  dons: Don[]
}

type Table = keyof typeof COLONNES
type Lignes = Record<Table, Record<string, string>[]>

const jourDe = (texte: string) => Date.parse(texte) / 86_400_000

/** As the database says a person's gifts. */
const ecrire = ({ contact, zip = '', dons }: Donateur) =>
  dons
    .map(({ jour, euros, vfl = false, codes = ['C', 'M', 'O', 'P'] }) =>
      [
        contact,
        contact.length % 2,
        zip,
        jourDe(jour),
        Math.round(euros * 100),
        Number(vfl),
        ...codes,
      ].join('\t'),
    )
    .map((ligne) => `${ligne}\n`)
    .join('')

/** What a pass makes of persons, in pieces of so many bytes. */
async function passer(donateurs: Donateur[], taille = 1_000_000): Promise<Lignes> {
  const octets = Buffer.from(donateurs.map(ecrire).join(''))
  const reserve = new Reserve(() => Promise.reject(new Error('little is kept in memory')))
  const passe = new Passe({
    generation: 7,
    depuis: jourDe('2024-01-01'),
    departements: new Map([['75011', '75']]),
    reunis: new Map(),
    exclus: new Set(donateurs.filter(({ exclu }) => exclu).map(({ contact }) => contact)),
    reserve,
  })
  for (let place = 0; place < octets.length; place += taille)
    passe.lire(octets.subarray(place, place + taille))
  passe.finir()
  const found: Record<Table, string> = {
    faits: '',
    series: '',
    croises: '',
    jours: '',
    mois: '',
    annees: '',
  }
  for await (const morceau of reserve.rendre(FAITS)) found.faits += morceau.toString()
  for await (const morceau of reserve.rendre(SERIES)) found.series += morceau.toString()
  for (const cle of reserve.cles())
    for await (const morceau of reserve.rendre(cle)) found.croises += morceau.toString()
  for (const { table, octets: rows } of passe.ventiler()) found[table] += rows.toString()
  const nommer = (table: Table) => {
    const colonnes = COLONNES[table].split(/,\s*/)
    return found[table]
      .split('\n')
      .slice(0, -1)
      .map((ligne) =>
        Object.fromEntries(ligne.split('\t').map((valeur, at) => [colonnes[at] ?? '', valeur])),
      )
  }
  return {
    faits: nommer('faits'),
    series: nommer('series'),
    croises: nommer('croises'),
    jours: nommer('jours'),
    mois: nommer('mois'),
    annees: nommer('annees'),
  }
}

const X = ['X', 'TV', 'O1', 'P'] as [string, string, string, string]
const Y = ['Y', 'TV', 'O2', 'P'] as [string, string, string, string]

test('chaque colonne des faits d’un donateur, calculée à la main', async () => {
  const { faits } = await passer([
    {
      contact: 'A',
      zip: '75011',
      dons: [
        { jour: '2022-05-01', euros: 10, codes: X },
        { jour: '2022-05-01', euros: 20.5, vfl: true, codes: Y },
        { jour: '2022-07-01', euros: 30, codes: X },
        { jour: '2024-02-29', euros: 1_000, vfl: true, codes: Y },
      ],
    },
  ])
  const carriere = {
    generation: '7',
    cumul_nombre: '4',
    cumul_vfl: '2',
    premier_don: '2022-05-01',
    dernier_don: '2024-02-29',
    exclu: 'f',
    carriere_vfl: 'f',
    contact_id: 'A',
    cumul: '1060.50',
    deuxieme_don: '2022-07-01',
    departement: '75',
  }
  expect(faits).toEqual([
    {
      ...carriere,
      annee: '2022',
      nombre: '3',
      nombre_vfl: '1',
      montant: '60.50',
      premier_jour: '2022-05-01',
      dernier_jour: '2022-07-01',
      premier_vfl: 'f',
      dernier_vfl: 'f',
      dernier_montant: '30.00',
      annee_precedente: '\\N',
      montant_precedent: '\\N',
      annee_suivante: '2024',
      premier_jour_suivant: '2024-02-29',
      premiere_campagne: 'X',
      premier_codemedia: 'TV',
      premier_origincode: 'O1',
      premier_produit: 'P',
      autres_campagnes: '{Y}',
      autres_medias: '\\N',
      autres_origines: '{O2}',
      autres_produits: '\\N',
    },
    {
      ...carriere,
      annee: '2024',
      nombre: '1',
      nombre_vfl: '1',
      montant: '1000.00',
      premier_jour: '2024-02-29',
      dernier_jour: '2024-02-29',
      premier_vfl: 't',
      dernier_vfl: 't',
      dernier_montant: '1000.00',
      annee_precedente: '2022',
      montant_precedent: '60.50',
      annee_suivante: '\\N',
      premier_jour_suivant: '\\N',
      premiere_campagne: 'Y',
      premier_codemedia: 'TV',
      premier_origincode: 'O2',
      premier_produit: 'P',
      autres_campagnes: '\\N',
      autres_medias: '\\N',
      autres_origines: '\\N',
      autres_produits: '\\N',
    },
  ])
})

test('chaque don à côté de ce qu’est son donateur cette année-là, par année, moitié, puis segment', async () => {
  const dons: Don[] = [
    { jour: '2023-12-31', euros: 19.99, codes: X },
    { jour: '2024-01-01', euros: 20, vfl: true, codes: Y },
    { jour: '2024-03-31', euros: 5_000, codes: X },
  ]
  const { croises } = await passer([{ contact: 'BB', exclu: true, dons }])
  const donateur = {
    generation: '7',
    derniere_annee: '2024',
    exclu: 't',
    contact_id: 'BB',
    departement: 'inconnu',
  }
  const premiers = { campagne: 'X', media: 'TV', origine: 'O1', produit: 'P' }
  const autres = { campagne: 'Y', media: 'TV', origine: 'O2', produit: 'P' }
  const deux = {
    ...donateur,
    annee: '2024',
    tranche_total: '8',
    segment: '2',
    recul: '1',
    profil: 'MIXTE',
  }
  expect(croises).toEqual([
    {
      ...{ ...donateur, ...premiers, annee: '2023', mois: '12', quantieme: '31', tranche: '0' },
      ...{ tranche_total: '0', segment: '1', recul: '0', cents: '1999', profil: 'PRODUIT' },
    },
    { ...deux, ...autres, mois: '1', quantieme: '1', tranche: '1', cents: '2000' },
    { ...deux, ...premiers, mois: '3', quantieme: '31', tranche: '8', cents: '500000' },
  ])
  const un = (contact: string) => ({ contact, dons: [{ jour: '2024-05-05', euros: 1 }] })
  const { croises: ranges } = await passer([
    { contact: 'aa', dons: [...un('').dons, ...un('').dons] },
    un('b'),
    un('cc'),
    { contact: 'd', dons: [{ jour: '2023-01-01', euros: 1 }] },
  ])
  expect(ranges.map(({ contact_id }) => contact_id)).toEqual(['d', 'aa', 'aa', 'cc', 'b'])
})

test('la ventilation : les exclus n’y sont pas, et les jours d’avant l’avant-dernière année sont un par mois', async () => {
  const { jours, mois, annees } = await passer([
    {
      contact: 'A',
      dons: [
        { jour: '2023-02-27', euros: 1, codes: X },
        { jour: '2023-02-28', euros: 2, codes: X },
        { jour: '2024-02-29', euros: 4, codes: X },
        { jour: '2024-03-01', euros: 8, codes: Y },
      ],
    },
    { contact: 'B', dons: [{ jour: '2024-02-29', euros: 16, codes: X }] },
    { contact: 'C', exclu: true, dons: [{ jour: '2024-02-29', euros: 32, codes: X }] },
  ])
  const campagnes = (rows: Record<string, string>[], cle: string) =>
    rows
      .filter(({ axe }) => axe === 'campagne')
      .map(({ code = '', nombre, montant, donateurs, nouveaux, ...row }) =>
        [row[cle], row['mois'], code, nombre ?? donateurs, montant ?? nouveaux].join(' '),
      )
      .sort()
  expect(campagnes(jours, 'jour')).toEqual([
    '2023-02-01  X 2 3.00',
    '2024-02-29  X 2 20.00',
    '2024-03-01  Y 1 8.00',
  ])
  expect(campagnes(mois, 'annee')).toEqual([
    '2023 2 X 2 3.00',
    '2024 2 X 2 20.00',
    '2024 3 Y 1 8.00',
  ])
  expect(campagnes(annees, 'annee')).toEqual(['2023  X 1 1', '2024  X 2 1', '2024  Y 1 0'])
})

test('des codes par milliers : chacun a ses jours, ses mois et ses années', async () => {
  const dons = Array.from({ length: 4_000 }, (_, rang) => ({
    contact: `D${rang % 1_300}`,
    jour: ecrireJour(jourDe('2024-01-01') + (rang % 500)),
    euros: 1 + (rang % 90),
    code: `code ${'é'.repeat(rang % 60)} ${rang % 3_000}`,
  }))
  const contacts = [...new Set(dons.map(({ contact }) => contact))]
  const { jours, mois, annees } = await passer(
    contacts.map((contact) => ({
      contact,
      dons: dons
        .filter((don) => don.contact === contact)
        .sort((un, autre) => (un.jour < autre.jour ? -1 : 1))
        .map(({ jour, euros, code }) => ({ jour, euros, codes: [code, 'TV', code, 'P'] })),
    })),
    10_000,
  )
  /** What gifts of one key come to: how many, their euros, and their donors. */
  const sommer = (cleDe: (don: (typeof dons)[number]) => string) => {
    const sommes = new Map<string, { nombre: number; euros: number; donateurs: Set<string> }>()
    for (const don of dons) {
      const cle = `${don.code}|${cleDe(don)}`
      const somme = sommes.get(cle) ?? { nombre: 0, euros: 0, donateurs: new Set() }
      somme.nombre++
      somme.euros += don.euros
      somme.donateurs.add(don.contact)
      sommes.set(cle, somme)
    }
    return sommes
  }
  const attendus = (cleDe: (don: (typeof dons)[number]) => string) =>
    [...sommer(cleDe)].map(([cle, { nombre, euros }]) => `${cle}|${nombre}|${euros}.00`).sort()
  for (const axe of ['campagne', 'origine']) {
    const de = (rows: Record<string, string>[]) => rows.filter((row) => row['axe'] === axe)
    expect(
      de(jours)
        .map((row) => `${row['code']}|${row['jour']}|${row['nombre']}|${row['montant']}`)
        .sort(),
    ).toEqual(attendus(({ jour }) => jour))
    expect(
      de(mois)
        .map(
          (row) =>
            `${row['code']}|${row['annee']}-${row['mois']?.padStart(2, '0')}|${row['nombre']}|${row['montant']}`,
        )
        .sort(),
    ).toEqual(attendus(({ jour }) => jour.slice(0, 7)))
    expect(
      de(annees)
        .map((row) => `${row['code']}|${row['annee']}|${row['donateurs']}`)
        .sort(),
    ).toEqual(
      [...sommer(({ jour }) => jour.slice(0, 4))]
        .map(([cle, { donateurs }]) => `${cle}|${donateurs.size}`)
        .sort(),
    )
  }
})

test('des sommes qui ne se compteraient plus au centime sont refusées', async () => {
  const don = { jour: '2024-01-01', euros: 999_999_999_999.99 }
  const beaucoup = (nombre: number) => Array.from({ length: nombre }, () => don)
  const { faits } = await passer([{ contact: 'A', dons: beaucoup(90) }])
  expect(faits[0]?.['montant']).toBe('89999999999999.10')
  await expect(passer([{ contact: 'A', dons: beaucoup(91) }])).rejects.toThrow(/90 000 milliards/)
})

/** Persons with gifts at random, in the order of their days. */
function inventer({ pick, between, chance }: ReturnType<typeof createRandom>): Donateur[] {
  return Array.from({ length: between(1, 12) }, (_, rang) => ({
    contact: `${pick(['é', 'c\\t', 'd'])}${rang}`,
    exclu: chance(0.2),
    zip: pick(['', '75011', 'x']),
    dons: Array.from({ length: between(1, 9) }, () => between(17_000, 19_900))
      .sort((un, autre) => un - autre)
      .map((jour) => ({
        jour: ecrireJour(jour),
        euros: pick([5, 20, 20, 20.4, 999.99]),
        vfl: chance(0.4),
        codes: [
          pick(['X', 'Y', 'N/A']),
          pick(['TV', 'é"\\\\']),
          pick(['O', '{,}']),
          'P',
        ] as Don['codes'] & object,
      })),
  }))
}

const sansOrdre = (lignes: Lignes) =>
  Object.fromEntries(
    Object.entries(lignes).map(([table, rows]) => [
      table,
      rows.map((row) => JSON.stringify(row)).sort(),
    ]),
  )

test(`ni l’ordre des personnes, ni la coupe des octets, ni les numéros des codes n’y changent rien (graine ${GRAINE})`, async () => {
  const random = createRandom(GRAINE)
  for (let tour = 0; tour < tirages(300); tour++) {
    const donateurs = inventer(random)
    const entier = await passer(donateurs)
    expect(await passer(donateurs, random.between(1, 80))).toEqual(entier)
    expect(sansOrdre(await passer(donateurs.toReversed()))).toEqual(sansOrdre(entier))
    // One whose codes come first, and who counts nowhere but in rows of his own.
    const autre: Donateur = {
      contact: 'autre',
      exclu: true,
      dons: [
        { jour: '2001-01-01', euros: 1, codes: ['N/A', 'Z', 'P', 'X'] },
        { jour: '2001-01-01', euros: 1, codes: ['Y', 'O', '{,}', 'TV'] },
      ],
    }
    const avec = await passer([autre, ...donateurs])
    const sans = (rows: Record<string, string>[]) =>
      rows.filter(({ contact_id }) => contact_id !== 'autre')
    expect(
      sansOrdre({
        ...avec,
        faits: sans(avec.faits),
        croises: sans(avec.croises),
        series: sans(avec.series),
      }),
    ).toEqual(sansOrdre(entier))
  }
})
