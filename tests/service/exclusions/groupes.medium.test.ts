import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { DashboardStats } from '../../../service/contract/dashboard'
import type { DonationsPage } from '../../../service/contract/donations'
import type { Chaine, Evenement } from '../../../service/contract/exclusions'
import type { Fiche } from '../../../service/contract/fiches'
import type { EffetGroupes } from '../../../service/contract/groupes'
import type { Liste } from '../../../service/contract/listes'
import type { Fraicheur } from '../../../service/contract/rafraichissement'
import type { Recherche } from '../../../service/contract/recherche'
import { get, refresh } from '../../support/analyses'
import { auditInThread } from '../../support/audit'
import { don, insertDons } from '../../support/dons'
import { startService } from '../../support/service'
import { tamper } from '../../support/tamper'

const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-groupes-'))
afterAll(() => rm(DATA_DIR, { recursive: true }))
const { app, database } = await startService({ DATA_DIR })
const { db } = database

async function post<Answer = { evenements: Evenement[]; message: string; detail: string }>(
  url: string,
  payload: object,
) {
  const response = await app.inject({ method: 'POST', url, payload })
  return { status: response.statusCode, body: response.json<Answer>() }
}

const fuse = (principal: string, contacts: string[], more: object = {}) =>
  post('/api/donateurs/fusionner', {
    groupes: [{ principal, contacts }],
    raison: 'Même e-mail',
    ...more,
  })

const separate = (contact_id: string, more: object = {}) =>
  post('/api/donateurs/separer', { contact_id, raison: 'Deux voisins', ...more })

const told = ({ body }: { body: { evenements: Evenement[] } }) =>
  body.evenements.map(({ type, contact_id, contact_principal }) =>
    [type, contact_id, contact_principal].filter(Boolean).join(' '),
  )

const give = (contact_id: string, ...jours: string[]) =>
  insertDons(
    db,
    jours.map((order_date) => don({ contact_id, order_date, order_amount: 10 })),
  )

async function groups(): Promise<Record<string, string>> {
  const rows = await db.selectFrom('groupes_contacts').selectAll().execute()
  return Object.fromEntries(rows.map((row) => [row.contact_id, row.contact_principal]))
}

describe('Dire qui est la même personne', () => {
  test('inscrit un événement par contact, un seul étage, et le reprend', async () => {
    for (const contact of ['A1', 'A2', 'A3', 'A4', 'A5']) await give(contact, '2024-03-01')

    expect(told(await fuse('A1', ['A2']))).toEqual(['FUSION A2 A1'])
    expect(told(await fuse('A3', ['A4']))).toEqual(['FUSION A4 A3'])
    // Members first: nobody ever points to a member.
    expect(told(await fuse('A5', ['A2', 'A4']))).toEqual([
      'FUSION A2 A5',
      'FUSION A4 A5',
      'FUSION A1 A5',
      'FUSION A3 A5',
    ])
    expect(await groups()).toMatchObject({ A1: 'A5', A2: 'A5', A3: 'A5', A4: 'A5' })
    // A member becomes the principal of all.
    expect(told(await fuse('A2', ['A5']))).toEqual([
      'SEPARATION A2 A5',
      'FUSION A1 A2',
      'FUSION A3 A2',
      'FUSION A4 A2',
      'FUSION A5 A2',
    ])
    expect(told(await separate('A3'))).toEqual(['SEPARATION A3 A2'])
    expect(await groups()).not.toHaveProperty('A3')
  })

  test('le numéro principal se sépare aussi : les autres restent sous celui du plus ancien', async () => {
    await give('P1', '2020-03-01')
    await give('P2', '2022-01-02')
    await give('P3', '2022-01-01', '2023-01-01')
    await give('P4', '2022-01-01')
    await fuse('P1', ['P2', 'P3', 'P4'])
    const demande_id = randomUUID()
    const effet = await get<EffetGroupes>(app, '/api/donateurs/separer/effet/P1')
    expect(effet.donateurs).toEqual({ avant: 1, apres: 2 })
    const separated = await separate('P1', { demande_id, numero_attendu: effet.numero_attendu })
    expect(told(separated)).toEqual(['SEPARATION P3 P1', 'FUSION P2 P3', 'FUSION P4 P3'])
    expect(separated.body).toMatchObject({
      message:
        'Le contact P1 compte à nouveau par son propre numéro, les autres sous le numéro P3.',
    })
    expect(told(await separate('P1', { demande_id }))).toEqual(told(separated))
    expect((await separate('P1')).body.detail).toContain('rien à séparer')
    // Of two, each counts by its own number.
    await separate('P2')
    expect(told(await separate('P3'))).toEqual(['SEPARATION P4 P3'])
  })

  test('refuse soi-même, l’inconnu, ce qui est déjà dit', async () => {
    await give('B1', '2024-03-01')
    await give('B2', '2024-03-01')

    expect((await fuse('B1', ['B1'])).body.detail).toBe('Choisissez au moins deux contacts.')
    expect(await fuse('B1', ['B9'])).toMatchObject({
      status: 404,
      body: { detail: 'Le contact B9 n’existe pas.' },
    })
    await fuse('B1', ['B2'])
    expect(await fuse('B1', ['B2'])).toMatchObject({
      status: 409,
      body: { detail: 'Ces contacts sont déjà la même personne, sous le numéro B1.' },
    })
    expect((await separate('B9')).status).toBe(404)
    await separate('B2')
    expect((await separate('B2')).body.detail).toContain('rien à séparer')
  })

  test('de qui a donné vingt mille fois, les chiffres attendent le rafraîchissement', async () => {
    await sql`
      insert into donations (id, order_amount, order_date, contact_id)
      select 'V' || rang, 1, date '2019-01-01' + rang % 300, 'V1' from generate_series(1, 20000) as rang`.execute(
      db,
    )
    await give('V2', '2019-05-01')
    await refresh(app)
    const donateurs = async () =>
      (await get<DashboardStats>(app, '/api/dashboard/stats/2019')).total_donateurs
    const comprises = async () =>
      (await get<Fraicheur>(app, '/api/analytics/fraicheur')).exclusions_comprises
    expect(await donateurs()).toBe(2)
    await fuse('V1', ['V2'])
    expect([await donateurs(), await comprises()]).toEqual([2, false])
    await refresh(app)
    expect([await donateurs(), await comprises()]).toEqual([1, true])
    // One gift less, and a decision is in the figures at once.
    await sql`delete from donations where id = 'V1'`.execute(db)
    await refresh(app)
    await separate('V2')
    expect([await donateurs(), await comprises()]).toEqual([2, true])
  })

  test('une demande répétée n’a qu’un effet, et ne sert pas à autre chose', async () => {
    for (const contact of ['C1', 'C2', 'C3']) await give(contact, '2024-03-01')
    const demande_id = randomUUID()

    const [first, again] = [
      await fuse('C1', ['C2'], { demande_id }),
      await fuse('C1', ['C2'], { demande_id }),
    ]
    expect(again.body.evenements).toEqual(first.body.evenements)
    expect((await fuse('C3', ['C1'], { demande_id })).status).toBe(409)
    const { body } = await post<EffetGroupes>('/api/donateurs/fusionner/effet', {
      groupes: [{ principal: 'C3', contacts: ['C1'] }],
    })
    await separate('C2')
    const late = await fuse('C3', ['C1'], { numero_attendu: body.numero_attendu })
    expect(late.body.detail).toContain('entre-temps')
  })

  test('ne réunit pas un exclu et un autre avant que quelqu’un ait dit ce qui vaut', async () => {
    for (const contact of ['D1', 'D2', 'D3']) await give(contact, '2024-03-01', '2024-04-01')
    await post('/api/exclusions/exclure', { contact_id: 'D2' })

    const refused = await fuse('D1', ['D2'])
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain('« D2 »'.replaceAll(' ', '\u00A0'))
    expect(told(await fuse('D1', ['D2'], { exclusion: 'reintegrer' }))).toEqual([
      'REINTEGRATION D2',
      'FUSION D2 D1',
    ])
    await fuse('D1', ['D3'])

    const { body } = await post<{ message: string; donations_exclues: number }>(
      '/api/exclusions/exclure',
      { contact_id: 'D3' },
    )
    expect(body.message.replaceAll('\u00A0', ' ')).toBe(
      'Le donateur D3 est exclu, avec D1, D2 (la même personne) : 6 dons (60,00 €) ne comptent plus.',
    )
    const exclus = await db.selectFrom('donateurs_exclus').select('contact_id').execute()
    expect(exclus.map(({ contact_id }) => contact_id)).toEqual(
      expect.arrayContaining(['D1', 'D2', 'D3']),
    )
    await post('/api/exclusions/reintegrer', { contact_id: 'D1' })
    expect(await db.selectFrom('donateurs_exclus').selectAll().execute()).toEqual([])
  })

  test('montre de qui n’a pas de fiche une fiche vide, avec ses dons', async () => {
    await give('SF1', '2024-01-01')
    await give('SF2', '2025-01-01', '2025-02-01')
    const { body: fusion } = await post<EffetGroupes>('/api/donateurs/fusionner/effet', {
      groupes: [{ principal: 'SF1', contacts: ['SF2'] }],
    })
    expect(fusion.personnes).toEqual([
      expect.objectContaining({ principal: 'SF1', contacts: ['SF1', 'SF2'], lastname: null }),
    ])
    await fuse('SF1', ['SF2'])
    const effet = await get<EffetGroupes>(app, '/api/donateurs/separer/effet/SF2')
    expect(effet.personnes.map(({ principal, contacts }) => [principal, contacts])).toEqual([
      ['SF2', ['SF2']],
      ['SF1', ['SF1']],
    ])
    expect(effet.membres.map(({ donations, montant }) => [donations, montant])).toEqual([
      [1, 10],
      [2, 20],
    ])
  })

  test('note deux personnes avec les raisons connues alors, jamais d’un même groupe', async () => {
    for (const contact of ['E2', 'E1']) await give(contact, '2024-03-01')
    const distinguish = (connues: string[]) =>
      post('/api/donateurs/distincts', {
        raison: 'Père et fils',
        paires: [{ contact_a: 'E2', contact_b: 'E1', connues }],
      })

    expect(told(await distinguish(['D1', 'D3:ab']))).toEqual(['DISTINCTS E1 E2'])
    await distinguish([])
    await distinguish(['D1', 'D3:ab', 'D6'])
    expect(await db.selectFrom('contacts_distincts').selectAll().execute()).toMatchObject([
      { contact_a: 'E1', contact_b: 'E2', connues: ['D1', 'D3:ab', 'D6'] },
    ])
    await fuse('E1', ['E2'])
    expect((await distinguish([])).body.detail).toContain('Séparez-les d’abord')
  })

  test('le journal reste une chaîne sûre, et les projections se recalculent de lui', async () => {
    expect(await get<Chaine>(app, '/api/exclusions/chaine')).toMatchObject({ valide: true })
    const recomputed = async () => ({
      groupes: await db
        .selectFrom('groupes_contacts_recalcules')
        .selectAll()
        .orderBy('numero')
        .execute(),
      distincts: await db.selectFrom('contacts_distincts_recalcules').selectAll().execute(),
    })
    const kept = async () => ({
      groupes: await db.selectFrom('groupes_contacts').selectAll().orderBy('numero').execute(),
      distincts: await db.selectFrom('contacts_distincts').selectAll().execute(),
    })
    expect(await kept()).toEqual(await recomputed())
  })
})

describe('L’audit des groupes', () => {
  const audit = (...args: string[]) =>
    auditInThread({ DATABASE_URL: database.url, DATA_DIR }, ...args)

  test('les recompte du journal, dans la base et dans son fichier', async () => {
    const { report } = await audit()
    expect(report).toMatch(/Chaîne +: intacte/)
    expect(report).toMatch(/Même personne +: conforme au journal \(contacts réunis à un autre : \d/)
    const exported = path.join(DATA_DIR, 'historique.csv')
    await writeFile(exported, (await app.inject('/api/exclusions/historique.csv')).body)
    expect((await audit(exported)).report).toMatch(/Chaîne +: intacte/)
  })

  test('voit un groupe et une paire notés sans événement, et les corrige', async () => {
    await sql`insert into groupes_contacts values ('Z1', 'Z2', 9999)`.execute(db)
    await sql`update contacts_distincts set connues = '{}'`.execute(db)
    const { code, report } = await audit()
    expect(report).toMatch(/Même personne +: DIFFÉRENT du journal, 2 fois/)
    expect(report).toContain('Z1 : compte comme Z2, comme lui-même selon le journal')
    expect(report).toMatch(/Résultat +: JOURNAL ALTÉRÉ/)
    expect(code).toBe(1)
    expect((await audit('--reconstruire')).report).toMatch(/corrections : 2\./)
    expect((await audit()).report).toMatch(/Même personne +: conforme/)
  })

  test('voit un événement réécrit ; la base refuse un deuxième étage', async () => {
    const rewritten = sql`
      update evenements_exclusion set contact_principal = 'Z9'
      where numero = (select max(numero) from evenements_exclusion where type = 'FUSION')`
    const before = (
      await sql<{ contact_principal: string; numero: number }>`
      select contact_principal, numero from evenements_exclusion
      where numero = (select max(numero) from evenements_exclusion where type = 'FUSION')`.execute(
        db,
      )
    ).rows[0]
    await tamper(db, rewritten)
    expect((await audit()).report).toMatch(/son contenu ne correspond plus à son empreinte/)
    await tamper(
      db,
      sql`update evenements_exclusion set contact_principal = ${before?.contact_principal} where numero = ${before?.numero}`,
    )
    const [member] = Object.keys(await groups())
    const refused = await sql`
      select inscrire_groupe(gen_random_uuid(), 'Z8', 'FUSION', ${member}, 'x', 'x', null, 0, 0, null)`
      .execute(db)
      .catch((error: unknown) => String(error))
    expect(refused).toContain('compte déjà comme un autre')
  })
})

describe('L’effet d’une fusion', () => {
  test('dit donateurs, nouveaux et fidélisation de chaque année, avant et après', async () => {
    await db.deleteFrom('donations').execute()
    await give('F1', '2022-05-01', '2023-05-01')
    await give('F2', '2024-05-01', '2025-05-01')
    await give('F3', '2023-06-01', '2024-06-01', '2025-06-01')
    await refresh(app)

    const { body } = await post<EffetGroupes>('/api/donateurs/fusionner/effet', {
      groupes: [{ principal: 'F1', contacts: ['F2'] }],
    })
    expect(body).toMatchObject({
      desaccord: false,
      donations: 4,
      montant: 40,
      donateurs: { avant: 2, apres: 1 },
    })
    // 2023: F1 and F3; 2024: F2 (new) and F3, of whom F3 alone gave in 2023.
    expect(body.par_annee).toEqual([
      {
        annee: 2024,
        donateurs: { avant: 2, apres: 2 },
        nouveaux: { avant: 1, apres: 0 },
        fidelisation: { avant: 50, apres: 100 },
      },
    ])
  })
})

describe('Une fois réunis, avant tout calcul', () => {
  test('les listes, leurs fichiers, les dons, la recherche et la fiche comptent la personne', async () => {
    await db.deleteFrom('donations').execute()
    await give('H1', '2023-05-01')
    await give('H2', '2024-05-01')
    await give('H3', '2024-06-01')
    await refresh(app)
    await fuse('H1', ['H2'])

    const { donateurs, total_donateurs } = await get<Liste>(
      app,
      '/api/donateurs/liste?ensemble=conserves&annee=2024',
    )
    expect(total_donateurs).toBe(1)
    expect(donateurs).toMatchObject([{ contact_id: 'H1', cumul: 20, cumul_dons: 2 }])
    const actifs = '/api/donateurs/liste.csv?ensemble=actifs&annee=2024'
    expect((await app.inject(actifs)).body.trimEnd().split('\r\n')).toHaveLength(3)
    const gifts = await get<DonationsPage>(app, '/api/donations/list?year=2024&anciennete=anciens')
    const person = { total_amount: 20, first_donation_date: '2023-05-01' }
    expect(gifts.donations).toMatchObject([{ contact_id: 'H2', donateur: person }])
    const found = await get<Recherche>(app, '/api/donateurs/recherche?q=H2')
    expect(found.donateurs).toMatchObject([{ contact_id: 'H1', nombre_dons: 2 }])
    const card = await get<Fiche>(app, '/api/donateurs/fiche/H2')
    expect(card).toMatchObject({
      carriere: { nombre_dons: 2, cumul: 20 },
      personne: { principal: 'H1', membres: [{ contact_id: 'H1' }, { contact_id: 'H2' }] },
    })
    expect(card.donations.map(({ contact_id }) => contact_id)).toEqual(['H2', 'H1'])
  })

  test('qui est réintégré après une fusion d’autres compte de nouveau', async () => {
    await db.deleteFrom('donations').execute()
    for (const contact of ['I1', 'I2', 'I3']) await give(contact, '2024-05-01')
    expect((await post('/api/exclusions/exclure', { contact_id: 'I3' })).status).toBe(200)
    await refresh(app)
    await fuse('I1', ['I2'])
    expect((await post('/api/exclusions/reintegrer', { contact_id: 'I3' })).status).toBe(200)
    expect(await get<DashboardStats>(app, '/api/dashboard/stats/2024')).toMatchObject({
      total_donateurs: 2,
      total_donations: 3,
      montant_total: 30,
    })
  })
})
