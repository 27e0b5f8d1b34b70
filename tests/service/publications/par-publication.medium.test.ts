import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Couts } from '../../../service/contract/couts'
import type { Difference, Publications } from '../../../service/contract/publications'
import type { Reguliers } from '../../../service/contract/reguliers'
import { get, refresh } from '../../support/analyses'
import { CSV, lineOf } from '../../support/differences'
import { don } from '../../support/dons'
import { importFile } from '../../support/imports'
import { startService, testOnOneServer } from '../../support/service'

const { app } = await startService()

let next = 1
async function importGifts(...gifts: [contact_id: string, order_date: string][]): Promise<void> {
  const lines = gifts.map(([contact_id, order_date]) =>
    lineOf(don({ id: `${next++}`, contact_id, order_date, order_amount: 10 })),
  )
  const { status, message } = await importFile(app, 'donations', CSV + lines.join(''))
  expect(status, message).toBe('completed')
  await refresh(app)
}

async function exclude(contact_id: string): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/exclusions/exclure',
    payload: { contact_id },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  await refresh(app)
}

async function latest(): Promise<number> {
  const { publications } = await get<Publications>(app, '/api/publications')
  return publications[0]?.numero ?? Number.NaN
}

const differenceOf = async (
  chiffre: string,
  de = 0,
  { annee = 2024, ...campaign }: { annee?: number; code?: string } = {},
) => {
  const asked = { chiffre, annee, de, a: await latest(), ...campaign }
  const query = new URLSearchParams(Object.entries(asked).map(([name, of]) => [name, String(of)]))
  return get<Difference>(app, `/api/publications/difference?${query}`)
}

/** What the screen of regular givers says of the year. */
const shown = async () => {
  const { annees } = await get<Reguliers>(app, '/api/analytics/reguliers')
  return annees.find(({ annee }) => annee === 2024)
}

const told = ({ contributions }: Difference) =>
  contributions.map(({ cause, effet, cumul }) => [cause.replaceAll('\u00A0', ' '), effet, cumul])

const steps = ({ contributions }: Difference) =>
  contributions.map(({ termes, effet, cumul }) => [termes, effet, cumul])

const plain = (cause: string | number) => String(cause).replaceAll('\u202F', ' ')

test('un démarrage appris après coup, un arrêt et une exclusion se disent par publication', async () => {
  const one = 'Import de « fichier.csv » : 1 don ajouté'
  await importGifts(['A', '2024-01-10'], ['A', '2024-02-10'], ['A', '2024-03-10'])
  expect(await differenceOf('reguliers-demarres')).toMatchObject({ apres: 0, contributions: [] })

  await importGifts(['A', '2024-04-10'])
  expect(told(await differenceOf('reguliers-demarres'))).toEqual([[one, 1, 1]])
  expect(await shown()).toMatchObject({ demarres: 1, arretes: 0 })
  expect(await differenceOf('reguliers-arretes')).toMatchObject({ apres: 0, contributions: [] })

  await importGifts(['B', '2024-09-01'])
  expect(told(await differenceOf('reguliers-arretes'))).toEqual([[one, 1, 1]])
  expect(await shown()).toMatchObject({ demarres: 1, arretes: 1, taux_arret: 100 })
  expect(await differenceOf('reguliers-taux-arret')).toMatchObject({
    ecart: 100,
    termes: { avant: [0, 0], apres: [1, 1] },
    contributions: [
      { effet: 0, cumul: 0, termes: [0, 1] },
      { effet: 100, cumul: 100, termes: [1, 1] },
    ],
  })
  expect(await shown()).toMatchObject({ montant: 40, part_montant: 80 })
  const part = await differenceOf('reguliers-part-montant', 2)
  expect(part).toMatchObject({
    avant: 100,
    apres: 80,
    termes: { avant: [40, 40], apres: [40, 50] },
  })
  expect(told(part)).toEqual([[one, -20, 80]])

  await exclude('A')
  expect(told(await differenceOf('reguliers-demarres'))).toEqual([
    [one, 1, 1],
    ['1 exclusion', -1, 0],
  ])
  expect(await shown()).toMatchObject({ demarres: 0, arretes: 0 })
  // It changed the euros of series and those of the year: one step.
  expect(told(await differenceOf('reguliers-part-montant', 3))).toEqual([['1 exclusion', -80, 0]])
  expect(await differenceOf('reguliers-arretes', 3)).toMatchObject({
    avant: 1,
    apres: 0,
    ecart: -1,
    contributions: [{ effet: -1 }],
  })
})

/** What JSON escapes, and a code that holds it. */
const CODE = 'É"1\\'
const LONGER = `${CODE}x`

async function importCampaign(...gifts: [string, string, string, number][]): Promise<void> {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = gifts.map(
    ([contact_id, order_date, code, amount]) =>
      `c${next++};${amount};${order_date};${contact_id};${quoted(code)}\n`,
  )
  const text = `id;montant;date;contact;campagne\n${lines.join('')}`
  expect((await importFile(app, 'donations', text)).status).toBe('completed')
  await refresh(app)
}

/** Says in the dictionary what a code cost. */
async function noter(
  fiche: { code: string; exercice: number; cout: number | null; envois: number | null },
  saisi_par = 'Camille',
): Promise<void> {
  const whole = { nom: null, famille: null, debut: null, fin: null, ...fiche }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/campagnes/dictionnaire',
    payload: { fiches: [whole], saisi_par },
  })
  expect(answer.statusCode, answer.body).toBe(201)
}

test('les chiffres d’une campagne se disent par publication, et finissent à ceux de l’écran', async () => {
  await importCampaign(['X', '2024-03-01', CODE, 10.1], ['Y', '2024-05-02', CODE, 20.2])
  await importCampaign(
    ['X', '2024-12-01', CODE, 5],
    ['X', '2025-01-01', CODE, 3],
    ['Z', '2024-12-02', LONGER, 7],
  )
  await exclude('Y')
  const [two, three] = [2, 3].map((dons) => `Import de « fichier.csv » : ${dons} dons ajoutés`)
  const one = '1 exclusion'
  const of = (chiffre: string) => differenceOf(chiffre, 0, { code: CODE })
  expect(told(await of('campagne-montant'))).toEqual([
    [two, 30.3, 30.3],
    [three, 5, 35.3],
    [one, -20.2, 15.1],
  ])
  expect(told(await of('campagne-donations'))).toEqual([
    [two, 2, 2],
    [three, 1, 3],
    [one, -1, 2],
  ])
  const people = [
    [two, 2, 2],
    [one, -1, 1],
  ]
  expect(told(await of('campagne-donateurs'))).toEqual(people)
  expect(told(await of('campagne-nouveaux'))).toEqual(people)
  const { data } = await get<Couts>(app, '/api/analytics/couts/2024')
  expect(data.find(({ code }) => code === CODE)).toMatchObject({
    ...{ montant: 15.1, donations: 2, donateurs: 1, nouveaux: 1 },
  })
})

test('les réguliers de l’année d’avant comptent au départ, jusqu’au jour où ils cessent', async () => {
  const before = await latest()
  await importGifts(
    ...['2023-09-15', '2023-10-15', '2023-11-15', '2023-12-15'].map((day): [string, string] => [
      'R',
      day,
    ]),
  )
  const { annees } = await get<Reguliers>(app, '/api/analytics/reguliers')
  const rates = new Map(annees.map(({ annee, taux_arret }) => [annee, taux_arret]))
  expect(rates.get(2024)).toBe(100)
  const found = await differenceOf('reguliers-taux-arret', before)
  expect(found).toMatchObject({ avant: 0, apres: 100, termes: { avant: [0, 0], apres: [1, 1] } })
  const last = await differenceOf('reguliers-taux-arret', before, { annee: 2023 })
  expect(last).toMatchObject({ apres: rates.get(2023), termes: { apres: [0, 1] } })
})

test('un coût se dit version par version, avec qui l’a noté', async () => {
  const say = (saisi_par: string, exercice: number, cout: number, envois: number | null) =>
    noter({ code: CODE, exercice, cout, envois }, saisi_par)
  const before = await latest()
  await say('Camille', 2024, 100, null)
  await say('Dominique', 2024, 80.5, 1200)
  await importCampaign(['X', '2024-12-24', CODE, 1])
  await say('Camille', 2025, 80.5, 1200)

  const cost = (de: number, annee = 2024) =>
    differenceOf('campagne-cout', de, { code: CODE, annee })
  const gone = ['Dictionnaire, noté par Camille : plus rien au lieu de 80,50 €', -80.5, 0]
  expect(told(await cost(before)).map(([cause = '', ...of]) => [plain(cause), ...of])).toEqual([
    ['Dictionnaire, noté par Camille : 100,00 €, pour la première fois', 100, 100],
    ['Dictionnaire, noté par Dominique : 80,50 € au lieu de 100,00 €', -19.5, 80.5],
    gone,
  ])
  const since = await cost(await latest())
  expect(since).toMatchObject({ avant: 80.5, apres: 0, ecart: -80.5 })
  expect(told(since).map(([cause = '', ...of]) => [plain(cause), ...of])).toEqual([gone])
  expect(await cost(before, 2025)).toMatchObject({ avant: 0, apres: 80.5, ecart: 80.5 })
  expect(
    (await differenceOf('campagne-envois', before, { code: CODE })).contributions,
  ).toMatchObject([{ effet: 1200 }, { effet: -1200 }])

  const refused = await app.inject(
    `/api/publications/difference?chiffre=campagne-donateurs&annee=2024&de=0&a=${before}`,
  )
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ champ: 'code' })
})

test('un rapport se dit par ce qui a changé ses deux termes, et finit à celui de l’écran', async () => {
  const asked = { code: 'RAPPORT', annee: 2024 }
  const before = await latest()
  const say = (cout: number, envois: number) =>
    noter({ code: 'RAPPORT', exercice: 2024, cout, envois })
  await importCampaign(['U', '2024-03-01', 'RAPPORT', 100], ['V', '2024-03-02', 'RAPPORT', 50.05])
  await say(60, 40)
  await importCampaign(['W', '2024-03-03', 'RAPPORT', 30])
  const screen = async () => {
    const { data } = await get<Couts>(app, '/api/analytics/couts/2024')
    return data.find(({ code }) => code === 'RAPPORT')
  }
  const euros = await differenceOf('campagne-euros-par-euro', before, asked)
  expect(steps(euros)).toEqual([
    [[150.05, 0], 0, 0],
    [[150.05, 60], 2.5, 2.5],
    [[180.05, 60], 0.5, 3],
  ])
  expect(told(euros).map(([cause]) => plain(cause ?? ''))).toEqual([
    'Import de « fichier.csv » : 2 dons ajoutés',
    'Dictionnaire, noté par Camille : 60,00 €, pour la première fois',
    'Import de « fichier.csv » : 1 don ajouté',
  ])
  expect(await screen()).toMatchObject({ euros_par_euro: 3 })

  const net = await differenceOf('campagne-net', before, asked)
  expect(steps(net)).toEqual([
    [[150.05, 0], 150.05, 150.05],
    [[150.05, 60], -60, 90.05],
    [[180.05, 60], 30, 120.05],
  ])
  const perDonor = await differenceOf('campagne-cout-par-nouveau', before, asked)
  expect(steps(perDonor)).toEqual([
    [[0, 2], 0, 0],
    [[60, 2], 30, 30],
    [[60, 3], -10, 20],
  ])
  const rate = await differenceOf('campagne-taux-retour', before, asked)
  expect(steps(rate)).toEqual([
    [[2, 0], 0, 0],
    [[2, 40], 5, 5],
    [[3, 40], 2.5, 7.5],
  ])
  const each = await differenceOf('campagne-cout-par-envoi', before, asked)
  expect(steps(each)).toEqual([[[60, 40], 1.5, 1.5]])
  expect(told(each).map(([cause]) => plain(cause ?? ''))).toEqual([
    'Dictionnaire, noté par Camille : 60,00 €, pour la première fois ; 40 envois, pour la première fois',
  ])
  expect(await screen()).toMatchObject({
    ...{ net: 120.05, cout_par_nouveau: 20, taux_retour: 7.5, cout_par_envoi: 1.5 },
  })

  const since = await latest()
  await say(90.1, 40)
  expect(await differenceOf('campagne-euros-par-euro', since, asked)).toMatchObject({
    avant: 3,
    apres: 2,
    ecart: -1,
    termes: { avant: [180.05, 60], apres: [180.05, 90.1] },
  })
})

test('le don moyen dit ce qui le fait', async () => {
  const found = await differenceOf('don-moyen', (await latest()) - 1)
  expect(found.contributions.at(-1)?.termes).toEqual(found.termes.apres)
  const [montant = 0, dons = 0] = found.termes.apres ?? []
  expect(Math.round((100 * montant) / dons) / 100).toBe(found.apres)
})

test('un rapport de toutes les campagnes se dit par ce qui a changé chacune, et finit au total de l’écran', async () => {
  const annee = 2022
  const before = await latest()
  const say = (code: string, exercice: number, cout: number | null, envois: number | null) =>
    noter({ code, exercice, cout, envois })
  await importCampaign(
    ['K', '2022-03-01', 'P', 100],
    ['L', '2022-03-02', 'P', 50.05],
    ['M', '2022-03-03', 'Q', 30],
    ['N', '2022-03-04', 'R', 7],
    ['O', '2022-03-05', 'S', 500],
  )
  await say('P', annee, 60, 40)
  await say('Q', annee, 40, null)
  await say('R', annee, null, 10)
  await importCampaign(['K', '2022-06-01', 'P', 20])
  const all = async (chiffre: string, de = before) => differenceOf(chiffre, de, { annee })
  const net = await all('campagne-net')
  expect(steps(net)).toEqual([
    [[150.05, 60], 90.05, 90.05],
    [[180.05, 100], -10, 80.05],
    [[200.05, 100], 20, 100.05],
  ])
  expect(told(net).map(([cause]) => plain(cause ?? ''))).toEqual([
    'Dictionnaire, noté par Camille : « P », 60,00 €, pour la première fois',
    'Dictionnaire, noté par Camille : « Q », 40,00 €, pour la première fois',
    'Import de « fichier.csv » : 1 don ajouté',
  ])
  const numbers = {
    'campagne-net': 100.05,
    'campagne-euros-par-euro': 2,
    'campagne-cout-par-nouveau': 33.33,
    'campagne-taux-retour': 8,
    'campagne-cout-par-envoi': 1.5,
    'campagne-cout': 100,
    'campagne-envois': 50,
  }
  const { total } = await get<Couts>(app, `/api/analytics/couts/${annee}`)
  for (const [chiffre, number] of Object.entries(numbers)) {
    expect(await all(chiffre), chiffre).toMatchObject({ avant: 0, apres: number, ecart: number })
    const name = chiffre.slice('campagne-'.length).replaceAll('-', '_')
    expect(total, chiffre).toMatchObject({ [name]: number })
  }
  expect(await all('campagne-montant')).toMatchObject({ apres: 200.05 })
  expect(await all('campagne-donations')).toMatchObject({ apres: 4 })
  expect(steps(await all('campagne-taux-retour'))).toEqual([
    [[2, 40], 5, 5],
    [[3, 50], 1, 6],
    [[4, 50], 2, 8],
  ])

  const since = await latest()
  await say('Q', 2023, 40, null)
  expect(await all('campagne-net', since)).toMatchObject({
    avant: 100.05,
    apres: 110.05,
    ecart: 10,
    termes: { avant: [200.05, 100], apres: [170.05, 60] },
    contributions: [{ effet: 10 }],
  })
})

test('l’histoire d’une base dont un import n’est pas suivi commence par sa première publication', async () => {
  const older = await startService()
  const line = lineOf(don({ id: '1', contact_id: 'A', order_date: '2024-01-10', order_amount: 10 }))
  expect((await importFile(older.app, 'donations', CSV + line)).status).toBe('completed')
  await sql`delete from journal_imports`.execute(older.database.db)
  await refresh(older.app)
  const asked = '/api/publications/difference?chiffre=montant-total&annee=2024&de=0&a=1'
  expect(told(await get<Difference>(older.app, asked))).toEqual([
    ['Première publication gardée', 10, 10],
  ])
})

test('une décision vaut les dons d’alors, quoi qu’un import leur ajoute avant la publication', async () => {
  const other = await startService()
  const send = async (id: string, contact_id: string, order_amount: number) => {
    const line = lineOf(don({ id, contact_id, order_date: '2024-01-10', order_amount }))
    expect((await importFile(other.app, 'donations', CSV + line)).status).toBe('completed')
  }
  await send('1', 'A', 10)
  await send('2', 'B', 5)
  await refresh(other.app)
  const payload = { contact_id: 'A' }
  await other.app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload })
  await send('3', 'A', 30)
  await refresh(other.app)
  // Where nothing is new nothing is published.
  await refresh(other.app)
  const { publications } = await get<Publications>(other.app, '/api/publications')
  expect(publications.map(({ numero }) => numero)).toEqual([2, 1])
  const asked = '/api/publications/difference?chiffre=montant-total&annee=2024&de=1&a=2'
  expect(told(await get<Difference>(other.app, asked))).toEqual([
    ['Exclusion de A : Faux don détecté via l’interface', -10, 5],
  ])
})

testOnOneServer(
  'd’une personne réunie, une séparation et un import disent chacun ce qu’ils ont changé, à côté d’une autre décision',
  async () => {
    const post = async (path: string, payload: object) => {
      const answer = await app.inject({ method: 'POST', url: `/api/${path}`, payload })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const merge = () =>
      post('donateurs/fusionner', {
        groupes: [{ principal: 'M1', contacts: ['M2'] }],
        raison: 'Même e-mail',
      })
    const effects = async (chiffre: string, de: number) =>
      Object.fromEntries(
        told(await differenceOf(chiffre, de, { annee: 2019 })).map(([cause, effet]) => [
          String(cause).split(' ')[0],
          effet,
        ]),
      )
    await importGifts(
      ['M1', '2019-03-01'],
      ['M2', '2019-04-01'],
      ['M3', '2019-03-01'],
      ['M4', '2019-03-01'],
    )
    await merge()
    await refresh(app)
    const merged = await latest()
    await post('donateurs/separer', { contact_id: 'M2', raison: 'Une autre' })
    await exclude('M3')
    expect(await effects('donateurs', merged)).toEqual({ Exclusion: -1, Séparation: 1 })
    expect(await effects('donations', merged)).toEqual({ Exclusion: -1 })

    const separated = await latest()
    await merge()
    const lines = [
      lineOf(don({ id: 'M-5', contact_id: 'M2', order_date: '2019-05-01', order_amount: 5 })),
      lineOf(don({ id: 'M-0', contact_id: 'M2', order_date: '2019-05-02', order_amount: 0 })),
    ]
    await importFile(app, 'donations', CSV + lines.join(''))
    await exclude('M4')
    expect(await effects('donateurs', separated)).toEqual({ Exclusion: -1, Fusion: -1 })
    expect(await effects('donations', separated)).toEqual({ Exclusion: -1, Import: 1 })
  },
)
