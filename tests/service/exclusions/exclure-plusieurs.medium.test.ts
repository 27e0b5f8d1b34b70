import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EffetEnsemble } from '#contract/exclure-plusieurs'
import type { Chaine, Evenement, Historique } from '#contract/exclusions'
import type { AVerifier } from '#contract/verification'
import { chercher, donner } from '../../support/a-verifier'
import { get } from '../../support/analyses'
import { don, insertDons } from '../../support/dons'
import { exclude, judgeLegitime } from '../../support/exclusion'
import { startService } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

interface Dit {
  status: number
  detail?: string
  message?: string
  champ?: string
  donations_exclues?: number
  montant_exclu?: number
  evenement?: Evenement
  evenements?: Evenement[]
}

async function post(call: string, payload: object): Promise<Dit> {
  const answer = await app.inject({ method: 'POST', url: `/api/exclusions/${call}`, payload })
  return { status: answer.statusCode, ...answer.json<Omit<Dit, 'status'>>() }
}

const exclure = (donateurs: object[]) => post('exclure-ensemble', { donateurs })

const effet = async (...contacts: string[]) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/exclusions/effet',
    payload: { contacts },
  })
  return { status: answer.statusCode, ...answer.json<EffetEnsemble>() }
}

/** What was seen of each donor to be looked at. */
async function vues(): Promise<Record<string, string>> {
  const { donateurs } = await get<AVerifier>(app, '/api/donateurs/a-verifier')
  return Object.fromEntries(
    donateurs.map(({ contact_id, raisons_vues }) => [contact_id, raisons_vues]),
  )
}

const journal = async () =>
  (await get<Historique>(app, '/api/exclusions/historique')).evenements.map(
    ({ contact_id, raison }) => [contact_id, raison],
  )

beforeEach(async () => {
  await tamper(db, sql`delete from evenements_exclusion`)
  await tamper(db, sql`delete from decisions_legitimes`, 'decisions_legitimes')
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'mots_contacts', 'signalements')
  await donner(db, {
    A: {
      carte: { firstname: 'Test', lastname: '' },
      dons: [
        { order_amount: 70.1, order_date: '2023-05-01' },
        { order_amount: 0.2, order_date: '2024-05-01' },
      ],
    },
    B: {
      carte: { firstname: '', lastname: 'Essai' },
      dons: [
        { order_amount: 30, order_date: '2024-02-01' },
        { order_amount: 40, order_date: '2024-03-01' },
        { order_amount: 0, order_date: '2024-03-02' },
      ],
    },
    C: {
      carte: { firstname: '', lastname: 'Fake' },
      dons: [{ order_amount: 5, order_date: '2022-01-01' }],
    },
  })
})

describe('L’effet de plusieurs exclusions', () => {
  test('s’additionne par année, au centime, sans les dons nuls', async () => {
    expect(await effet('A', 'B')).toEqual({
      status: 200,
      donateurs: [
        { contact_id: 'A', exclu: false, numero_attendu: 0, donations: 2, montant: 70.3 },
        { contact_id: 'B', exclu: false, numero_attendu: 0, donations: 2, montant: 70 },
      ],
      donations: 4,
      montant: 140.3,
      a_jour: true,
      par_annee: [
        { annee: 2024, donateurs: 2, donations: 3, montant: 70.2 },
        { annee: 2023, donateurs: 1, donations: 1, montant: 70.1 },
      ],
    })
  })

  test('ne compte pas qui est déjà exclu, et dit qu’il l’est', async () => {
    await exclude(db, 'A')
    const { donateurs, donations, montant, par_annee } = await effet('A', 'C')
    expect(donateurs.map(({ contact_id, exclu }) => [contact_id, exclu])).toEqual([
      ['A', true],
      ['C', false],
    ])
    expect({ donations, montant }).toEqual({ donations: 1, montant: 5 })
    expect(par_annee).toEqual([{ annee: 2022, donateurs: 1, donations: 1, montant: 5 }])
  })

  test('refuse un inconnu, un double, aucun et trop de donateurs', async () => {
    expect((await effet('A', 'Personne')).status).toBe(404)
    expect((await effet('A', 'A')).status).toBe(422)
    expect((await effet()).status).toBe(422)
    expect((await effet(...Array.from({ length: 101 }, (_, at) => `X${at}`))).status).toBe(422)
  })
})

describe('Exclure plusieurs donateurs', () => {
  test('inscrit un événement chacun, avec sa raison, et dit ce qui ne compte plus', async () => {
    const said = await exclure([{ contact_id: 'A', raison: 'Nom de test' }, { contact_id: 'B' }])
    expect(said).toMatchObject({
      status: 200,
      message: '2\u00A0donateurs sont exclus\u00A0: 4\u00A0dons (140,30\u00A0€) ne comptent plus.',
      donations_exclues: 4,
      montant_exclu: 140.3,
    })
    expect(await journal()).toEqual([
      ['B', 'Faux don détecté via l’interface'],
      ['A', 'Nom de test'],
    ])
    expect(Object.keys(await vues())).toEqual(['C'])
    expect(await get<Chaine>(app, '/api/exclusions/chaine')).toMatchObject({
      valide: true,
      evenements: 2,
    })
  })

  test.each([
    ['déjà exclu', 'B', 409, 'Le donateur B est déjà exclu'],
    ['inconnu', 'Personne', 404, 'Le donateur Personne n’existe pas.'],
  ])('un donateur %s : aucun n’est exclu, et c’est dit', async (_, contact, status, start) => {
    if (status === 409) await exclude(db, contact)
    const before = await journal()
    const said = await exclure([{ contact_id: 'A' }, { contact_id: contact }, { contact_id: 'C' }])
    expect(said.status).toBe(status)
    expect(said.detail).toContain(start)
    expect(said.detail).toContain('Aucun des 3 donateurs n’a été exclu.')
    expect(await journal()).toEqual(before)
  })

  test('le même formulaire renvoyé répond la même chose, une seule fois inscrite', async () => {
    const seen = await vues()
    const donateurs = ['A', 'B'].map((contact_id) => ({
      contact_id,
      evenement_id: randomUUID(),
      numero_attendu: 0,
      raisons_vues: seen[contact_id],
    }))
    const said = await Promise.all([exclure(donateurs), exclure(donateurs), exclure(donateurs)])
    for (const one of said) expect(one).toEqual(said[0])
    expect(said[0].status).toBe(200)
    expect(await journal()).toHaveLength(2)
  })

  test('deux personnes à la fois, sur des ensembles qui se croisent : un seul passe, entier', async () => {
    const said = await Promise.all([
      exclure([{ contact_id: 'A' }, { contact_id: 'B' }]),
      exclure([{ contact_id: 'B' }, { contact_id: 'C' }]),
    ])
    expect(said.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const contacts = (await journal()).map(([contact]) => contact)
    expect([
      ['B', 'A'],
      ['C', 'B'],
    ]).toContainEqual(contacts)
  })

  test('refuse une raison trop longue ou illisible, un double, et un corps trop gros', async () => {
    expect(
      (await exclure([{ contact_id: 'A', raison: 'x'.repeat(1001) }, { contact_id: 'B' }])).status,
    ).toBe(422)
    expect((await exclure([{ contact_id: 'A', raison: 'a\0b' }])).status).toBe(422)
    expect((await exclure([{ contact_id: 'A' }, { contact_id: 'A' }])).status).toBe(422)
    expect((await exclure([])).status).toBe(422)
    expect((await exclure([{ contact_id: 'A', raison: 'x'.repeat(2e6) }])).status).toBe(413)
    expect(await journal()).toEqual([])
  })
})

describe('Exclure pour les raisons que l’on a lues', () => {
  test('passe tant que ce sont les mêmes', async () => {
    const { A } = await vues()
    const said = await post('exclure', { contact_id: 'A', raison: 'Test', raisons_vues: A })
    expect(said).toMatchObject({ status: 200, evenement: { raison: 'Test' } })
  })

  test('se refuse quand un autre l’a jugé légitime entre-temps, et dit qui et pourquoi', async () => {
    const { A } = await vues()
    await judgeLegitime(db, 'A')
    const said = await post('exclure', { contact_id: 'A', raisons_vues: A })
    expect(said.status).toBe(409)
    expect(said.detail).toMatch(
      /^Utilisateur a jugé le donateur A légitime le .+\s: «\sessai\s»\. Aucune raison n’est nouvelle depuis\.$/,
    )
    expect(await journal()).toEqual([])
    expect((await post('exclure', { contact_id: 'A' })).status).toBe(200)
  })

  test('se refuse quand un import a apporté une autre raison, pour un comme pour plusieurs', async () => {
    const { A, B } = await vues()
    await insertDons(db, [don({ contact_id: 'A', order_amount: 9_999 })])
    await chercher(db)
    const alone = await post('exclure', { contact_id: 'A', raisons_vues: A })
    expect(alone).toMatchObject({ status: 409 })
    expect(alone.detail).toContain('ont changé entre-temps')
    const both = await exclure([
      { contact_id: 'B', raisons_vues: B },
      { contact_id: 'A', raisons_vues: A },
    ])
    expect(both.detail).toContain('Aucun des 2 donateurs n’a été exclu.')
    expect(await journal()).toEqual([])
  })

  test('dit d’un donateur déjà exclu qu’il l’est', async () => {
    const { A } = await vues()
    await exclude(db, 'A')
    const said = await post('exclure', { contact_id: 'A', raisons_vues: A })
    expect(said.status).toBe(409)
    expect(said.detail).toContain('Le donateur A est déjà exclu')
  })
})
