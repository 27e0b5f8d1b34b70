import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ADate } from '#contract/a-date'
import type { DashboardStats } from '#contract/dashboard'
import type { EffetEnsemble } from '#contract/exclure-plusieurs'
import type { Mesure, Suspects, SuspectsCodes } from '#contract/suspects'
import { createRandom } from '../../../service/programs/demo/random'
import { chercher, chercherSuspects, type Donateur, donner } from '../../support/a-verifier'
import { get, refresh, startAnalyses } from '../../support/analyses'
import { charity } from '../../support/charities'
import { type Don, don, insertDons } from '../../support/dons'
import { exclude, judgeLegitime, reinstate } from '../../support/exclusion'
import { PATIENCE, tirages } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { donorsOf } from '../../support/reference/gifts'
import { suspects } from '../../support/reference/suspects'
import { testOnOneServer } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const { app, database } = await startAnalyses()
const { db } = database

const lire = (annee: number, au?: string) =>
  get<Suspects>(app, `/api/dashboard/a-verifier/${annee}${au === undefined ? '' : `?au=${au}`}`)

const mesure = async (nom: Mesure, annee = 2024) =>
  (await lire(annee)).mesures.find((one) => one.mesure === nom)

beforeEach(async () => {
  await tamper(db, sql`delete from decisions_legitimes`, 'decisions_legitimes')
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'mots_contacts', 'signalements')
})

// No history speaks for such an address.
const TEST = { email: 'test@example.com', firstname: 'Gilles', lastname: 'Leroux' }
const AUTRE = { email: 'autre@example.org', firstname: 'Odette', lastname: 'Quentin' }

/** Ten gifts of 10 € on days of their own in each year, by ten donors. */
const honnetes = (...annees: number[]): Record<string, Donateur> =>
  Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [
      `H${at}`,
      {
        dons: annees.map((annee) => ({
          order_date: `${annee}-0${(at % 9) + 1}-1${at}`,
          order_amount: 10,
        })),
      },
    ]),
  )

const le = (order_date: string, order_amount: number): Partial<Don> => ({
  order_date,
  order_amount,
})

describe('Ce que les donateurs à vérifier pèsent', () => {
  beforeEach(() =>
    donner(db, {
      ...honnetes(2023, 2024),
      FAUX: { carte: TEST, dons: [le('2024-02-20', 60), le('2024-03-25', 15)] },
      AUTRE: { carte: AUTRE, dons: [le('2023-02-20', 20), le('2024-05-02', 25)] },
    }),
  )

  test('est dit avec le chiffre sans eux, et son évolution sans eux', async () => {
    expect(await lire(2024)).toEqual({
      annee: 2024,
      donateurs: 2,
      mesures: [
        { mesure: 'montant', part: 50, sans: 100, evolution: 0 },
        { mesure: 'donations', part: 23.1, sans: 10, evolution: 0 },
        { mesure: 'donateurs', part: 16.7, sans: 10, evolution: 0 },
        { mesure: 'nouveaux', part: 100, sans: 0, evolution: -100 },
        { mesure: 'don_moyen', part: 35, sans: 10, evolution: 0 },
      ],
    })
  })

  testOnOneServer(
    'est celui de tous les numéros d’une personne, dont un premier don qui n’est pas du sien',
    async () => {
      const before = await lire(2024)
      await sql`update donations set contact_id = 'DOUBLE' where contact_id = 'FAUX' and order_amount = 60`.execute(
        db,
      )
      const answer = await app.inject({
        method: 'POST',
        url: '/api/donateurs/fusionner',
        payload: { groupes: [{ principal: 'FAUX', contacts: ['DOUBLE'] }], raison: 'Le même' },
      })
      expect(answer.statusCode, answer.body).toBe(200)
      await chercher(db)
      expect(await lire(2024)).toEqual(before)
    },
  )

  test('d’une année close se compare à l’année d’avant entière ; de la première, à rien', async () => {
    expect((await lire(2023)).mesures[0]).toEqual({
      mesure: 'montant',
      part: 16.7,
      sans: 100,
      evolution: null,
    })
  })

  test('jusqu’à un jour n’est que de ces jours-là', async () => {
    expect(await lire(2024, '2024-02-15')).toEqual({ annee: 2024, donateurs: 0, mesures: [] })
    expect((await lire(2024, '2024-02-28')).donateurs).toBe(1)
    expect((await lire(2024, '2024-02-28')).mesures[0]).toMatchObject({ part: 66.7, sans: 30 })
  })

  test('est ce qu’une exclusion de tous en retire, au centime', async () => {
    const { mesures } = await lire(2024)
    const before = await get<DashboardStats>(app, '/api/dashboard/stats/2024')
    const answer = await app.inject({
      method: 'POST',
      url: '/api/exclusions/effet',
      payload: { contacts: ['FAUX', 'AUTRE'] },
    })
    const effet = answer.json<EffetEnsemble>().par_annee.find(({ annee }) => annee === 2024)
    await exclude(db, 'FAUX')
    await exclude(db, 'AUTRE')
    const after = await get<DashboardStats>(app, '/api/dashboard/stats/2024')
    const sans = Object.fromEntries(mesures.map((one) => [one.mesure, one.sans]))
    expect(sans).toMatchObject({
      montant: after.montant_total,
      donations: after.total_donations,
      donateurs: after.total_donateurs,
      don_moyen: after.montant_moyen,
    })
    expect(effet).toEqual({
      annee: 2024,
      montant: before.montant_total - after.montant_total,
      donations: before.total_donations - after.total_donations,
      donateurs: before.total_donateurs - after.total_donateurs,
    })
  })

  test('change aussitôt qu’on décide, sans recherche nouvelle', async () => {
    expect(await mesure('montant')).toMatchObject({ part: 50, sans: 100 })
    await judgeLegitime(db, 'FAUX')
    expect(await mesure('montant')).toMatchObject({ part: 12.5, sans: 175 })
    await exclude(db, 'AUTRE')
    expect(await lire(2024)).toEqual({ annee: 2024, donateurs: 0, mesures: [] })
    await reinstate(db, 'AUTRE')
    expect(await mesure('montant')).toMatchObject({ part: 12.5, sans: 175 })
    await chercher(db)
    expect(await mesure('montant')).toMatchObject({ part: 12.5, sans: 175 })
    await exclude(db, 'AUTRE')
    await chercher(db)
    expect((await lire(2024)).donateurs).toBe(0)
    await reinstate(db, 'AUTRE')
    expect(await mesure('montant')).toMatchObject({ part: 12.5, sans: 175 })
  })

  test('n’est pas dit sous un centième du chiffre', async () => {
    await empty(db, 'donations', 'donateurs', 'mots_contacts', 'signalements')
    await donner(db, {
      ...honnetes(2023, 2024),
      GRAND: { dons: [le('2024-07-07', 9_799)] },
      FAUX: { carte: TEST, dons: [le('2024-08-08', 99.98)] },
    })
    expect(await mesure('montant')).toBeUndefined()
    expect(await mesure('donateurs')).toMatchObject({ part: 8.3, sans: 11 })
    await insertDons(db, [
      don({ contact_id: 'FAUX', order_date: '2024-09-09', order_amount: 0.01 }),
    ])
    await chercher(db)
    expect(await mesure('montant')).toMatchObject({ part: 1, sans: 9_899 })
  })
})

describe('Ce que les donateurs à vérifier pèsent par code', () => {
  const codes = (axe: string, annee = 2024) =>
    get<SuspectsCodes>(app, `/api/dashboard/a-verifier/${annee}/${axe}`)

  beforeEach(() =>
    donner(db, {
      // 400 € of NOEL, 100 € of ETE, 999 € of BRAVO, and 50 € of 2023.
      GRAND: {
        dons: [
          { ...le('2024-07-07', 100), campaign_code: 'NOEL' },
          { ...le('2024-07-08', 100), campaign_code: 'NOEL' },
          { ...le('2024-07-09', 100), campaign_code: 'ETE' },
          { ...le('2024-07-10', 999), campaign_code: 'BRAVO' },
          { ...le('2023-07-10', 50), campaign_code: 'NOEL' },
        ],
      },
      FAUX: {
        carte: TEST,
        dons: [
          { ...le('2024-02-20', 200), campaign_code: 'NOEL', codemedia_code: 'WEB' },
          { ...le('2024-02-21', 9), campaign_code: 'BRAVO', codemedia_code: 'WEB' },
          { ...le('2024-02-22', 30), campaign_code: 'SEULS' },
        ],
      },
    }),
  )

  test('est dit des codes dont ils font un centième, avec le montant et le don moyen sans eux', async () => {
    expect(await codes('campagne')).toEqual({
      annee: 2024,
      axe: 'campagne',
      total: 2,
      codes: [
        { code: 'NOEL', part: 50, avec: 400, sans: 200, don_moyen: 100, euros_par_euro: null },
        { code: 'SEULS', part: 100, avec: 30, sans: 0, don_moyen: null, euros_par_euro: null },
      ],
    })
    expect((await codes('media')).codes.map(({ code, part, sans }) => [code, part, sans])).toEqual([
      ['WEB', 100, 0],
      ['N/A', 2.3, 1299],
    ])
    expect((await codes('campagne', 2023)).codes).toEqual([])
  })

  test('suit le dictionnaire : le coût de la campagne, et sa famille', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/campagnes/dictionnaire',
      payload: {
        fiches: [{ code: 'NOEL', famille: 'Fêtes', exercice: 2024, cout: 80 }],
        saisi_par: 'Test',
      },
    })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    // 200 € without them for 80 €.
    expect((await codes('campagne')).codes[0]).toMatchObject({ code: 'NOEL', euros_par_euro: 2.5 })
    expect(
      (await codes('famille')).codes.map(({ code, part, sans }) => [code, part, sans]),
    ).toEqual([
      ['Fêtes', 50, 200],
      ['N/A', 3.4, 1099],
    ])
  })

  test('change aussitôt qu’on décide, et s’en tient à ce que la recherche trouve', async () => {
    await exclude(db, 'FAUX')
    expect((await codes('campagne')).codes).toEqual([])
    await reinstate(db, 'FAUX')
    await judgeLegitime(db, 'FAUX')
    expect((await codes('campagne')).codes).toEqual([])
    await chercher(db)
    expect((await codes('campagne')).codes).toEqual([])
  })
})

describe('La projection', () => {
  /** Years that grow alike; the last is running. */
  const annees = () => ({
    ...honnetes(2019, 2020, 2021, 2022, 2023, 2024),
    FIN: { dons: [2019, 2020, 2021, 2022, 2023].map((annee) => le(`${annee}-12-12`, 50)) },
  })
  const projetee = () => get<ADate>(app, '/api/dashboard/a-date/2024')

  test('est retirée tant qu’un seul donateur à vérifier pèse plus du dixième de l’année', async () => {
    await donner(db, {
      ...annees(),
      FAUX: { carte: TEST, dons: [le('2024-02-20', 11.2)] },
      AUTRE: { carte: TEST, dons: [le('2024-05-02', 0.05)] },
    })
    const retiree = await projetee()
    expect(retiree.projection).toBeNull()
    expect(retiree.sans_projection?.replace(/\s/g, ' ')).toBe(
      'Pas de projection : les donateurs à vérifier pèsent 10,1 % du montant 2024, et l’un d’eux plus de 10 % à lui seul.',
    )
    await judgeLegitime(db, 'FAUX')
    const { projection, sans_projection } = await projetee()
    expect(sans_projection).toBeNull()
    expect(projection?.montant.valeur).toBeGreaterThan(150)
  })

  test('reste là où aucun ne pèse plus d’un dixième, même s’ils le pèsent ensemble', async () => {
    await donner(db, {
      ...annees(),
      FAUX: { carte: TEST, dons: [le('2024-02-20', 12)] },
      AUTRE: { carte: TEST, dons: [le('2024-05-02', 12)] },
    })
    expect(await mesure('montant')).toMatchObject({ part: 19.4 })
    expect((await projetee()).projection).not.toBeNull()
  })

  test('attend que les derniers imports soient cherchés, pas les décisions', async () => {
    await donner(db, annees())
    await importFile(app, 'donations', 'id;montant;date;contact\nI;10;2024-03-03;H0\n')
    expect((await projetee()).projection).not.toBeNull()
    await refresh(app)
    const { projection, sans_projection } = await projetee()
    expect(projection).toBeNull()
    expect(sans_projection).toBe(
      'Pas de projection\u00A0: les donateurs à vérifier n’ont pas encore été recherchés parmi les derniers imports.',
    )
    await chercherSuspects(db)
    expect((await projetee()).projection).not.toBeNull()
    await exclude(db, 'H1')
    await refresh(app)
    expect((await projetee()).projection).not.toBeNull()
  })
})

test(
  'ce que pèsent des donateurs tirés au hasard est ce qu’un recalcul indépendant trouve',
  { timeout: PATIENCE },
  async () => {
    let heavy = 0
    for (let seed = 1; seed <= tirages(10); seed += 1) {
      const random = createRandom(seed)
      const { years, horizon } = charity(random)
      const gifts = years.flatMap((year) => year.gifts).filter(({ day }) => day <= horizon)
      const dons = gifts.map(({ day, cents }, at) =>
        don({ order_date: day, order_amount: cents / 100, contact_id: `C${at % 90}` }),
      )
      const contacts = Array.from({ length: 90 }, (_, at) => `C${at}`)
      const faux = contacts.filter(() => random.chance(0.1))
      await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'mots_contacts', 'signalements')
      await insertDons(db, dons)
      await donner(
        db,
        Object.fromEntries(
          contacts.map((id) => [id, { carte: faux.includes(id) ? TEST : {}, dons: [] }]),
        ),
      )
      const [exclu = '', legitime = ''] = faux
      await exclude(db, exclu)
      await judgeLegitime(db, legitime)
      const restent = faux.filter((id) => id !== exclu && id !== legitime)
      const donors = donorsOf({ dons, exclus: [exclu], motif: 'VFL', produit: 'PRODUIT' })
      const running = Number(horizon.slice(0, 4))
      for (const [annee, au] of [
        [running, undefined],
        [running, `${running}-02-28`],
        [running - 1, undefined],
        [running - 3, `${running - 3}-06-30`],
      ] as const) {
        const found = await lire(annee, au)
        expect(found, `${seed}, ${annee}, ${au}`).toEqual(suspects(donors, restent, { annee, au }))
        heavy += found.mesures.length
      }
      await tamper(db, sql`delete from decisions_legitimes`, 'decisions_legitimes')
    }
    expect(heavy).toBeGreaterThan(tirages(10))
  },
)
