import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { reasonOf } from '#process/reason'
import { anonymiseDonateur, exportDonateur } from '../../service/donateurs/rgpd/donateur'
import { connect, type Db } from '../../service/platform/database/connect'
import { prepareDatabase } from '../../service/platform/database/prepare'
import { backup } from '../../service/programs/backup/backup'
import { LEFT_OUT, type Manifest, TABLES } from '../../service/programs/backup/manifest'
import { restore } from '../../service/programs/backup/restore'
import { chercherSuspects } from '../support/a-verifier'
import { refresh } from '../support/analyses'
import { createCluster } from '../support/cluster'
import { don, insertDons } from '../support/dons'
import { judgeLegitime } from '../support/exclusion'
import { lectureDe } from '../support/fichiers-ecrits'
import { importerOutil } from '../support/fichiers-outil'
import { importFile } from '../support/imports'
import { createDatabase, severalServers, startService, testOnOneServer } from '../support/service'

const { app, database } = await startService()
const folder = await mkdtemp(path.join(tmpdir(), 'dons-sauvegarde-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What an attack would leave. */
const INTRUS = path.join(tmpdir(), `intrus-${process.pid}`)

const CONTACTS =
  'contact_id;prenom;nom;ville\nC1;Zoé;Ünal;Saint-Étienne\nC2;=1+1;"d\'Ö;""rl""";\nC3;Jean;Valjean;Digne\n'

const importContacts = () => importFile(app, 'donateurs', CONTACTS)

const exclude = (contact_id: string) =>
  app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload: { contact_id } })

const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })

/** Rows that the database numbers. */
const noteTotal = async (db: Db) => {
  await sql`select inscrire_campagnes('[{"code": "A", "famille": "NOEL", "exercice": 2024, "cout": 12.5}]', 'Camille', null)`.execute(
    db,
  )
  await sql`select inscrire_objectif(2024::smallint, 'montant', null, 12.5, 'Camille', null)`.execute(
    db,
  )
  await sql`insert into totaux_comptables (annee, montant, saisi_par) values (2024, 12, 'Trésorière')`.execute(
    db,
  )
}

async function using<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  return work(client).finally(() => client.release())
}

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

/** Does something as who has no right to a file or folder. */
async function withoutRight<T>(place: string, work: () => Promise<T>): Promise<T> {
  execFileSync('chmod', ['-R', 'a+rX', folder])
  const { mode } = await stat(place)
  await chmod(place, 0)
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
    await chmod(place, mode)
  }
}

/** What imports of tools' files leave beside donors and gifts. */
const TABLES_OUTIL = [
  'identites',
  'identites_numeros',
  'identites_ambigues',
  'voies',
  'voies_dons',
  'remboursements',
  'remboursements_avant_import',
  'fiches_dites',
  'fiches_dites_avant_import',
  'lignes_avant_import',
  'modeles_fichiers',
  'modeles_oublies',
]

const COLONNES =
  'N° paiement;Date;Statut;Prénom;Nom;Email;CP;Montant tarif;Montant option;Montant promo;Référence'

/** Imports files of a tool that fill all of these tables: a refund, two keys of one row that lead to two contacts, two to one. */
async function importOutil(): Promise<void> {
  const { colonnes, ...rest } = lectureDe({
    prefixe: 'OUT',
    cle: 'numero',
    isUtc: false,
    sorts: { Validé: 'compte', Remboursé: 'rembourse' },
  })
  const { order_id: _order, product_code: _product, ...own } = colonnes
  const lecture = { ...rest, colonnes: own }
  const importer = (...lignes: string[]) =>
    importerOutil(app, [COLONNES, ...lignes].join('\n'), lecture)
  await importer(
    '1;05/03/2025;Validé;Anne;LEROY;anne@ici.org;;20,00;;;',
    '2;05/03/2025;Validé;Anne;LEROY;;75001;30,00;;;',
  )
  await importer(
    '3;06/03/2025;Validé;Anne;LEROY;anne@ici.org;75001;5,00;;;',
    '4;07/03/2025;Remboursé;;;;;-2,00;;;1',
    '5;08/03/2025;Validé;Paul;ROUX;paul@ici.org;75002;5,00;;;',
    '6;08/03/2025;Validé;Paul;ROUX;;75002;5,00;;;',
  )
  for (const nom of ['Caisse', 'Autre']) {
    const kept = await post('/api/fichiers/modeles', { nom, lecture })
    expect(kept.statusCode).toBe(201)
    if (nom === 'Autre')
      await app.inject({ method: 'DELETE', url: `/api/fichiers/modeles/${kept.json().id}` })
  }
}

const FINGERPRINT = `
  select
    (select string_agg(md5(d::text), '' order by id) from donations d) as dons,
    (select string_agg(md5(d::text), '' order by contact_id) from donateurs d) as donateurs,
    (select string_agg(md5(e::text), '' order by numero) from evenements_exclusion e) as journal,
    (select string_agg(md5(x::text), '' order by contact_id) from donateurs_exclus x) as exclus,
    (select string_agg(md5(x::text), '' order by decision_id) from decisions_legitimes x) as decisions,
    (select md5(s::text) from secret_raisons s) as secret,
    (select string_agg(md5(f::text), '' order by fichier_id) from fichiers f) as fichiers,
    (select string_agg(md5(t::text), '' order by numero) from totaux_comptables t) as totaux,
    (select string_agg(md5(c::text), '' order by numero) from campagnes_versions c) as campagnes,
    (select string_agg(md5(o::text), '' order by numero) from objectifs o) as objectifs,
    (select string_agg(md5(o::text), '' order by numero) from oppositions_actes o) as oppositions,
    (select string_agg(md5(o::text), '' order by adresse) from oppositions_adresses o) as adresses,
    (select string_agg(md5(p::text), '' order by numero) from publications p) as publications,
    (select string_agg(md5(l::text), '' order by vue, ligne, depuis) from publications_lignes l) as lignes,
    (select string_agg(md5(c::text), '' order by publication, rang) from publications_causes c) as causes,
    (select string_agg(md5(e::text), '' order by publication, rang, annee) from publications_effets e) as effets,
    (select string_agg(md5(i::text), '' order by fichier_id) from imports i) as imports,
    ${TABLES_OUTIL.map((table) => `(select string_agg(md5(o::text), '' order by md5(o::text)) from ${table} o) as ${table}`).join(', ')}`

const fingerprint = async (pool: pg.Pool) =>
  (await pool.query<Record<string, string | null>>(FINGERPRINT)).rows[0]

describe('La sauvegarde', () => {
  test('revient entière dans un serveur vide : mêmes lignes, même journal', async () => {
    await importContacts()
    await insertDons(database.db, [
      don({ id: 'a', contact_id: 'C1', order_amount: 12.34 }),
      don({ id: 'b', contact_id: 'C2', campaign_code: '\\N\ttab\nligne' }),
    ])
    await exclude('C1')
    await exclude('C2')
    await importOutil()
    await judgeLegitime(database.db, 'C3')
    await refresh(app)
    await chercherSuspects(database.db)
    await noteTotal(database.db)
    const opposes = { texte: 'C1\nz@asso.fr', nature: 'email', jour: '2024-01-01' }
    await post('/api/donateurs/oppositions', { ...opposes, raison: 'Courriel', nom: 'Zoé' })
    const arrete = { publication: 1, nom: 'Au CA', par: 'Trésorière' }
    expect((await post('/api/publications/arreter', arrete)).statusCode).toBe(201)
    const made = await using(database.pool, (client) => backup(client, folder, new Date()))

    const cluster = await createCluster()
    const owner = connect(cluster.access.ownerUrl)
    await prepareDatabase(owner.db)
    const rows = await using(owner.pool, (client) => restore(client, made))
    expect(rows).toMatchObject({ donateurs: 6, donations: 7, imports: 5 })
    expect(rows).toMatchObject({ evenements_exclusion: 3 })
    const filled: Record<string, number> = rows
    expect(TABLES_OUTIL.filter((table) => !filled[table])).toEqual([])
    expect(rows).toMatchObject({
      publications: 1,
      totaux_comptables: 1,
      campagnes_versions: 1,
      objectifs: 1,
      oppositions_actes: 2,
      oppositions_adresses: 1,
    })
    expect(rows).toMatchObject({ decisions_legitimes: 1 })
    expect(await fingerprint(owner.pool)).toEqual(await fingerprint(database.pool))
    await noteTotal(owner.db)

    const again = using(owner.pool, (client) => restore(client, made))
    await expect(again).rejects.toThrow('La base n’est pas vide')
    await owner.close()
    await cluster.remove()
  })

  testOnOneServer(
    'tient les dons dès son premier instant : aucun import ne met une table à leur place',
    async () => {
      const other = await database.pool.connect()
      const taken = () =>
        other.query('lock table donations in access exclusive mode nowait').then(
          () => other.query('rollback').then(() => 'taken'),
          (error: unknown) => (error as { code: string }).code,
        )
      let found: Promise<string> | undefined
      await other.query('begin')
      await using(database.pool, (client) =>
        backup(
          new Proxy(client, {
            get: (target, name) => {
              const value: unknown = Reflect.get(target, name)
              if (typeof value !== 'function') return value
              return (...asked: unknown[]): unknown => {
                // What it asks first is which columns there are.
                if (typeof asked[0] === 'string' && asked[0].includes('attname')) found ??= taken()
                return Reflect.apply(value, target, asked)
              }
            },
          }),
          folder,
          new Date(),
        ),
      )
      expect(await found).toBe('55P03')
      await other.query('rollback')
      other.release()
    },
  )

  test('n’entre pas dans une base où quelqu’un a saisi, ne serait-ce qu’un objectif', async () => {
    const made = await using(database.pool, (client) => backup(client, folder, new Date()))
    const target = await createDatabase()
    await sql`select inscrire_objectif(2024::smallint, 'montant', null, 12.5, 'Camille', null)`.execute(
      target.db,
    )
    await expect(using(target.pool, (client) => restore(client, made))).rejects.toThrow(
      'La base n’est pas vide',
    )
    await target.drop()
  })

  test('abîmée, est refusée et ne laisse rien', async () => {
    const made = await using(database.pool, (client) => backup(client, folder, new Date()))
    const target = await createDatabase()
    const attempt = () => using(target.pool, (client) => restore(client, made))

    const file = path.join(made, 'donations.copy.gz')
    const bytes = await readFile(file)
    await writeFile(file, Buffer.concat([bytes, Buffer.from('x')]))
    await expect(attempt()).rejects.toThrow('donations.copy.gz n’est plus le fichier')
    await writeFile(file, bytes)

    await rm(file)
    await expect(attempt()).rejects.toThrow('donations.copy.gz manque')
    await writeFile(file, bytes)

    const manifest = path.join(made, 'manifeste.json')
    const text = await readFile(manifest, 'utf8')
    for (const torn of [text.slice(0, -10), '{}']) {
      await writeFile(manifest, torn)
      await expect(attempt()).rejects.toThrow('cette sauvegarde n’est pas lisible ici')
    }
    await writeFile(manifest, text.replace(/"empreinte": "[0-9a-f]/, '"empreinte": "x'))
    await expect(attempt()).rejects.toThrow('Le journal des exclusions restauré')
    await writeFile(manifest, text.replace('"0600_fiches_et_dons"', '"9999_demain"'))
    await expect(attempt()).rejects.toThrow('version plus récente')
    await rm(manifest)
    await expect(attempt()).rejects.toThrow('n’est pas une sauvegarde')

    expect((await target.pool.query('select from donateurs')).rowCount).toBe(0)
    expect((await readdir(folder)).filter((name) => name.endsWith('.partiel'))).toEqual([])
    await target.drop()
  })

  test('B6 que l’on n’a pas le droit de lire ne passe pas pour une sauvegarde à laquelle il manque un fichier', async () => {
    const made = await using(database.pool, (client) => backup(client, folder, new Date()))
    const target = await createDatabase()
    for (const closed of [
      made,
      path.join(made, 'manifeste.json'),
      path.join(made, 'donations.copy.gz'),
    ]) {
      const refused = await withoutRight(closed, () =>
        using(target.pool, (client) => restore(client, made)).catch(reasonOf),
      )
      const file = closed === made ? path.join(made, 'manifeste.json') : closed
      expect(refused).toMatch(
        /^\S+ ne peut pas être lu : l’utilisateur n° \d+, celui de cette commande, n’en a pas le droit\. Donnez-le-lui, puis recommencez\.$/,
      )
      expect(refused).toContain(file)
    }
    await target.drop()
  })

  test.each([
    {
      what: 'une colonne qui est du SQL',
      change: (manifest: Manifest) =>
        manifest.tables[0]?.colonnes.splice(
          0,
          Infinity,
          `contact_id) from program 'touch ${INTRUS}' --`,
        ),
      says: 'n’a pas de colonne « contact_id) from program',
    },
    {
      what: 'une colonne inconnue',
      change: (manifest: Manifest) => (manifest.tables[0]?.colonnes ?? []).push('tableoid'),
      says: 'n’a pas de colonne « tableoid »',
    },
    {
      what: 'une colonne deux fois',
      change: (manifest: Manifest) => (manifest.tables[0]?.colonnes ?? []).push('contact_id'),
      says: 'ne sont pas lisibles',
    },
    {
      what: 'aucune colonne',
      change: (manifest: Manifest) => (manifest.tables[0]?.colonnes ?? []).splice(0),
      says: 'ne sont pas lisibles',
    },
    {
      what: 'deux fois la même table',
      change: ({ tables }: Manifest) => tables.push(...tables.slice(0, 1)),
      says: 'deux fois la même table',
    },
    {
      what: 'une table qui est un chemin',
      change: ({ tables }: Manifest) => Object.assign(tables[0] ?? {}, { nom: '../../etc/passwd' }),
      says: 'n’est pas lisible ici',
    },
    {
      what: 'un manifeste énorme',
      change: (manifest: Manifest) => Object.assign(manifest, { reste: 'x'.repeat(2_000_000) }),
      says: 'n’est pas lisible ici',
    },
  ])(
    '[0.1.0 C] dont le manifeste nomme $what est refusée et ne laisse rien',
    async ({ change, says }) => {
      const made = await using(database.pool, (client) => backup(client, folder, new Date()))
      const target = await createDatabase()
      const file = path.join(made, 'manifeste.json')
      const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest
      change(manifest)
      await writeFile(file, JSON.stringify(manifest))
      await expect(using(target.pool, (client) => restore(client, made))).rejects.toThrow(says)
      expect((await target.pool.query('select from donateurs')).rowCount).toBe(0)
      expect(existsSync(INTRUS)).toBe(false)
      await target.drop()
    },
  )

  test('dit de chaque table si elle en est', async () => {
    const { rows } = await database.pool.query<{ relname: string }>(
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and coalesce(obj_description(oid, 'pg_class'), '') not like 'Écarts%'",
    )
    expect(rows.map((row) => row.relname).sort()).toEqual(
      [...TABLES, ...LEFT_OUT]
        .filter((table) => table !== 'dons_contacts' || severalServers())
        .sort(),
    )
  })
})

describe('Les données personnelles d’un donateur', () => {
  test('sont données en entier', async () => {
    const given = await using(database.pool, (client) => exportDonateur(client, 'C1'))
    expect(given).toMatchObject({
      contact_id: 'C1',
      donateur: { firstname: 'Zoé', lastname: 'Ünal', city: 'Saint-Étienne' },
      donations: [{ id: 'a', order_amount: 12.34 }],
      exclusions: [{ type: 'EXCLUSION' }],
      decisions_legitimes: [],
      signalements: [],
    })
    const judged = await using(database.pool, (client) => exportDonateur(client, 'C3'))
    expect(judged.decisions_legitimes).toMatchObject([{ raison: 'essai', points: 50 }])
  })

  test('s’effacent sans toucher aux dons ni au journal, et un import ne les ramène pas', async () => {
    const before = await fingerprint(database.pool)
    const service = connect(database.serviceUrl)
    const done = await using(service.pool, (client) => anonymiseDonateur(client, 'C1'))
    await service.close()
    expect(done).toEqual({
      carte: true,
      lignesRejetees: 0,
      signalements: 0,
      donations: 1,
      evenements: 1,
      decisions: 0,
    })

    const again = await importContacts()
    expect(again.resultat).toMatchObject({ inseres: 0, modifies: 0, inchanges: 3 })
    const { rows } = await database.pool.query('select * from donateurs order by contact_id')
    expect(Object.values(rows[0] as object).filter((value) => value !== null)).toEqual(['C1'])
    expect(rows[1]).toMatchObject({ contact_id: 'C2', lastname: 'd\'Ö;"rl"' })
    const { dons, journal } = (await fingerprint(database.pool)) ?? {}
    expect({ dons, journal }).toEqual({ dons: before?.['dons'], journal: before?.['journal'] })
    const chain = (await app.inject('/api/exclusions/chaine')).json<{ valide: boolean }>()
    expect(chain.valide).toBe(true)
  })
})
