import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Annulation } from '#contract/annulations'
import type { DashboardStats } from '#contract/dashboard'
import type { Doublons } from '#contract/doublons'
import type { Fiche } from '#contract/fiches'
import type { JournalImports } from '#contract/imports'
import type { LectureFichier } from '#contract/lecture'
import type { ClesContact, EffetPartage } from '#contract/partages'
import type { Difference, Publications } from '#contract/publications'
import { anonymiseDonateur, exportPersonne } from '../../../service/donateurs/rgpd/donateur'
import { tomorrow } from '../../../service/imports/parsing/cells/tomorrow'
import { get, refresh } from '../../support/analyses'
import { controlesVerts } from '../../support/controles'
import { exclude, reinstate } from '../../support/exclusion'
import { importerOutil } from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { severalServers, startService, testOnOneServer } from '../../support/service'

const service = await startService()
const { app, database } = service
const { db } = database

type Ligne = [
  numero: string,
  jour: string,
  euros: string,
  prenom: string,
  nom: string,
  email: string,
  cp: string,
]

const ecrire = (lignes: Ligne[]) =>
  [
    'N° de reçu;Date;Montant;Prénom;Nom;E-mail;Code postal',
    ...lignes.map((cells) => cells.join(';')),
  ].join('\n')

const lectureDe = (prefixe: string, more: Partial<LectureFichier> = {}): LectureFichier => ({
  ligne_entete: 1,
  colonnes: {
    order_date: 'Date',
    firstname: 'Prénom',
    lastname: 'Nom',
    email: 'E-mail',
    zip: 'Code postal',
  },
  montant: { plus: ['Montant'], moins: [] },
  constantes: {},
  sorts: [],
  cle: { colonne: 'N° de reçu' },
  identite: ['email_et_nom', 'nom_et_code_postal'],
  sans_identite: 'rejeter',
  fuseau: 'tel quel',
  jours: 'jma',
  prefixe,
  ...more,
})

/** Father and son of one name and town: what the one gives by cheque, the other by card. */
const ROSE: Ligne[] = [
  ['1', '01/02/2023', '10', 'Rose', 'Martin', '', '75011'],
  ['2', '01/03/2023', '20', 'Rose', 'Martin', 'rose@ici.org', '75011'],
  ['3', '05/05/2024', '30', 'Rose', 'Martin', 'rose@ici.org', '75011'],
  ['4', '06/05/2024', '7', 'Paul', 'Durand', 'paul@ici.org', '75012'],
]

async function importer(lignes: Ligne[], lecture: LectureFichier) {
  const { status } = await importerOutil(app, ecrire(lignes), lecture)
  expect(status.status, status.message).toBe('completed')
  return status
}

const cles = (contact: string) => get<ClesContact>(app, `/api/donateurs/cles/${contact}`)

async function post<Answer>(url: string, payload: object) {
  const response = await app.inject({ method: 'POST', url, payload })
  return {
    status: response.statusCode,
    ...response.json<Answer & { detail: string; message: string; contact_id: string }>(),
  }
}

const separer = (contact_id: string, chosen: (string | null)[], more: object = {}) =>
  post('/api/donateurs/separer-cles', {
    contact_id,
    cles: chosen,
    raison: 'La mère et la fille',
    nom: 'Anne',
    ...more,
  })

/** The key of a kind that leads to a contact. */
async function cleDe(contact: string, genre: string): Promise<string> {
  const found = (await cles(contact)).cles.find((one) => one.genre === genre)
  if (!found?.cle) throw new Error(`no key ${genre}`)
  return found.cle
}

async function donsDe(prefixe: string) {
  const { rows } = await sql<{ id: string; contact_id: string }>`
    select id, contact_id from donations where id like ${`${prefixe}-%`} order by length(id), id`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ id, contact_id }) => [id, contact_id]))
}

describe('Séparer ce que des fichiers ont réuni', () => {
  let [rose, paul] = ['', '']

  testOnOneServer(
    'donne aux clés choisies et à leurs dons un numéro, que les fichiers suivants suivent',
    async () => {
      const lecture = lectureDe('PA')
      await importer(ROSE, lecture)
      await refresh(app)
      rose = (await donsDe('PA'))['PA-1'] ?? ''
      paul = (await donsDe('PA'))['PA-4'] ?? ''
      expect(await cles(rose)).toMatchObject({
        refus: null,
        cles: [
          {
            genre: 'email_et_nom',
            donations: 2,
            montant: 50,
            dite_le: '2024-05-05',
            carte: { email: 'rose@ici.org', lastname: 'Martin' },
          },
          {
            genre: 'nom_et_code_postal',
            donations: 1,
            montant: 10,
            dite_le: '2023-02-01',
            carte: { email: null, zip: '75011' },
          },
        ],
      })
      const cle = await cleDe(rose, 'email_et_nom')
      const avant = await get<DashboardStats>(app, '/api/dashboard/stats/2023')
      const effet = await post<EffetPartage>('/api/donateurs/separer-cles/effet', {
        contact_id: rose,
        cles: [cle],
      })
      expect(effet).toMatchObject({
        reste: {
          contact_id: rose,
          carte: { email: null, firstname: 'Rose', zip: '75011' },
          donations: 1,
          montant: 10,
          par_annee: [{ annee: 2023, donations: 1, montant: 10 }],
        },
        part: {
          contact_id: null,
          carte: { email: 'rose@ici.org', firstname: 'Rose', zip: '75011' },
          donations: 2,
          montant: 50,
          par_annee: [
            { annee: 2024, donations: 1, montant: 30 },
            { annee: 2023, donations: 1, montant: 20 },
          ],
        },
      })
      const demande_id = randomUUID()
      const done = await separer(rose, [cle], { demande_id, donations_attendues: 2 })
      expect(done).toMatchObject({ status: 200, contact_id: 'PA-000003' })
      expect(await separer(rose, [cle], { demande_id })).toMatchObject({
        contact_id: 'PA-000003',
      })
      await refresh(app)
      expect(await donsDe('PA')).toEqual({
        'PA-1': rose,
        'PA-2': 'PA-000003',
        'PA-3': 'PA-000003',
        'PA-4': paul,
      })
      const [old, new_] = await Promise.all(
        [rose, 'PA-000003'].map((contact) => get<Fiche>(app, `/api/donateurs/fiche/${contact}`)),
      )
      expect(old).toMatchObject({
        identite: { email: null, lastname: 'Martin', is_company: null },
        carriere: { nombre_dons: 1, cumul: 10 },
        evenements: [
          { type: 'DISTINCTS', raison: 'La mère et la fille', identite: 'Anne, nom saisi' },
        ],
      })
      expect(new_).toMatchObject({
        identite: { email: 'rose@ici.org', lastname: 'Martin', zip: '75011', is_company: null },
        carriere: { nombre_dons: 2, cumul: 50, premier_don: '2023-03-01' },
        evenements: [{ type: 'DISTINCTS' }],
      })
      const apres = await get<DashboardStats>(app, '/api/dashboard/stats/2023')
      expect(apres.total_donateurs).toBe(avant.total_donateurs + 1)
      expect(apres.montant_total).toBe(avant.montant_total)
      // The same file again, and two more of its gifts.
      const { resultat } = await importer(
        [
          ...ROSE,
          ['5', '01/06/2024', '40', 'Rose', 'MARTIN', 'rose@ici.org', '75011'],
          ['6', '02/06/2024', '5', 'Rose', 'Martin', '', '75011'],
        ],
        lecture,
      )
      expect(resultat).toMatchObject({ inseres: 2, modifies: 0, inchanges: 4 })
      expect(await donsDe('PA')).toMatchObject({ 'PA-5': 'PA-000003', 'PA-6': rose })
      expect((await get<Fiche>(app, `/api/donateurs/fiche/${rose}`)).identite.email).toBeNull()
      // Who is told apart is not proposed again.
      const { groupes } = await get<Doublons>(app, '/api/donateurs/doublons')
      expect(
        groupes.filter(({ contacts }) =>
          contacts.some(({ contact_id }) => contact_id === 'PA-000003'),
        ),
      ).toEqual([])
      await controlesVerts(service)
    },
  )

  testOnOneServer(
    'est une cause de « pourquoi », et n’est pas un import qui s’annule',
    async () => {
      const { imports } = await get<JournalImports>(app, '/api/upload/journal')
      const parting = imports.find(({ partage }) => partage === rose)
      expect(parting).toMatchObject({
        filename: `Séparation de ${rose} et PA-000003`,
        type: 'fichier',
        status: 'completed',
        importe_par: 'Anne, nom saisi',
        resultat: { modifies: 2, inseres: 0 },
      })
      const annulation = await get<Annulation>(app, `/api/upload/annulation/${parting?.upload_id}`)
      expect(annulation.raison).toContain('Est aussi le contact')
      const { publications } = await get<Publications>(app, '/api/publications')
      const of = publications.find(({ causes }) =>
        causes.some((cause) => cause.startsWith('Séparation')),
      )
      expect(of?.causes).toHaveLength(1)
      expect(of?.causes[0]?.replaceAll(/\s/g, ' ')).toBe(
        `Séparation de ${rose} et PA-000003 : 2 dons ont changé de numéro`,
      )
      const a = of?.numero ?? 0
      const difference = await get<Difference>(
        app,
        `/api/publications/difference?chiffre=donateurs&annee=2023&de=${a - 1}&a=${a}`,
      )
      expect(difference.contributions).toMatchObject([
        { effet: 1, lien: `/donateurs/fiche?contact=${rose}` },
      ])
    },
  )

  testOnOneServer(
    'se reprend : la même personne sous les deux numéros a les chiffres d’avant',
    async () => {
      const fusion = await post('/api/donateurs/fusionner', {
        groupes: [{ principal: rose, contacts: ['PA-000003'] }],
        raison: 'C’était elle',
      })
      expect(fusion.status).toBe(200)
      expect(await get<Fiche>(app, `/api/donateurs/fiche/${rose}`)).toMatchObject({
        identite: { email: 'rose@ici.org' },
        carriere: { nombre_dons: 5, cumul: 105 },
      })
      expect((await cles(rose)).refus).toContain('la même personne que PA-000003')
    },
  )

  testOnOneServer(
    'rend à chacun sa fiche, quand la seconde clé est venue par un autre fichier',
    async () => {
      const client = { colonnes: { ...lectureDe('CA').colonnes, client: 'Client' } }
      const lecture = lectureDe('CA', { ...client, identite: ['client', 'email_et_nom'] })
      const fichier = (lignes: string[]) =>
        ['N° de reçu;Date;Montant;Prénom;Nom;E-mail;Code postal;Client', ...lignes].join('\n')
      const apporter = async (lignes: string[]) => {
        const { status } = await importerOutil(app, fichier(lignes), lecture)
        expect(status.status, status.message).toBe('completed')
        return status
      }
      await apporter([
        '1;01/02/2023;10;Léa;Petit;lea@ici.org;44000;C1',
        '2;01/02/2023;10;Luc;Roux;luc@ici.org;44000;C2',
      ])
      // Nothing is kept of who has one key.
      const voies = async () =>
        (
          await sql<{
            contact_id: string
          }>`select distinct contact_id from voies where contact_id like 'CA-%'`.execute(db)
        ).rows
      expect(await voies()).toEqual([])
      const lea = (await donsDe('CA'))['CA-1'] ?? ''
      // Another client of that address, who lives elsewhere.
      const second = ['3;01/03/2024;50;Léa;Petit;lea@ici.org;35000;C9']
      const { upload_id } = await apporter(second)
      expect(await donsDe('CA')).toMatchObject({ 'CA-3': lea })
      expect(await voies()).toEqual([{ contact_id: lea }])
      expect(await cles(lea)).toMatchObject({
        refus: null,
        cles: [
          { cle: null, genre: null, donations: 1, carte: { zip: '44000' } },
          { genre: 'client', donations: 1, carte: { zip: '35000' }, dite_le: '2024-03-01' },
        ],
      })
      // Undone, nothing is known of it; imported again, it is.
      const undone = await app.inject({
        method: 'POST',
        url: `/api/upload/annulation/${upload_id}`,
      })
      expect(
        await waitForImport(app, undone.json<{ upload_id: string }>().upload_id),
      ).toMatchObject({ status: 'completed' })
      expect(await voies()).toEqual([])
      expect((await sql`select from voies_dons where don_id like 'CA-%'`.execute(db)).rows).toEqual(
        [],
      )
      const again = await apporter(second)
      await apporter(['40;02/03/2024;5;Luc;Roux;luc@ici.org;44000;C2'])
      expect(await voies()).toEqual([{ contact_id: lea }])
      const done = await separer(lea, [await cleDe(lea, 'client')])
      expect(done.status).toBe(200)
      const [old, new_] = await Promise.all(
        [lea, done.contact_id].map((contact) => get<Fiche>(app, `/api/donateurs/fiche/${contact}`)),
      )
      expect(old?.identite).toMatchObject({ zip: '44000', email: 'lea@ici.org', lastname: 'Petit' })
      expect(new_?.identite).toMatchObject({
        zip: '35000',
        email: 'lea@ici.org',
        lastname: 'Petit',
      })
      // Each client's later gifts are its own.
      await apporter([
        ...second,
        '4;01/04/2024;9;Léa;Petit;lea@ici.org;35000;C9',
        '5;01/04/2024;9;Léa;Petit;lea@ici.org;44000;C1',
      ])
      expect(await donsDe('CA')).toMatchObject({
        'CA-1': lea,
        'CA-3': done.contact_id,
        'CA-4': done.contact_id,
        'CA-5': lea,
      })
      // The import whose gifts changed their number is not undone.
      const { raison } = await get<Annulation>(app, `/api/upload/annulation/${again.upload_id}`)
      expect(raison).toMatch(/ont changé de numéro|a changé depuis/)
    },
  )

  testOnOneServer(
    'garde les dons d’un fichier sans numéro de don : le même fichier ne les ajoute pas',
    async () => {
      const lecture = lectureDe('SN', { cle: 'contact_jour_montant' })
      // The latest day that a gift may have.
      const demain = String(tomorrow(new Date())).replace(/(....)(..)(..)/, '$3/$2/$1')
      const lignes: Ligne[] = [
        ['', '01/02/2023', '10', 'Ève', 'Roy', '', '69001'],
        ['', '01/02/2023', '10', 'Ève', 'Roy', 'eve@ici.org', '69001'],
        ['', demain, '15', 'Ève', 'Roy', 'eve@ici.org', '69001'],
      ]
      await importer(lignes, lecture)
      const done = await separer('SN-000001', [await cleDe('SN-000001', 'email_et_nom')])
      expect(done.status).toBe(200)
      const numeros = await donsDe('SN')
      expect(Object.values(numeros).toSorted()).toEqual([
        'SN-000001',
        done.contact_id,
        done.contact_id,
      ])
      const { resultat } = await importer(lignes, lecture)
      expect(resultat).toMatchObject({ inseres: 0, inchanges: 3, modifies: 0 })
      expect(await donsDe('SN')).toEqual(numeros)
      await controlesVerts(service)
    },
  )

  testOnOneServer('refuse ce qui ne se sépare pas, par une phrase', async () => {
    const lecture = lectureDe('RE')
    await importer(
      ROSE.map((ligne) => ligne.with(4, `${ligne[4]}re`) as Ligne),
      lecture,
    )
    const rosere = (await donsDe('RE'))['RE-1'] ?? ''
    const paulre = (await donsDe('RE'))['RE-4'] ?? ''
    const [nom, email] = [
      await cleDe(rosere, 'nom_et_code_postal'),
      await cleDe(rosere, 'email_et_nom'),
    ]
    expect((await cles(paulre)).refus).toContain('Une seule clé')
    expect(await separer(rosere, [nom, email])).toMatchObject({
      status: 409,
      detail: expect.stringContaining('laissez-en au moins une') as string,
    })
    expect((await separer(rosere, ['0'.repeat(64)])).detail).toContain('ne mène plus')
    expect((await separer(rosere, [])).detail).toBe('Choisissez au moins une clé.')
    expect((await separer(rosere, [nom], { raison: '' })).status).toBe(422)
    expect((await separer(rosere, [nom], { donations_attendues: 7 })).detail).toContain(
      'ont changé entre-temps',
    )
    expect((await separer('XX-1', [nom])).status).toBe(404)
    await exclude(db, rosere)
    expect((await separer(rosere, [nom])).detail).toContain('exclu')
    await reinstate(db, rosere)
    const { rows } = await sql`select from contacts_partages where contact_id like 'RE-%'`.execute(
      db,
    )
    expect(rows).toEqual([])
  })

  testOnOneServer('une personne à oublier emporte ce que ses clés disaient d’elle', async () => {
    const rosere = (await donsDe('RE'))['RE-1'] ?? ''
    const client = await database.pool.connect()
    try {
      const exported = await exportPersonne(client, rosere)
      expect(JSON.stringify(exported)).toContain('"genre":"email_et_nom"')
      await anonymiseDonateur(client, rosere)
      const { rows } = await client.query('select from voies where contact_id = $1', [rosere])
      expect(rows).toEqual([])
      expect((await cles(rosere)).refus).toContain('vidée')
    } finally {
      client.release()
    }
    // The same file again makes nobody of it, and keeps nothing of it.
    await importer(
      ROSE.map((ligne) => ligne.with(4, `${ligne[4]}re`) as Ligne),
      lectureDe('RE'),
    )
    const { rows } = await sql`select from voies where contact_id = ${rosere}`.execute(db)
    expect(rows).toEqual([])
  })

  if (severalServers())
    test('sur plusieurs serveurs rien n’est noté, et une phrase dit que rien ne se sépare', async () => {
      await importer(ROSE, lectureDe('PS'))
      expect(Object.values(await donsDe('PS'))).toHaveLength(4)
      expect((await sql`select from voies`.execute(db)).rows).toEqual([])
      const contact = (await donsDe('PS'))['PS-1'] ?? ''
      const answer = await app.inject(`/api/donateurs/cles/${contact}`)
      expect(answer.statusCode).toBe(409)
      expect(answer.json<{ detail: string }>().detail).toContain('réparties sur plusieurs serveurs')
      expect(await get<Fiche>(app, `/api/donateurs/fiche/${contact}`)).toMatchObject({
        plusieurs_cles: [],
      })
    })
})
