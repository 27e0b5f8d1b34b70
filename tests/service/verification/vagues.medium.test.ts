import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { UneVague } from '#contract/vagues'
import type { AVerifier } from '#contract/verification'
import { chercher, donner } from '../../support/a-verifier'
import { get } from '../../support/analyses'
import { startService } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

const SOIR = { order_amount: 2, order_date: '2024-12-07', codemedia_code: 'SMS' }
const NOMS = ['Aubry', 'Brun', 'Caron', 'Denis', 'Evrard', 'Faure', 'Girard', 'Hamon', 'Imbert']

/** So many who gave once that evening, of whom one in two has a mailbox. */
const soiree = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `V${at}`,
      {
        carte: {
          lastname: `${NOMS[at % 9]}${NOMS[Math.floor(at / 9) % 9]?.toLowerCase()}`,
          email: at % 2 ? `${NOMS[at % 9]}@${at % 4 === 1 ? 'free.fr' : 'gmail.com'}` : '',
        },
        dons: [SOIR],
      },
    ]),
  )

const lire = () => get<AVerifier>(app, '/api/donateurs/a-verifier')
const NOMMEE = { regle: 'B3', jour: '2024-12-07', montant: 2, cle: 'SMS' }
const query = new URLSearchParams({ ...NOMMEE, montant: '2' })
const page = () => get<UneVague>(app, `/api/donateurs/vague?${query}`)
const decider = async (sort: 'legitime' | 'exclure', more: object = {}) => {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/api/donateurs/vague/${sort}`,
    payload: { ...NOMMEE, donateurs: 30, raison: 'Soirée de décembre', nom: 'Inès', ...more },
  })
  return [statusCode, body] as const
}

beforeEach(async () => {
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'mots_contacts', 'signalements')
  await empty(db, 'evenements_exclusion', 'vagues_legitimes')
})

test('le fichier de la liste dit une vague en une ligne, sauf filtré', async () => {
  const TEST = { lastname: 'Test', firstname: 'Test' }
  await donner(db, {
    ...soiree(30),
    A: { carte: TEST, dons: [{ order_amount: 80, order_date: '2024-12-09' }] },
  })
  await chercher(db)
  const linesOf = async (query = '') =>
    (await app.inject(`/api/donateurs/a-verifier.csv${query}`)).body.trimEnd().split('\r\n')
  const [titles = '', vague = '', donateur = '', ...rest] = await linesOf()
  const cellsOf = (line: string) => {
    const cells = line.split(';')
    return Object.fromEntries(titles.split(';').map((title, at) => [title, cells[at]]))
  }
  expect(rest).toEqual([])
  expect(cellsOf(vague)).toMatchObject({
    'Donateurs de la vague': '30',
    Donations: '30',
    'Montant (€)': '60,00',
    Points: '',
    'Premier don': '07/12/2024',
    'Dernier don': '07/12/2024',
  })
  expect(vague).toContain('30 donateurs d’un seul don de 2,00')
  expect(cellsOf(donateur)).toMatchObject({ 'Donateurs de la vague': '', 'Montant (€)': '80,00' })
  expect(donateur).toMatch(/\bA\b/)
  // A wave is of no year and of no other state.
  for (const query of ['?donne_en=2024', '?etat=tous', '?regle=T1'])
    expect(await linesOf(query)).toEqual([titles, donateur])
})

test('une vague est une ligne, et ses donateurs ne sont pas dans la liste', async () => {
  await donner(db, { ...soiree(30), A: { dons: [{ ...SOIR, order_date: '2024-12-09' }] } })
  const { total, vagues } = await lire()
  expect(total).toBe(0)
  expect(vagues).toEqual([
    {
      ...NOMMEE,
      media: 'SMS',
      donateurs: 30,
      total: 60,
      raisons: [
        '30 donateurs d’un seul don de 2,00\u00A0€, tous le 07/12/2024 par le média «\u00A0SMS\u00A0».',
      ],
    },
  ])
  const { boites, jours, donateurs, pagination, legitime, exclus } = await page()
  expect({ legitime, exclus, total: pagination.total_items }).toEqual({
    legitime: null,
    exclus: 0,
    total: 30,
  })
  expect(boites).toEqual([
    { domaine: 'sans adresse', donateurs: 15 },
    { domaine: 'free.fr', donateurs: 8 },
    { domaine: 'gmail.com', donateurs: 7 },
  ])
  expect(jours.filter((jour) => jour.donateurs > 0)).toEqual([
    { jour: '2024-12-07', donateurs: 30 },
    { jour: '2024-12-09', donateurs: 1 },
  ])
  expect(donateurs[0]).toMatchObject({ contact_id: 'V0', exclu: false, le: '2024-12-07' })
})

test('« légitime » se retient : la vague ne revient pas, et ne pèse plus sur personne', async () => {
  const both = { carte: { email: 'x@yopmail.com' }, dons: [SOIR] }
  await donner(db, { ...soiree(19), X: both })
  // With another reason beside it the wave counts; so few are never muted.
  expect((await lire()).donateurs.map(({ contact_id }) => contact_id)).toEqual(['X'])
  const seen = { decision_id: randomUUID(), donateurs: 20 }
  expect((await decider('legitime', seen))[0]).toBe(200)
  expect((await decider('legitime', seen))[0]).toBe(200)
  expect((await decider('legitime', { donateurs: 20 }))[0]).toBe(409)
  expect((await lire()).vagues).toEqual([])
  expect((await lire()).en_retard).toBe(true)
  await chercher(db)
  expect(await lire()).toMatchObject({ vagues: [], total: 0 })
  expect((await page()).legitime).toMatchObject({ raison: 'Soirée de décembre' })
})

test('« exclure les n » est un événement chacun ; une vague qui a changé se refuse', async () => {
  await donner(db, soiree(30))
  expect((await decider('exclure', { donateurs: 29 }))[0]).toBe(409)
  const [status, body] = await decider('exclure')
  expect([status, JSON.parse(body)]).toMatchObject([200, { exclus: 30 }])
  const { rows } = await sql<{ evenements: number }>`
    select count(*) as evenements from evenements_exclusion where type = 'EXCLUSION'`.execute(db)
  expect(rows).toEqual([{ evenements: 30 }])
  expect((await lire()).vagues).toEqual([])
  expect(await page()).toMatchObject({ exclus: 30, vague: { donateurs: 0 } })
})

test('une vague qui n’existe pas est introuvable', async () => {
  await donner(db, soiree(3))
  const { statusCode } = await app.inject(`/api/donateurs/vague?${query}`)
  expect(statusCode).toBe(404)
  expect((await decider('legitime'))[0]).toBe(404)
})

test('une règle qui pèse moins ne fait plus de vague', async () => {
  await donner(db, soiree(30))
  await app.inject({
    method: 'POST',
    url: '/api/donateurs/regles/poids',
    payload: { regle: 'B3', poids: 50, raison: 'Trop', nom: 'Inès' },
  })
  expect((await lire()).vagues).toEqual([])
  await empty(db, 'poids_regles')
})
