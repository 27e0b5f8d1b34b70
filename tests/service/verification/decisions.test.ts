import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Collectif, Collectifs } from '#contract/collectifs'
import type { AVerifier, Decision, Decisions, VerificationDonateur } from '#contract/verification'
import { chercher, donner } from '../../support/a-verifier'
import { get } from '../../support/analyses'
import { don, insertDons } from '../../support/dons'
import { exclude, reinstate } from '../../support/exclusion'
import { startService, testOnOneServer } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

const lire = () => get<AVerifier>(app, '/api/donateurs/a-verifier')
const contactsLus = async () => (await lire()).donateurs.map(({ contact_id }) => contact_id)
const lireUn = (contact: string) =>
  get<VerificationDonateur>(app, `/api/donateurs/a-verifier/${contact}`)

interface Dit {
  status: number
  detail?: string
  champ?: string
  message?: string
  decision?: Decision
}

async function juger(contact_id: string, autres: Record<string, unknown> = {}): Promise<Dit> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/donateurs/legitime',
    payload: { contact_id, raison: 'Bénévole connu', ...autres },
  })
  return { status: answer.statusCode, ...answer.json<Omit<Dit, 'status'>>() }
}

beforeEach(async () => {
  await tamper(db, sql`delete from decisions_legitimes`, 'decisions_legitimes')
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'mots_contacts', 'signalements')
  await donner(db, {
    A: { carte: { firstname: 'Test', lastname: '' }, dons: [{ order_amount: 70 }] },
    B: { carte: { firstname: '', lastname: 'Essai' }, dons: [{ order_amount: 30 }] },
    C: { carte: { firstname: 'Toto' } },
  })
})

describe('« Légitime »', () => {
  test('retire le donateur de la file, et dit qui, quand, pourquoi et ce qui était connu', async () => {
    const before = Date.now()
    const { status, message, decision } = await juger('A', { decide_par: 'Zoé' })
    expect(status).toBe(200)
    expect(message).toContain('jugé légitime')
    expect(decision).toMatchObject({
      contact_id: 'A',
      raison: 'Bénévole connu',
      decide_par: 'Zoé',
      identite: null,
      points: 50,
      // What the card said then is nowhere any more.
      connues: ['Son nom contient un mot de test.'],
    })
    expect(Date.parse(decision?.decide_le ?? '')).toBeGreaterThanOrEqual(before - 1000)
    expect(Date.parse(decision?.decide_le ?? '')).toBeLessThanOrEqual(Date.now() + 1000)

    const { total, montant, donateurs, bilan, regles } = await lire()
    expect({ total, montant }).toEqual({ total: 1, montant: 30 })
    expect(donateurs.map(({ contact_id }) => contact_id)).toEqual(['B'])
    const expected = {
      signales: 2,
      montant: 100,
      a_verifier: 1,
      exclus: 0,
      legitimes: 1,
      collectifs: 0,
    }
    expect(bilan).toEqual(expected)
    expect(regles.find(({ code }) => code === 'T1')).toMatchObject(expected)
    const { a_verifier, points, decisions } = await lireUn('A')
    expect({ a_verifier, points }).toEqual({ a_verifier: false, points: 50 })
    expect(decisions).toEqual([decision])
    expect((await get<Decisions>(app, '/api/donateurs/legitimes')).decisions).toEqual([decision])
  })

  test('ne revient pas pour une raison connue, une raison partie et revenue comprise', async () => {
    await juger('A')
    await chercher(db)
    expect(await contactsLus()).toEqual(['B'])
    await sql`update donateurs set firstname = 'Camille' where contact_id = 'A'`.execute(db)
    await chercher(db)
    await sql`update donateurs set firstname = 'Test', lastname = '' where contact_id = 'A'`.execute(
      db,
    )
    await chercher(db)
    expect(await contactsLus()).toEqual(['B'])
  })

  test('revient pour une raison nouvelle, et dit qu’il a été jugé légitime ; jugé encore, il reste dehors', async () => {
    const { decision } = await juger('A')
    await insertDons(db, [don({ contact_id: 'A', order_amount: 9_999 })])
    await chercher(db)
    const [first] = (await lire()).donateurs
    expect(first).toMatchObject({ contact_id: 'A', points: 80 })
    expect(first?.raisons).toHaveLength(2)
    expect(Date.parse(first?.legitime_le ?? '')).toBe(
      Math.trunc(Date.parse(decision?.decide_le ?? '')),
    )
    expect((await juger('A')).status).toBe(200)
    expect(await contactsLus()).toEqual(['B'])
    expect((await lireUn('A')).decisions).toHaveLength(2)
  })

  test('renvoyé avec le même identifiant, n’est inscrit qu’une fois ; pour un autre, il est refusé', async () => {
    const decision_id = randomUUID()
    const first = await juger('A', { decision_id })
    expect(await juger('A', { decision_id })).toEqual(first)
    expect((await lireUn('A')).decisions).toHaveLength(1)
    expect(await juger('B', { decision_id })).toMatchObject({
      status: 409,
      champ: 'decision_id',
      detail: expect.stringContaining('a déjà servi') as string,
    })
    expect((await lireUn('B')).decisions).toEqual([])
  })

  test('deux personnes à la fois : l’une décide, l’autre apprend qui l’a fait', async () => {
    const [{ raisons_vues }] = (await lire()).donateurs as [AVerifier['donateurs'][number]]
    const said = await Promise.all(
      ['Zoé', 'Ali'].map((decide_par) => juger('A', { decide_par, raisons_vues })),
    )
    expect(said.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = said.find(({ status }) => status === 200)?.decision
    const refused = said.find(({ status }) => status === 409)
    expect(refused?.detail).toContain(`${winner?.decide_par} a jugé le donateur A légitime le`)
    expect((await lireUn('A')).decisions).toEqual([winner])
  })

  test('ne se décide pas pour un donateur exclu, inconnu, ou qui n’est pas à vérifier', async () => {
    await exclude(db, 'B')
    expect(await juger('B')).toMatchObject({
      status: 409,
      detail: 'Le donateur B est exclu. Réintégrez-le d’abord, s’il est légitime.',
    })
    expect(await juger('Personne')).toMatchObject({
      status: 404,
      champ: 'contact_id',
      detail: 'Le donateur Personne n’existe pas.',
    })
    expect(await juger('C')).toMatchObject({ status: 409 })
    expect((await get<Decisions>(app, '/api/donateurs/legitimes')).decisions).toEqual([])
    await reinstate(db, 'B')
    expect((await juger('B')).status).toBe(200)
  })

  test('se refuse quand un import a changé les raisons entre la page et la décision', async () => {
    const { raisons_vues } = await lireUn('A')
    await insertDons(db, [don({ contact_id: 'A', order_amount: 9_999 })])
    await chercher(db)
    expect(await juger('A', { raisons_vues })).toMatchObject({
      status: 409,
      detail:
        'Les raisons de vérifier le donateur A ont changé entre-temps. Rechargez la page, lisez-les et décidez.',
    })
    const { raisons_vues: now } = await lireUn('A')
    expect((await juger('A', { raisons_vues: now })).status).toBe(200)
  })

  test('demande une raison, pas trop longue ; un texte hostile reste un texte', async () => {
    expect(await juger('A', { raison: '  ' })).toMatchObject({ status: 422, champ: 'raison' })
    expect(await juger('A', { raison: 'x'.repeat(1001) })).toMatchObject({
      status: 422,
      champ: 'raison',
      detail: 'La raison est trop longue (1000 caractères au plus).',
    })
    expect(await juger('A', { raison: 'a\0b' })).toMatchObject({ status: 422, champ: 'raison' })
    const raison = `=1+1;"<b>';--\n${'é'.repeat(900)}`
    expect((await juger('A', { raison })).decision?.raison).toBe(raison)
    const { body } = await app.inject('/api/donateurs/legitimes.csv')
    expect(body.split('\r\n')).toHaveLength(3)
    expect(body).toContain(`"'=1+1;""<b>';'--\n`)
  })
})

test('les décisions se lisent par contact et par jour, la dernière d’abord', async () => {
  await juger('A')
  await juger('B')
  const read = async (suite = '') =>
    (await get<Decisions>(app, `/api/donateurs/legitimes${suite}`)).decisions.map(
      ({ contact_id }) => contact_id,
    )
  expect(await read()).toEqual(['B', 'A'])
  expect(await read('?contact_id=A')).toEqual(['A'])
  expect(await read('?au=2020-01-01')).toEqual([])
  expect(await read('?du=2020-01-01')).toEqual(['B', 'A'])
  expect(await read('?limit=1&page=9')).toEqual(['A'])
})

test('une page lue pour un contact inconnu est un 404', async () => {
  expect((await app.inject('/api/donateurs/a-verifier/Personne')).statusCode).toBe(404)
})

describe('Un contact collectif', () => {
  const dire = async (contact_id: string, autres: Record<string, unknown> = {}): Promise<Dit> => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/donateurs/collectifs',
      payload: { contact_id, collectif: true, raison: 'Tronc de l’église', ...autres },
    })
    return { status: answer.statusCode, ...answer.json<Omit<Dit, 'status'>>() }
  }
  const lesCollectifs = () => get<Collectifs>(app, '/api/donateurs/collectifs')
  const possibles = async () =>
    (await lesCollectifs()).possibles.map(({ contact_id }) => contact_id)
  /** So many gifts, each of one of so many media. */
  const quete = (dons: number, medias: number) =>
    Array.from({ length: dons }, (_, rang) => ({
      order_amount: 5,
      order_date: '2024-03-03',
      codemedia_code: `M${rang % medias}`,
    }))

  test('est proposé par ses dons et ses médias, ou par son nom, jamais une société ni une personne', async () => {
    await donner(db, {
      beaucoup: { carte: { lastname: 'Durand' }, dons: quete(50, 10) },
      presque: { carte: { lastname: 'Durand' }, dons: quete(49, 10) },
      mensuel: { carte: { lastname: 'Durand' }, dons: quete(60, 9) },
      anonyme: { carte: { firstname: '', lastname: '(Anonymous)' } },
      quete: { carte: { firstname: '', lastname: 'Quête du 3 mai' } },
      dons: { carte: { firstname: 'Dons', lastname: 'Anonymes' } },
      personne: { carte: { firstname: 'Jean', lastname: 'Divers' } },
      sa: { carte: { firstname: '', lastname: 'Société anonyme Durand', is_company: true } },
    })
    expect((await possibles()).toSorted()).toEqual(['anonyme', 'beaucoup', 'dons', 'quete'])
    const found = (await lesCollectifs()).possibles.find(
      ({ contact_id }) => contact_id === 'beaucoup',
    )
    expect(found).toMatchObject({ donations: 50, montant: 250, medias: 10, par_nom: false })
  })

  test('se décide une fois : il compte, n’est plus à vérifier quoi qu’on y trouve, et se relit partout', async () => {
    await donner(db, {
      T: { carte: { firstname: '', lastname: 'Tronc' }, dons: quete(12, 1) },
      V: { carte: { lastname: 'Durand' } },
    })
    expect(await possibles()).toEqual(['T'])
    const avant = await get<Collectif>(app, '/api/donateurs/collectifs/T')
    expect(avant).toMatchObject({
      collectif: false,
      par_annee: [{ annee: 2024, donations: 12, montant: 60 }],
    })
    const decision_id = randomUUID()
    const { status, decision } = await dire('T', { decision_id, decide_par: 'Zoé' })
    expect(status).toBe(200)
    expect(decision).toMatchObject({ nature: 'COLLECTIF', decide_par: 'Zoé', contact_id: 'T' })
    expect((await dire('T', { decision_id })).decision).toEqual(decision)
    expect((await dire('T')).status).toBe(409)

    // B1: twelve gifts on one day; a day more is no new reason either.
    await sql`update donateurs set lastname = 'Tronc Test' where contact_id = 'T'`.execute(db)
    await insertDons(
      db,
      quete(12, 1).map((given) => don({ ...given, contact_id: 'T' })),
    )
    await chercher(db)
    expect(await contactsLus()).not.toContain('T')
    expect(await lireUn('T')).toMatchObject({ collectif: true, a_verifier: false })
    expect((await juger('T')).detail).toContain('contact collectif')
    expect(await lesCollectifs()).toMatchObject({
      possibles: [],
      collectifs: [{ contact_id: 'T' }],
    })
    // It goes on being one of the donors of the year, with all its gifts.
    const apres = await get<Collectif>(app, '/api/donateurs/collectifs/T')
    expect(apres.collectif).toBe(true)
    expect(apres.par_annee[0]?.donateurs_annee).toBeGreaterThan(0)
    const all = await get<Decisions>(app, '/api/donateurs/legitimes')
    expect(all.decisions[0]).toEqual(decision)
    const file = await app.inject('/api/donateurs/legitimes.csv')
    expect(file.body).toContain(';T;Contact collectif;')
    expect((await dire('V')).status).toBe(200)

    const retire = await dire('T', { collectif: false, raison: 'C’est un monsieur Tronc' })
    expect(retire.decision).toMatchObject({ nature: 'INDIVIDUEL' })
    expect(await contactsLus()).toContain('T')
    expect(await possibles()).toEqual([])
  })

  testOnOneServer(
    'le reste quand il compte comme un autre, jusqu’à un mot plus récent',
    async () => {
      await donner(db, {
        U: { carte: { firstname: '', lastname: 'Tronc' }, dons: quete(12, 1) },
        U0: { carte: { firstname: 'Test', lastname: 'Test' } },
      })
      await dire('U')
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/donateurs/fusionner',
        payload: { groupes: [{ principal: 'U0', contacts: ['U'] }], raison: 'Le même tronc' },
      })
      expect(statusCode).toBe(200)
      await chercher(db)
      expect(await contactsLus()).not.toContain('U0')
      expect((await lesCollectifs()).collectifs).toMatchObject([
        { contact_id: 'U0', donations: 13 },
      ])
      expect(await lireUn('U0')).toMatchObject({ collectif: true, a_verifier: false })
      await dire('U0', { collectif: false })
      expect(await contactsLus()).toContain('U0')
      expect((await lesCollectifs()).collectifs).toEqual([])
    },
  )

  test('ne se dit ni d’un exclu, ni d’un inconnu, ni sans raison', async () => {
    await exclude(db, 'A')
    expect((await dire('A')).status).toBe(409)
    expect((await dire('nul')).status).toBe(404)
    expect(await dire('B', { raison: ' ' })).toMatchObject({ status: 422, champ: 'raison' })
  })
})
