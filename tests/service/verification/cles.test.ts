import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { VerificationDonateur } from '#contract/verification'
import { chercher, donner } from '../../support/a-verifier'
import { get } from '../../support/analyses'
import { judgeLegitime } from '../../support/exclusion'
import { runOnce, startService } from '../../support/service'
import { tamper } from '../../support/tamper'

const { app, database } = await startService()
const { db } = database

/** The secret: what an HMAC's inner hash begins with, xor 36 36 … */
async function readSecret(): Promise<Buffer> {
  const { interne, externe } = await db
    .selectFrom('secret_raisons')
    .selectAll()
    .executeTakeFirstOrThrow()
  const secret = Buffer.from(interne.map((octet) => octet ^ 0x36))
  expect(secret).toEqual(Buffer.from(externe.map((octet) => octet ^ 0x5c)))
  expect(secret.subarray(32)).toEqual(Buffer.alloc(32))
  return secret.subarray(0, 32)
}

const keyOf = (secret: Buffer, regle: string, contact: string, valeur: string) =>
  createHmac('sha256', secret)
    .update(`${regle}:${Array.from(contact).length}:${contact}${valeur}`)
    .digest('hex')

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const signalements = () =>
  db
    .selectFrom('signalements')
    .select(['contact_id', 'regle', 'cle', 'faits'])
    .orderBy('contact_id')
    .orderBy('regle')
    .execute()

test('[B2] les raisons tirées de la fiche ont pour clé un HMAC-SHA-256 du secret de la base, et aucune valeur', async () => {
  await donner(db, {
    é1: {
      carte: {
        firstname: 'Ztrkq',
        lastname: 'Essai',
        email: 'x@Sous.Example.org',
        phone: '0606060606',
      },
    },
    B: { carte: { lastname: 'ESSAI', zip: '00000' } },
  })
  const secret = await readSecret()
  expect(await signalements()).toEqual([
    { contact_id: 'B', regle: 'C2', cle: 'Code postal', faits: { champ: 'Code postal' } },
    {
      contact_id: 'B',
      regle: 'T1',
      cle: keyOf(secret, 'T1', 'B', 'essai'),
      faits: { champ: 'nom', forme: 'mot' },
    },
    { contact_id: 'é1', regle: 'C2', cle: 'Téléphone', faits: { champ: 'Téléphone' } },
    {
      contact_id: 'é1',
      regle: 'T1',
      cle: keyOf(secret, 'T1', 'é1', 'essai'),
      faits: { champ: 'nom', forme: 'mot' },
    },
    {
      contact_id: 'é1',
      regle: 'T2',
      cle: keyOf(secret, 'T2', 'é1', 'sous.example.org'),
      faits: { genre: 'réservé' },
    },
    {
      contact_id: 'é1',
      regle: 'T3',
      cle: keyOf(secret, 'T3', 'é1', md5('ztrkq essai')),
      faits: { champ: 'prénom' },
    },
  ])
})

test('[B2] les valeurs d’une phrase viennent de la fiche d’aujourd’hui, ou n’y sont pas', async () => {
  const lire = async () =>
    (await get<VerificationDonateur>(app, `/api/donateurs/a-verifier/${encodeURIComponent('é1')}`))
      .raisons
  expect(await lire()).toEqual([
    'Son adresse e-mail est du domaine réservé sous.example.org.',
    'Dans son prénom «\u00A0Ztrkq\u00A0», les lettres se suivent comme dans aucun nom courant.',
    'Son nom contient le mot «\u00A0essai\u00A0».',
    'Téléphone factice\u00A0: 0606060606.',
  ])
  // The card is another one, and nobody has looked for reasons since.
  await sql`
    update donateurs set lastname = 'Martin', email = 'x@courriel.fr', phone = '0611223344' where contact_id = 'é1'
  `.execute(db)
  expect(await lire()).toEqual([
    'Son adresse e-mail est d’un domaine réservé.',
    'Dans son prénom «\u00A0Ztrkq\u00A0», les lettres se suivent comme dans aucun nom courant.',
    'Son nom contient un mot de test.',
    'Téléphone factice.',
  ])
})

test('[B2] les décisions d’une version antérieure gardent leurs raisons sous leur nouvelle clé, sans valeur', async () => {
  await donner(db, {
    Z: {
      carte: {
        firstname: 'Wqxjz',
        lastname: 'Faux',
        email: 'z@yopmail.com',
        phone: '06 06 06 06 06',
      },
    },
  })
  const before = [
    { regle: 'T1', cle: 'faux', points: 50, faits: { champ: 'nom', mot: 'faux' } },
    {
      regle: 'T2',
      cle: 'yopmail.com',
      points: 30,
      faits: { domaine: 'yopmail.com', genre: 'jetable' },
    },
    { regle: 'T3', cle: md5('wqxjz faux'), points: 20, faits: { genre: 'prenom' } },
    {
      regle: 'C2',
      cle: 'Téléphone',
      points: 20,
      faits: { champ: 'Téléphone', valeur: '0606060606' },
    },
    { regle: 'B1', cle: '2024-06-15', points: 40, faits: { le: '2024-06-15', dons: 10 } },
  ]
  await judgeLegitime(db, 'Z')
  await tamper(
    db,
    sql`update decisions_legitimes set connues = ${JSON.stringify(before)}::jsonb where contact_id = 'Z'`,
    'decisions_legitimes',
  )
  const decisions = () =>
    sql<{ connues: unknown; reste: string }>`
      select connues, (to_jsonb(decisions) - 'connues')::text as reste
      from decisions_legitimes as decisions where contact_id = 'Z'`.execute(db)
  const {
    rows: [old],
  } = await decisions()
  await runOnce(database.url, 'call recoder_decisions()')
  const {
    rows: [now],
  } = await decisions()
  const secret = await readSecret()
  expect(now).toEqual({
    reste: old?.reste,
    connues: [
      { regle: 'T1', cle: keyOf(secret, 'T1', 'Z', 'faux'), points: 50, faits: { champ: 'nom' } },
      {
        regle: 'T2',
        cle: keyOf(secret, 'T2', 'Z', 'yopmail.com'),
        points: 30,
        faits: { genre: 'jetable' },
      },
      {
        regle: 'T3',
        cle: keyOf(secret, 'T3', 'Z', md5('wqxjz faux')),
        points: 20,
        faits: { genre: 'prenom' },
      },
      { regle: 'C2', cle: 'Téléphone', points: 20, faits: { champ: 'Téléphone' } },
      before[4],
    ],
  })
  // So that nobody comes back, and nothing happens twice.
  await chercher(db)
  const { a_verifier, raisons } = await get<VerificationDonateur>(
    app,
    '/api/donateurs/a-verifier/Z',
  )
  expect({ a_verifier, raisons: raisons.length }).toEqual({ a_verifier: false, raisons: 4 })
  await runOnce(database.url, 'call recoder_decisions()')
  expect((await decisions()).rows).toEqual([now])

  // Decisions can be changed no more than before.
  await expect(sql`update decisions_legitimes set points = 1`.execute(db)).rejects.toThrow(
    'ne se modifient pas',
  )
  await expect(runOnce(database.serviceUrl, 'call recoder_decisions()')).rejects.toThrow(
    /permission denied|droit refusé/,
  )
  await expect(
    runOnce(database.serviceUrl, 'update secret_raisons set interne = externe'),
  ).rejects.toThrow(/permission denied|droit refusé/)
})
