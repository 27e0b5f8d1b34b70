import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { EffetExclusion, Evenement, Exclusions } from '../../../service/contract/exclusions'
import { get, refresh } from '../../support/analyses'
import { don, insertDons } from '../../support/dons'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

async function post(call: 'exclure' | 'reintegrer', body: object) {
  const url = `/api/exclusions/${call}`
  const response = await app.inject({ method: 'POST', url, payload: body })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

const evenementOf = (answer: { body: Record<string, unknown> }) =>
  answer.body['evenement'] as Evenement

async function excluded(): Promise<string[]> {
  const { exclusions } = await get<Exclusions>(app, '/api/exclusions/liste')
  return exclusions.map((exclusion) => exclusion.contact_id)
}

const countEvenements = async () =>
  (await db.selectFrom('evenements_exclusion').select('numero').execute()).length

describe('Exclure un donateur', () => {
  test('enregistre qui, pourquoi, combien de dons et quel montant, et le dit', async () => {
    await insertDons(db, [
      don({ contact_id: 'C-12', order_amount: 100 }),
      don({ contact_id: 'C-12', order_amount: 50.1 }),
      don({ contact_id: 'C-12', order_amount: 0 }),
      don({ contact_id: 'C-13', order_amount: 1000 }),
    ])

    const { status, body } = await post('exclure', { contact_id: 'C-12', exclu_par: 'Utilisateur' })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Le donateur C-12 est exclu\u00A0: 2\u00A0dons (150,10\u00A0€) ne comptent plus.',
      donations_exclues: 2,
      montant_exclu: 150.1,
      evenement: {
        contact_id: 'C-12',
        type: 'EXCLUSION',
        raison: 'Faux don détecté via l’interface',
        exclu_par: 'Utilisateur',
        identite: null,
        donations_concernees: 2,
        montant_concerne: 150.1,
      },
    })
    expect(await excluded()).toContain('C-12')
    expect(await excluded()).not.toContain('C-13')
  })

  test('[0.1.0 B1] note à côté l’identité que le serveur mandataire a donnée, si le jeton le prouve', async () => {
    const SERVICE_TOKEN = 'un-jeton-de-seize-signes'
    const proven = await startService({ SERVICE_TOKEN })
    const answers = []
    for (const service of [proven, { app, database }]) {
      await insertDons(service.database.db, [don({ contact_id: 'Identite' })])
      answers.push(
        await service.app.inject({
          method: 'POST',
          url: '/api/exclusions/exclure',
          headers: {
            authorization: `Bearer ${SERVICE_TOKEN}`,
            'x-identite': encodeURIComponent('Zoé <zoe@asso.fr>'),
          },
          payload: { contact_id: 'Identite' },
        }),
      )
    }
    expect(
      answers.map((answer) => answer.json<{ evenement: Evenement }>().evenement),
    ).toMatchObject([
      { exclu_par: 'Utilisateur', identite: 'Zoé <zoe@asso.fr>' },
      { exclu_par: 'Utilisateur', identite: null },
    ])
  })

  test('connaît un donateur par sa fiche seule', async () => {
    await db.insertInto('donateurs').values({ contact_id: 'Sans don' }).execute()
    const { status, body } = await post('exclure', { contact_id: 'Sans don' })
    expect(status).toBe(200)
    expect(body['message']).toBe('Le donateur Sans don est exclu\u00A0: aucun don n’est concerné.')
  })

  test('refuse un donateur inconnu et n’enregistre rien', async () => {
    const before = await countEvenements()
    const { status, body } = await post('exclure', { contact_id: 'Personne' })
    expect(status).toBe(404)
    expect(body).toEqual({
      detail: 'Le donateur Personne n’existe pas.',
      code: 'introuvable',
      champ: 'contact_id',
    })
    expect(await countEvenements()).toBe(before)
  })

  test.each([
    ['sans contact', {}],
    ['à contact vide', { contact_id: '  ' }],
    ['à contact trop long', { contact_id: 'x'.repeat(201) }],
    ['à caractère illisible', { contact_id: 'a\0b' }],
    ['à identifiant mal formé', { contact_id: 'C-13', evenement_id: 'x' }],
  ])('refuse une demande %s', async (_what, body) => {
    expect((await post('exclure', body)).status).toBe(422)
  })
})

describe('Exclure puis réintégrer', () => {
  test('rend ses dons au donateur, et les deux événements restent', async () => {
    await insertDons(db, [don({ contact_id: 'Retour', order_amount: 20 })])
    const first = evenementOf(await post('exclure', { contact_id: 'Retour' }))
    const { status, body } = await post('reintegrer', { contact_id: 'Retour' })

    expect(status).toBe(200)
    expect(body['message']).toBe(
      'Le donateur Retour est réintégré\u00A0: 1\u00A0don (20,00\u00A0€) compte à nouveau.',
    )
    const second = evenementOf({ body })
    expect(second).toMatchObject({ numero: first.numero + 1, type: 'REINTEGRATION' })
    expect(second.empreinte_precedente).toBe(first.empreinte)
    expect(await excluded()).not.toContain('Retour')
  })

  test('deux fois de suite est refusé, avec l’état présent', async () => {
    await insertDons(db, [don({ contact_id: 'Deux fois' })])
    const { numero } = evenementOf(await post('exclure', { contact_id: 'Deux fois' }))

    const again = await post('exclure', { contact_id: 'Deux fois' })
    expect(again.status).toBe(409)
    expect(again.body).toEqual({
      detail: `Le donateur Deux fois est déjà exclu (événement n° ${numero}).`,
      code: 'conflit',
      etat: { contact_id: 'Deux fois', exclu: true, numero_attendu: numero },
    })

    await post('reintegrer', { contact_id: 'Deux fois' })
    expect((await post('reintegrer', { contact_id: 'Deux fois' })).status).toBe(409)
  })

  test('sur un formulaire qui date est refusé', async () => {
    await insertDons(db, [don({ contact_id: 'Date' })])
    const seen = evenementOf(await post('exclure', { contact_id: 'Date' })).numero
    await post('reintegrer', { contact_id: 'Date' })
    await post('exclure', { contact_id: 'Date' })
    const late = await post('reintegrer', { contact_id: 'Date', numero_attendu: seen })
    expect(late.status).toBe(409)
    expect(late.body['detail']).toMatch(/modifié entre-temps/)
  })
})

describe('Le même formulaire envoyé plusieurs fois', () => {
  test('n’a qu’un effet et rend la même réponse', async () => {
    await insertDons(db, [don({ contact_id: 'Double clic' })])
    const body = { contact_id: 'Double clic', evenement_id: randomUUID(), numero_attendu: 0 }
    const before = await countEvenements()
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('exclure', body)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await countEvenements()).toBe(before + 1)
  })

  test('rend la première réponse même quand le donateur a changé depuis', async () => {
    await insertDons(db, [don({ contact_id: 'Plus tard' })])
    const body = { contact_id: 'Plus tard', evenement_id: randomUUID() }
    const first = await post('exclure', body)
    await post('reintegrer', { contact_id: 'Plus tard' })
    expect(await post('exclure', body)).toEqual(first)
    expect(await excluded()).not.toContain('Plus tard')
  })

  test('ne peut pas servir à autre chose', async () => {
    await insertDons(db, [don({ contact_id: 'Ici' }), don({ contact_id: 'Ailleurs' })])
    const evenement_id = randomUUID()
    await post('exclure', { contact_id: 'Ici', evenement_id })
    const other = await post('exclure', { contact_id: 'Ailleurs', evenement_id })
    expect(other.status).toBe(409)
    expect(other.body['champ']).toBe('evenement_id')
    expect(await excluded()).not.toContain('Ailleurs')
  })
})

describe('Deux personnes en même temps', () => {
  test('une seule exclut, l’autre lit 409', async () => {
    await insertDons(db, [don({ contact_id: 'Course' })])
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('exclure', { contact_id: 'Course' })),
    )
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array(7).fill(409),
    ])
  })
})

describe('Ce qu’une exclusion changerait', () => {
  test('se lit avant : dons et montant, par année', async () => {
    await insertDons(db, [
      don({ contact_id: 'Effet/1', order_amount: 10.1, order_date: '2023-01-01' }),
      don({ contact_id: 'Effet/1', order_amount: 20.2, order_date: '2024-12-31' }),
      don({ contact_id: 'Effet/1', order_amount: 30, order_date: '2024-02-29' }),
      don({ contact_id: 'Effet/1', order_amount: 0, order_date: '2022-02-01' }),
    ])
    const url = `/api/exclusions/effet/${encodeURIComponent('Effet/1')}`
    expect(await get<EffetExclusion>(app, url)).toEqual({
      contact_id: 'Effet/1',
      exclu: false,
      avec: [],
      nom: null,
      numero_attendu: 0,
      donations: 3,
      montant: 60.3,
      a_jour: false,
      par_annee: [
        { annee: 2024, donations: 2, montant: 50.2, compte: null },
        { annee: 2023, donations: 1, montant: 10.1, compte: null },
      ],
    })
    await sql`insert into donateurs (contact_id, firstname, lastname) values ('Effet/1', 'Jeanne', 'Roux')`.execute(
      db,
    )
    await refresh(app)
    const codes = {
      codemedia_code: 'N/A',
      origincode_code: 'N/A',
      profil_campagne: 'PRODUIT_UNIQUEMENT',
    }
    expect(await get<EffetExclusion>(app, url)).toMatchObject({
      nom: 'Jeanne Roux',
      a_jour: true,
      par_annee: [
        {
          annee: 2024,
          compte: {
            groupe: 'anciens',
            tranche_total: '50-100',
            tranche_dernier: '20-50',
            segment: 'fideles',
            ...codes,
          },
        },
        {
          annee: 2023,
          compte: {
            groupe: 'nouveaux',
            tranche_total: '0-20',
            tranche_dernier: '0-20',
            segment: 'beginners',
            ...codes,
          },
        },
      ],
    })
    const { numero } = evenementOf(await post('exclure', { contact_id: 'Effet/1' }))
    expect(await get<EffetExclusion>(app, url)).toMatchObject({
      exclu: true,
      numero_attendu: numero,
      donations: 3,
    })
  })

  test('est inconnu pour un donateur inconnu', async () => {
    expect((await app.inject('/api/exclusions/effet/Personne')).statusCode).toBe(404)
  })
})
