import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { MotsDeVerification } from '#contract/lexique'
import type { AVerifier } from '#contract/verification'
import { chercher, donner } from '../../support/a-verifier'
import { get } from '../../support/analyses'
import { startService } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

const changer = async (payload: object) => {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/api/donateurs/mots',
    payload: { liste: 'essais', raison: 'Nos essais', nom: 'Inès', ...payload },
  })
  return [statusCode, body] as const
}
const montres = async () =>
  (await get<AVerifier>(app, '/api/donateurs/a-verifier')).donateurs.map(
    ({ contact_id }) => contact_id,
  )

beforeEach(async () => {
  await empty(db, 'donations', 'donateurs', 'mots_contacts', 'signalements', 'mots_verification')
})

test('un mot ajouté trouve, un mot retiré ne trouve plus, et la liste est en retard dès l’acte', async () => {
  await donner(db, {
    A: { carte: { firstname: 'Bac', lastname: 'À Sable' } },
    B: { carte: { firstname: 'Toto', lastname: 'Toto' } },
    C: { carte: { firstname: 'Maître', lastname: 'Yoda' } },
  })
  expect((await montres()).toSorted()).toEqual(['B', 'C'])
  const decision_id = randomUUID()
  const asked = { mot: ' Bac à  sable', liste: 'specimens', decision_id }
  expect((await changer(asked))[0]).toBe(200)
  expect((await changer(asked))[0]).toBe(200)
  expect((await changer({ mot: 'toto', retire: true }))[0]).toBe(200)
  for (const mot of ['yoda', 'maitre yoda'])
    expect((await changer({ mot, liste: 'personnages', retire: true }))[0]).toBe(200)
  expect((await get<AVerifier>(app, '/api/donateurs/a-verifier')).en_retard).toBe(true)
  await chercher(db)
  expect(await montres()).toEqual(['A'])
  const { listes, actes } = await get<MotsDeVerification>(app, '/api/donateurs/mots')
  const motsDe = (liste: string) => listes.find((one) => one.liste === liste)?.mots ?? []
  expect(motsDe('specimens')).toContain('bac a sable')
  expect(motsDe('essais')).not.toContain('toto')
  expect(actes.map(({ mot, retire }) => [mot, retire])).toEqual([
    ['maitre yoda', true],
    ['yoda', true],
    ['toto', true],
    ['bac a sable', false],
  ])
  // Put back, it finds again.
  expect((await changer({ mot: 'Toto' }))[0]).toBe(200)
  await chercher(db)
  expect((await montres()).toSorted()).toEqual(['A', 'B'])
})

test.each([
  [{ mot: 'toto' }, 409],
  [{ mot: 'inconnu au bataillon', retire: true }, 409],
  [{ mot: '!' }, 422],
  [{ mot: '' }, 422],
  [{ mot: 'x', liste: 'autre' }, 422],
  [{ mot: 'essayons', raison: '' }, 422],
  [{ mot: 'essayons', nom: '' }, 422],
])('%j se refuse', async (payload, status) => {
  expect((await changer(payload))[0]).toBe(status)
})
