import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ActePoids, PoidsDeRegle } from '#contract/poids'
import type { AVerifier, VerificationDonateur } from '#contract/verification'
import { derive } from '../../../service/platform/jobs/derived'
import { SIGNALEMENTS } from '../../../service/verification/trouver'
import { chercher, donner } from '../../support/a-verifier'
import { get, refresh } from '../../support/analyses'
import { exclude, judgeLegitime } from '../../support/exclusion'
import { startService, testOnOneServer } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

/** Thirteen donors named by T1 alone, and one whom T2 names too. */
beforeEach(async () => {
  await tamper(db, sql`delete from evenements_exclusion`)
  await tamper(db, sql`delete from decisions_legitimes`, 'decisions_legitimes')
  await tamper(db, sql`delete from poids_regles`, 'poids_regles')
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'mots_contacts', 'signalements')
  await empty(db, 'groupes_contacts')
  const carte = (at: number) => ({ firstname: 'Test', lastname: 'Test', zip: `${10_000 + at}` })
  await donner(db, {
    ...Object.fromEntries(
      Array.from({ length: 13 }, (_, at) => [
        `T${at}`,
        { carte: carte(at), dons: [{ order_amount: 10 + at * at }] },
      ]),
    ),
    U: { carte: { ...carte(99), email: 'u@example.org' } },
  })
})

const decider = async (legitimes: number, exclus: number) => {
  for (let at = 0; at < legitimes; at += 1) await judgeLegitime(db, `T${at}`)
  for (let at = 0; at < exclus; at += 1) await exclude(db, `T${legitimes + at}`)
}

const lire = () => get<AVerifier>(app, '/api/donateurs/a-verifier')
const t1 = async () => (await lire()).regles.find(({ code }) => code === 'T1')
const peser = async (payload: Record<string, unknown>) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/donateurs/regles/poids',
    payload: { regle: 'T1', poids: 50, raison: 'Trop de gens honnêtes', nom: 'Zoé', ...payload },
  })
  return { status: answer.statusCode, ...answer.json<{ acte?: ActePoids; detail?: string }>() }
}

describe('Ce que les gens décident enseigne', () => {
  test.each([
    [8, 2, 50],
    [7, 2, null],
    [7, 3, null],
    [10, 2, 50],
  ])('%i légitimes et %i exclus : %s proposé', async (legitimes, exclus, propose) => {
    await decider(legitimes, exclus)
    expect(await t1()).toMatchObject({ legitimes, exclus, poids: 100, poids_propose: propose })
  })

  testOnOneServer(
    'une personne sous deux numéros n’est jugée qu’une fois, et sous deux après sa séparation',
    async () => {
      await decider(8, 2)
      expect(await t1()).toMatchObject({ legitimes: 8, exclus: 2, poids_propose: 50 })
      const decide = async (acte: string, payload: object) => {
        const url = `/api/donateurs/${acte}`
        const answer = await app.inject({
          method: 'POST',
          url,
          payload: { ...payload, raison: 'oui' },
        })
        expect(answer.statusCode).toBe(200)
        await app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })
        await derive(db, SIGNALEMENTS)
      }
      await decide('fusionner', { groupes: [{ principal: 'T0', contacts: ['T1'] }] })
      expect(await t1()).toMatchObject({ legitimes: 7, exclus: 2, poids_propose: null })
      await decide('separer', { contact_id: 'T1' })
      expect(await t1()).toMatchObject({ legitimes: 8, exclus: 2, poids_propose: 50 })
    },
  )

  testOnOneServer(
    'qui a été jugé légitime l’est sous le numéro qui compte, sauf pour une raison nouvelle',
    async () => {
      const aVerifier = async () => (await lire()).donateurs.map(({ contact_id }) => contact_id)
      const decider = async (acte: string, payload: object) => {
        const url = `/api/donateurs/${acte}`
        const { statusCode } = await app.inject({
          method: 'POST',
          url,
          payload: { ...payload, raison: 'oui' },
        })
        expect(statusCode).toBe(200)
      }
      const fusion = { groupes: [{ principal: 'T0', contacts: ['T1', 'T2'] }] }
      await judgeLegitime(db, 'T2')
      expect(await aVerifier()).toContain('T0')
      await decider('fusionner', fusion)
      await refresh(app)
      await derive(db, SIGNALEMENTS)
      expect(await aVerifier()).not.toContain('T0')
      const { decisions } = await get<VerificationDonateur>(app, '/api/donateurs/a-verifier/T0')
      expect(decisions.map(({ contact_id }) => contact_id)).toEqual(['T2'])

      // What the principal's card says beyond that is new, and so is another word.
      await db
        .updateTable('donateurs')
        .set({ email: 't@example.org' })
        .where('contact_id', '=', 'T0')
        .execute()
      await chercher(db)
      expect(await aVerifier()).toContain('T0')
      await db
        .updateTable('donateurs')
        .set({ email: '', firstname: 'Azerty', lastname: 'Azerty' })
        .where('contact_id', '=', 'T0')
        .execute()
      await chercher(db)
      expect(await aVerifier()).toContain('T0')

      const { firstname, lastname } = { firstname: 'Test', lastname: 'Test' }
      await db
        .updateTable('donateurs')
        .set({ firstname, lastname })
        .where('contact_id', '=', 'T0')
        .execute()
      await chercher(db)
      expect(await aVerifier()).not.toContain('T0')
      // What was said of who is somebody else now says nothing of this one, at once.
      await decider('separer', { contact_id: 'T2' })
      expect(await aVerifier()).toContain('T0')
      await refresh(app)
      await derive(db, SIGNALEMENTS)
      expect(await aVerifier()).toContain('T0')
      expect(await aVerifier()).not.toContain('T2')
    },
  )

  test('un contact collectif n’est un jugement sur aucune règle', async () => {
    await decider(9, 0)
    await app.inject({
      method: 'POST',
      url: '/api/donateurs/collectifs',
      payload: { contact_id: 'T9', collectif: true, raison: 'Quête' },
    })
    expect(await t1()).toMatchObject({
      legitimes: 9,
      collectifs: 1,
      exclus: 0,
      poids_propose: null,
    })
    const { donateurs } = await get<AVerifier>(app, '/api/donateurs/a-verifier?etat=collectifs')
    expect(donateurs.map(({ contact_id }) => contact_id)).toEqual(['T9'])
  })

  test('rien ne pèse moins de soi-même ; un acte nommé change la file, et un autre la rétablit', async () => {
    await decider(8, 2)
    await derive(db, SIGNALEMENTS)
    expect((await lire()).total).toBe(4)
    const { effets, actes } = await get<PoidsDeRegle>(app, '/api/donateurs/regles/T1/poids')
    expect(effets.map(({ poids, a_verifier }) => [poids, a_verifier])).toEqual([
      [100, 4],
      [50, 1],
      [25, 1],
    ])
    expect(actes).toEqual([])

    const { status, acte } = await peser({ decide_par: 'Utilisateur' })
    expect(status).toBe(200)
    expect(acte).toMatchObject({
      regle: 'T1',
      poids: 50,
      identite: 'Zoé, nom saisi',
      legitimes: 8,
      exclus: 2,
    })
    expect((await lire()).en_retard).toBe(true)
    await refresh(app)
    await derive(db, SIGNALEMENTS)
    const { total, donateurs, en_retard } = await lire()
    expect({ total, en_retard }).toEqual({ total: 1, en_retard: false })
    expect(donateurs).toMatchObject([{ contact_id: 'U', points: 75 }])

    expect((await peser({ poids: 100, raison: 'Erreur' })).status).toBe(200)
    await derive(db, SIGNALEMENTS)
    expect((await lire()).total).toBe(4)
    const after = await get<PoidsDeRegle>(app, '/api/donateurs/regles/T1/poids')
    expect(after.actes.map(({ poids, raison }) => [poids, raison])).toEqual([
      [100, 'Erreur'],
      [50, 'Trop de gens honnêtes'],
    ])
  })

  test('renvoyé avec le même identifiant, un acte n’est inscrit qu’une fois ; le même poids, un autre ou aucune raison se refusent', async () => {
    const decision_id = randomUUID()
    const first = await peser({ decision_id })
    expect(await peser({ decision_id })).toEqual(first)
    expect(await peser({ decision_id, poids: 25 })).toMatchObject({ status: 409 })
    expect(await peser({})).toMatchObject({
      status: 409,
      detail: 'La règle T1 pèse déjà 50\u00A0% de ses points.',
    })
    expect(await peser({ poids: 0 })).toMatchObject({ status: 422 })
    expect(await peser({ poids: 25, raison: ' ' })).toMatchObject({ status: 422 })
    expect(await peser({ poids: 25, nom: undefined })).toMatchObject({
      status: 422,
      detail: 'Dites qui décide\u00A0: votre nom.',
    })
    expect((await get<PoidsDeRegle>(app, '/api/donateurs/regles/T1/poids')).actes).toHaveLength(1)
  })
})
