import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { AVerifier } from '#contract/verification'
import { MOTS } from '../../../service/donateurs/recherche/words'
import { derive } from '../../../service/platform/jobs/derived'
import { SIGNALEMENTS } from '../../../service/verification/trouver'
import { get, refresh } from '../../support/analyses'
import { judgeLegitime } from '../../support/exclusion'
import { importFile } from '../../support/imports'
import { startService } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

const depuis = async (id: string) => {
  const found = await get<AVerifier>(app, `/api/donateurs/a-verifier?import=${id}`)
  return {
    contacts: found.donateurs.map(({ contact_id }) => contact_id),
    en_retard: found.en_retard,
  }
}

const importer = async (type: 'donateurs' | 'donations', lines: string[]) => {
  const head =
    type === 'donateurs' ? 'contact_id;prenom;nom;cp;ville' : 'id;montant;date;contact_id'
  return (await importFile(app, type, [head, ...lines, ''].join('\n'))).upload_id
}

/** What the service does by itself after an import. */
async function chercher(): Promise<void> {
  await refresh(app)
  await derive(db, MOTS)
  await derive(db, SIGNALEMENTS)
}

const CONTACTS = ['A;Test;Test;75011;Paris', 'B;Camille;Deux;75011;Paris', 'C;Toto;Trois;;']

beforeEach(async () => {
  await tamper(db, sql`delete from decisions_legitimes`, 'decisions_legitimes')
  await empty(db, 'donations', 'donateurs', 'mots_contacts', 'signalements')
  await empty(db, 'imports_rejets', 'imports', 'fichiers')
  await importer('donateurs', CONTACTS)
  await importer('donations', ['1;10;2024-01-01;A', '2;20;2024-01-01;B'])
  await chercher()
})

test('un import dit qui est à vérifier depuis lui, et personne d’autre', async () => {
  const import_ = await importer('donations', ['3;9999;2024-02-01;A', '4;5555,55;2024-02-01;C'])
  expect((await depuis(import_)).en_retard, 'avant la recherche').toBe(true)
  await chercher()
  expect(await depuis(import_), 'A l’était déjà').toEqual({ contacts: ['C'], en_retard: false })
  await chercher()
  expect(await depuis(import_), 'cherché encore').toEqual({ contacts: ['C'], en_retard: false })
})

test('qui a été jugé légitime et revient compte comme nouveau', async () => {
  await judgeLegitime(db, 'A')
  const import_ = await importer('donations', ['3;9999;2024-02-01;A'])
  await chercher()
  expect((await depuis(import_)).contacts).toEqual(['A'])
})

test('qui a été jugé légitime le reste quand ses fichiers sont importés de nouveau', async () => {
  await judgeLegitime(db, 'A')
  const cards = await importer('donateurs', [...CONTACTS, 'D;Camille;Quatre;75011;Paris'])
  const gifts = await importer('donations', ['1;10;2024-01-01;A', '9;15;2024-03-01;A'])
  await chercher()
  for (const id of [cards, gifts]) expect((await depuis(id)).contacts).toEqual([])
  const { total } = await get<AVerifier>(app, '/api/donateurs/a-verifier')
  expect(total).toBe(0)
})

test('le même fichier importé encore ne change rien, et n’attend rien', async () => {
  const again = await importer('donations', ['1;10;2024-01-01;A', '2;20;2024-01-01;B'])
  expect(await depuis(again)).toEqual({ contacts: [], en_retard: false })
})

test('des fiches importées font aussi paraître des donateurs', async () => {
  const import_ = await importer('donateurs', ['B;Essai;Essai;75011;Paris'])
  expect((await depuis(import_)).en_retard).toBe(true)
  await chercher()
  expect(await depuis(import_)).toEqual({ contacts: ['B'], en_retard: false })
})

test('[C] un import inconnu est une erreur 404 qui le nomme, pour la file et pour son fichier', async () => {
  const filtered = ['/api/donateurs/a-verifier', '/api/donateurs/a-verifier.csv']
  for (const address of filtered) {
    const answer = await app.inject(`${address}?import=4d7c9f3a-9f0e-4f7e-8a0e-1f4f6f1c2b3a`)
    expect(answer.statusCode, address).toBe(404)
    expect(answer.json()).toEqual({
      detail: 'Cet import n’existe pas, ou n’est pas terminé.',
      code: 'introuvable',
      champ: 'import',
    })
    const malformed = await app.inject(`${address}?import=x`)
    expect(malformed.statusCode, address).toBe(422)
    expect(malformed.json()).toMatchObject({ champ: 'import' })
  }
})

test('[C] aucun autre fichier ne commence pour ce qui n’existe pas', async () => {
  const unknown = '4d7c9f3a-9f0e-4f7e-8a0e-1f4f6f1c2b3a'
  expect((await app.inject(`/api/upload/rejets/${unknown}.csv`)).statusCode).toBe(404)
  // Nobody and nothing of that name: whole files without a row, not broken ones.
  const empty = [
    '/api/donateurs/liste.csv?ensemble=nouveaux&annee=2024&media=INCONNU',
    '/api/donations/list.csv?year=2024&contact_id=INCONNU',
    '/api/donateurs/legitimes.csv?contact_id=INCONNU',
    '/api/exclusions/historique.csv?contact_id=INCONNU',
  ]
  for (const address of empty) {
    const { statusCode, body } = await app.inject(address)
    expect(statusCode, address).toBe(200)
    expect(body.trimEnd().split('\r\n'), address).toHaveLength(1)
  }
})
