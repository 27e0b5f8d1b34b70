import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { DonationsPage } from '#contract/donations'
import type { Doublons } from '#contract/doublons'
import type { Fiche } from '#contract/fiches'
import type { EffetGroupes, EffetSeparation } from '#contract/groupes'
import type { Liste } from '#contract/listes'
import type { Recherche } from '#contract/recherche'
import { DOUBLONS } from '../../../service/donateurs/doublons/chercher'
import { GROUPES } from '../../../service/donateurs/doublons/grouper'
import { MOTS } from '../../../service/donateurs/recherche/words'
import { derive } from '../../../service/platform/jobs/derived'
import { get, refresh } from '../../support/analyses'
import { don, insertDons } from '../../support/dons'
import { importFile } from '../../support/imports'
import { startService } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

const CHAMPS = 'contact_id;civility;firstname;lastname;is_company;zip;city;email;phone;birthdate'
const importer = (...lignes: string[]) =>
  importFile(app, 'donateurs', [CHAMPS, ...lignes].join('\n'))

const post = async (url: string, payload: object) =>
  (await app.inject({ method: 'POST', url, payload })).statusCode

const fuse = (principal: string, ...contacts: string[]) =>
  post('/api/donateurs/fusionner', { groupes: [{ principal, contacts }], raison: 'oui' })
const separate = (contact_id: string) =>
  post('/api/donateurs/separer', { contact_id, raison: 'non' })

const donner = (contact_id: string, order_date: string) =>
  insertDons(db, [don({ contact_id, order_date, order_amount: 20 })])

/** Says when all cells of a card were said; null: by the last import of contacts. */
const dire = async (contact: string, jour: string | null) => {
  await sql`delete from fiches_dites where contact_id = ${contact}`.execute(db)
  if (jour !== null)
    await sql`
      insert into fiches_dites
      select ${contact}, ${sql.join(Array.from({ length: 8 }, () => sql`${jour}::date`))}`.execute(
      db,
    )
}

/** What the card of a number says, without what is empty. */
async function carte(contact_id: string) {
  const { identite } = await get<Fiche>(app, `/api/donateurs/fiche/${contact_id}`)
  return Object.fromEntries(Object.entries(identite).filter(([, value]) => value))
}

beforeEach(async () => {
  await empty(db, 'donateurs', 'donations', 'groupes_contacts', 'mots_contacts', 'fiches_dites')
})

test('champ par champ, ce qui a été dit le dernier, et jamais une case vide', async () => {
  await importer(
    'A1;Mme;Anne;Le Gall;;29000;Quimper;anne@ici.fr;0298000000;1950-03-12',
    'A2;;Anne;Le Gall-Riou;;75011;;riou@ici.fr;;',
  )
  await dire('A1', '2020-01-01')
  await dire('A2', '2024-01-01')
  const before = [await carte('A1'), await carte('A2')]
  const announced = await app.inject({
    method: 'POST',
    url: '/api/donateurs/fusionner/effet',
    payload: { groupes: [{ principal: 'A1', contacts: ['A2'] }] },
  })
  expect(await fuse('A1', 'A2')).toBe(200)
  const merged = {
    civility: 'Mme',
    firstname: 'Anne',
    lastname: 'Le Gall-Riou',
    zip: '75011',
    city: 'Quimper',
    email: 'riou@ici.fr',
    phone: '0298000000',
    birthdate: '1950-03-12',
  }
  expect(await carte('A1')).toEqual(merged)
  // As the page that asked before had said.
  expect(announced.json<EffetGroupes>().personnes).toEqual([
    { principal: 'A1', contacts: ['A1', 'A2'], is_company: null, ...merged },
  ])
  // By any of its numbers.
  expect(await carte('A2')).toEqual(merged)
  expect(await separate('A2')).toBe(200)
  expect([await carte('A1'), await carte('A2')]).toEqual(before)
})

test('à un même jour la fiche du dernier don, et celle qu’un fichier d’outil a dite plus tard', async () => {
  await importer('B1;;Paul;Uhel;;;;un@ici.fr;;', 'B2;;Paul;Uhel;;;;deux@ici.fr;;')
  expect(await fuse('B1', 'B2')).toBe(200)
  // Both were said by one file: then the principal's, until the other one gives.
  expect((await carte('B1'))['email']).toBe('un@ici.fr')
  await donner('B2', '2021-05-01')
  expect((await carte('B1'))['email']).toBe('deux@ici.fr')
  await dire('B2', '2020-01-01')
  expect((await carte('B1'))['email']).toBe('un@ici.fr')
  await dire('B1', '2019-12-31')
  expect((await carte('B1'))['email']).toBe('deux@ici.fr')
  // Contacts.csv says its cells on this day.
  await importer('B1;;Paul;Uhel;;;;un@ici.fr;;')
  expect((await carte('B1'))['email']).toBe('un@ici.fr')
})

test('les listes, fichiers, sélections, recherches, dons, propositions et départements lisent la même', async () => {
  await importer(
    'C1;;Rozenn;Quéré;;29000;Brest;vieux@ici.fr;0298111111;',
    'C2;;Rozenn;Quéré-Bihan;;75011;Paris;neuf@ici.fr;;',
    'C3;;Rozenn;Quéré;;;;neuf@ici.fr;;',
  )
  await donner('C1', '2021-03-01')
  await donner('C2', '2024-03-01')
  await dire('C1', '2021-03-01')
  await dire('C2', '2024-03-01')
  await refresh(app)
  expect(await fuse('C1', 'C2')).toBe(200)
  await refresh(app)
  const neuve = { lastname: 'Quéré-Bihan', zip: '75011', city: 'Paris', email: 'neuf@ici.fr' }
  const ensemble = 'ensemble=actifs&annee=2024&avec_email=1'
  const { donateurs } = await get<Liste>(app, `/api/donateurs/liste?${ensemble}`)
  expect(donateurs).toContainEqual(expect.objectContaining({ contact_id: 'C1', ...neuve }))
  expect(donateurs.find(({ contact_id }) => contact_id === 'C2')).toBeUndefined()
  for (const file of [
    { url: `/api/donateurs/liste.csv?${ensemble}` },
    {
      method: 'POST' as const,
      url: `/api/donateurs/selection.csv?${ensemble}`,
      payload: { sans_email: true, raison: 'Appel' },
    },
  ]) {
    const { body } = await app.inject(file)
    expect(body).toContain('neuf@ici.fr')
    expect(body).not.toContain('vieux@ici.fr')
  }
  const { donations } = await get<DonationsPage>(app, '/api/donations/list?year=2021')
  expect(donations[0]?.donateur).toMatchObject(neuve)
  await derive(db, MOTS)
  // Found by whatever any of its cards says, and shown as one.
  for (const q of ['vieux@ici.fr', 'Quéré-Bihan', '0298111111', 'C2', 'Brest']) {
    const { donateurs: found } = await get<Recherche>(
      app,
      `/api/donateurs/recherche?q=${encodeURIComponent(q)}`,
    )
    expect([q, found.map(({ contact_id }) => contact_id)]).toEqual([q, ['C1']])
    expect(found[0]).toMatchObject({ ...neuve, phone: '0298111111' })
  }
  const { rows: faits } = await sql<{ departement: string }>`
    select distinct departement from donateurs_annees where contact_id = 'C1'`.execute(db)
  expect(faits).toEqual([{ departement: '75' }])
  await derive(db, DOUBLONS)
  await derive(db, GROUPES)
  const { groupes } = await get<Doublons>(app, '/api/donateurs/doublons')
  expect(groupes[0]?.contacts.find(({ contact_id }) => contact_id === 'C1')).toMatchObject(neuve)
  // Another zip of a member is the person's, once it is said last.
  await importer('C1;;Rozenn;Quéré;;35000;Rennes;vieux@ici.fr;0298111111;')
  await refresh(app)
  const { rows: deplaces } = await sql<{ departement: string }>`
    select distinct departement from donateurs_annees where contact_id = 'C1'`.execute(db)
  expect(deplaces).toEqual([{ departement: '35' }])
})

test('un principal sans fiche est refusé quand un autre en a une', async () => {
  await importer('D2;;Yann;Corre;;;;yann@ici.fr;;')
  await donner('D1', '2024-03-01')
  expect(await fuse('D1', 'D2')).toBe(409)
  expect(await fuse('D2', 'D1')).toBe(200)
})

test('une séparation réintègre dans le même acte ceux que la fusion avait exclus, et eux seuls', async () => {
  const effet = (contact: string) =>
    get<EffetSeparation>(app, `/api/donateurs/separer/effet/${contact}`)
  const exclu = async (contact: string) =>
    (await get<Fiche>(app, `/api/donateurs/fiche/${contact}`)).exclu
  for (const contact of ['E1', 'E2', 'E3', 'E4']) await donner(contact, '2024-03-01')
  await refresh(app)
  expect(await post('/api/exclusions/exclure', { contact_id: 'E1', raison: 'faux' })).toBe(200)
  const fusion = { groupes: [{ principal: 'E1', contacts: ['E2'] }], exclusion: 'exclure' }
  expect(await post('/api/donateurs/fusionner', { ...fusion, raison: 'même' })).toBe(200)
  expect((await effet('E2')).reintegrables).toEqual([['E2']])
  expect((await effet('E1')).reintegrables).toEqual([['E2']])
  expect((await effet('E2')).donateurs).toEqual({ avant: 0, apres: 1 })
  // Who was excluded before the merge is not the merge's to give back.
  const asked = { contact_id: 'E2', raison: 'deux' }
  expect(await post('/api/donateurs/separer', { ...asked, reintegrer: ['E1'] })).toBe(409)
  const demande = { ...asked, reintegrer: ['E2'], demande_id: randomUUID() }
  expect(await post('/api/donateurs/separer', demande)).toBe(200)
  // The same request again has one effect.
  expect(await post('/api/donateurs/separer', demande)).toBe(200)
  expect([await exclu('E1'), await exclu('E2')]).toEqual([true, false])

  // Excluded by another act since, nobody is offered.
  expect(await fuse('E3', 'E4')).toBe(200)
  for (const contact_id of ['E3', 'E4'])
    await post('/api/exclusions/exclure', { contact_id, raison: 'faux' })
  expect((await effet('E4')).reintegrables).toEqual([])
})
