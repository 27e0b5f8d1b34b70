import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type pg from 'pg'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { Doublons } from '#contract/doublons'
import type { VerificationDonateur } from '#contract/verification'
import { buildApp } from '../../../service/app'
import { readConfig } from '../../../service/config'
import { DOUBLONS } from '../../../service/donateurs/doublons/chercher'
import { GROUPES } from '../../../service/donateurs/doublons/grouper'
import { MOTS } from '../../../service/donateurs/recherche/words'
import {
  anonymiseDonateur,
  exportDonateur,
  listPersonne,
} from '../../../service/donateurs/rgpd/donateur'
import { rewriteOwned, rewriteTables } from '../../../service/donateurs/rgpd/traces'
import { openForImports } from '../../../service/imports/connections'
import { connect, type Db } from '../../../service/platform/database/connect'
import { derive } from '../../../service/platform/jobs/derived'
import { backup } from '../../../service/programs/backup/backup'
import { chercher } from '../../support/a-verifier'
import { get, refresh } from '../../support/analyses'
import { lectureDe } from '../../support/fichiers-ecrits'
import { importFile, preview } from '../../support/imports'
import { createDatabase, severalServers } from '../../support/service'

/** Somebody of whom nothing is like anybody else's: every rule about cards finds something. */
const QUI = {
  contact: 'ANONYME-1',
  prenom: 'Xkrtzwq',
  nom: 'Wœstrâquin-Test',
  email: 'xk.wstrq@xqzbrolde.example',
  telephone: '06 06 06 06 06',
  ville: 'Brolzunktville',
}
/** Another number of the same person. */
const AUSSI = 'ANONYME-2'
const CARTE = `${QUI.prenom};${QUI.nom};${QUI.email};${QUI.telephone};29870;${QUI.ville}`
const CONTACTS = `contact_id;prenom;nom;email;telephone;cp;ville
${QUI.contact};${CARTE}
${AUSSI};${CARTE.toUpperCase()}
B;Camille;Martin;b@courriel.fr;0611223344;75011;Paris
;${CARTE}
`

const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('œ', 'oe').replaceAll('Œ', 'OE')

/** A text as somebody may have normalised it before hashing it, or keeping it. */
const normalised = (text: string) => [
  ...new Set(
    [text, plain(text), text.replace(/[\s-]+/g, ''), plain(text).replace(/[\s-]+/g, '')].flatMap(
      (one) => [one, one.toLowerCase(), one.toUpperCase()],
    ),
  ),
]

const domaine = QUI.email.split('@')[1] ?? ''
const noms = [`${QUI.prenom} ${QUI.nom}`, `${QUI.nom} ${QUI.prenom}`, `${QUI.prenom}${QUI.nom}`]

/** What must be nowhere: the texts, of which a phone of one digit only proves little, and the hashes of them and others. */
const TEXTES = [QUI.prenom, QUI.nom, QUI.email, domaine, QUI.ville].flatMap(normalised)
const HACHES = [
  ...Object.values(QUI).filter((value) => value !== QUI.contact),
  domaine,
  ...noms,
  `${QUI.prenom}|${QUI.nom}`,
  `${QUI.nom};${QUI.prenom}`,
]
  .flatMap(normalised)
  .flatMap((text) =>
    ['md5', 'sha1', 'sha256'].map((kind) => createHash(kind).update(text).digest()),
  )

/** Each byte in lower case, as Latin-1. */
const FOLD = Uint8Array.from({ length: 256 }, (_, byte) =>
  String.fromCharCode(byte).toLowerCase().charCodeAt(0),
)
const fold = (bytes: Buffer) => Buffer.from(bytes.map((byte) => FOLD[byte] ?? byte))

/** What is looked for, folded, by its first two bytes: hundreds of megabytes are read once, not once for each. */
const AIGUILLES = new Map<number, Buffer[]>()
for (const needle of [
  ...TEXTES.map((text) => Buffer.from(text)),
  ...HACHES.flatMap((hash) => [Buffer.from(hash.toString('hex')), hash]),
].map(fold)) {
  const first = needle.readUInt16BE()
  AIGUILLES.set(first, [...(AIGUILLES.get(first) ?? []), needle])
}
const FIRST = Uint8Array.from({ length: 65_536 }, (_, first) => Number(AIGUILLES.has(first)))

const isIn = (bytes: Buffer) => {
  let first = 0
  for (let at = 0; at < bytes.length; at++) {
    first = ((first << 8) | (FOLD[bytes[at] ?? 0] ?? 0)) & 0xffff
    if (FIRST[first] === 0 || at === 0) continue
    const found = AIGUILLES.get(first)?.some((needle) =>
      needle.equals(fold(bytes.subarray(at - 1, at - 1 + needle.length))),
    )
    if (found) return true
  }
  return false
}

/** The files below a folder that hold any of it, unpacked where they are packed. */
async function searchFiles(folder: string, leaveOut: (file: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    if (leaveOut(file)) continue
    // The server removes files at any time.
    const bytes = await readFile(file).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return Buffer.alloc(0)
      throw error
    })
    if (isIn(file.endsWith('.gz') ? gunzipSync(bytes) : bytes))
      found.push(path.relative(folder, file))
  }
  return found
}

/** The tables that hold any of it, those of every schema, and what the planner knows of them. */
async function searchTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ nom: string }>(`
    select format('%I.%I', nspname, relname) as nom
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'm')
      and (nspname not in ('pg_catalog', 'information_schema', 'pg_toast') or relname = 'pg_statistic')
      and nspname not like 'pg_temp%'`)
  const found: string[] = []
  for (const { nom } of rows) {
    const { rows: lines } = await pool.query<{ ligne: string }>(
      `select coalesce(string_agg(contenu::text, E'\\n'), '') as ligne from ${nom} as contenu`,
    )
    if (isIn(Buffer.from(lines[0]?.ligne ?? ''))) found.push(nom)
  }
  return found.sort()
}

async function trouverDoublons(db: Db): Promise<void> {
  await derive(db, MOTS)
  await derive(db, DOUBLONS)
  await derive(db, GROUPES)
}

test('[B2] qui est anonymisé n’est plus dans aucune table, aucun fichier, aucun journal, ni dans une sauvegarde faite ensuite', async () => {
  const database = await createDatabase()
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-traces-'))
  const config = readConfig({ DATABASE_URL: database.serviceUrl, DATA_DIR })
  const log = pino(
    { level: 'debug' },
    pino.destination({ dest: path.join(DATA_DIR, 'application.log'), sync: true }),
  )
  const own = connect(database.serviceUrl)
  const imports = openForImports(database.serviceUrl, () => undefined)
  const app = await buildApp({ config, log, ...own, imports })
  afterAll(async () => {
    await app.close()
    await own.close()
    await imports.close()
    await database.drop()
    await rm(DATA_DIR, { recursive: true, force: true })
  })
  const post = async (url: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url, payload })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
  }

  // Her number, in other capitals, before her card; a card, a rejected line without a number, previews, another file that
  // waits, gifts, and what is found about them.
  const acte = { jour: '2024-06-01', raison: 'Lettre', nom: 'Zoé' }
  await post('/api/donateurs/oppositions', {
    ...{ texte: QUI.contact.toLowerCase(), nature: 'telephone' },
    ...acte,
  })
  const changed = CONTACTS.replace(QUI.ville, `${QUI.ville}-${QUI.nom}`)
  expect((await importFile(app, 'donateurs', changed)).status).toBe('completed')
  expect((await importFile(app, 'donateurs', CONTACTS)).status).toBe('completed')
  const again = await preview(app, 'donateurs', changed)
  expect(again.lignes_modifiees).toEqual([
    expect.objectContaining({
      cle: QUI.contact,
      champs: [expect.objectContaining({ champ: 'city' })],
    }),
  ])
  await preview(app, 'donateurs', `${CONTACTS}C;Zoé;Dupont;z@courriel.fr;0611223345;69001;Lyon\n`)
  const dons = `id;montant;date;contact_id\n1;20;2024-05-01;${QUI.contact}\n2;30;2024-05-02;B\n`
  expect((await importFile(app, 'donations', dons)).status).toBe('completed')
  // A tool's file of which somebody decided by names: its model, and its import.
  const parNom = {
    ...lectureDe({ prefixe: 'PN', cle: 'commande_et_jour', isUtc: false, sorts: {} }),
    sorts: [
      {
        colonne: 'Statut',
        valeurs: { [`${QUI.nom} ${QUI.prenom.toUpperCase()}`]: 'compte', Validé: 'compte' },
      },
      { colonne: 'Nom', valeurs: { [QUI.nom.toUpperCase()]: 'ne_compte_pas' } },
    ],
  }
  await post('/api/fichiers/modeles', { nom: 'Par nom', lecture: parNom })
  await sql`update imports set demande = ${{ lecture: parNom, empreinte: 'abc', modele: null }}`.execute(
    own.db,
  )
  await refresh(app)
  await chercher(own.db)
  await trouverDoublons(own.db)
  const known = await get<VerificationDonateur>(app, `/api/donateurs/a-verifier/${QUI.contact}`)
  expect(known.raisons.length).toBeGreaterThanOrEqual(4)
  await post('/api/donateurs/legitime', { contact_id: QUI.contact, raison: 'Bénévole connu' })
  await post('/api/donateurs/oppositions', {
    texte: `Elle <${QUI.email.toUpperCase()}>`,
    nature: 'courrier',
    ...acte,
  })
  // Searched for, exported, excluded and taken back.
  for (const name of [QUI.nom, QUI.email])
    await get(app, `/api/donateurs/recherche?q=${encodeURIComponent(name)}`)
  for (const file of [
    `liste.csv?ensemble=tous&q=${encodeURIComponent(QUI.nom)}`,
    'a-verifier.csv?etat=tous',
  ])
    expect((await app.inject(`/api/donateurs/${file}`)).body).toContain(QUI.nom)
  const { groupes } = await get<Doublons>(app, '/api/donateurs/doublons')
  expect(groupes).toMatchObject([{ principal_propose: QUI.contact, sur: false }])
  // On several servers nobody is merged: each contact is somebody there.
  const personne = severalServers() ? [QUI.contact] : [QUI.contact, AUSSI]
  if (!severalServers())
    await post('/api/donateurs/fusionner', {
      groupes: [{ principal: QUI.contact, contacts: [AUSSI] }],
      raison: 'Même e-mail',
    })
  await post('/api/exclusions/exclure', { contact_id: QUI.contact })
  await post('/api/exclusions/reintegrer', { contact_id: QUI.contact })
  await refresh(app)
  await sql`analyze`.execute(database.db)
  await sql`checkpoint`.execute(database.db)

  // The search finds what is there: else it would prove nothing below.
  const before = await searchTables(database.pool)
  expect(before).toEqual(
    expect.arrayContaining([
      'public.donateurs',
      'public.fichiers',
      'public.imports',
      'public.imports_rejets',
      'public.lignes_avant_import',
      'public.modeles_fichiers',
      'public.mots_contacts',
      'public.mots_noms',
      'public.oppositions_adresses',
      'pg_catalog.pg_statistic',
      expect.stringMatching(/^depots\.lignes_/) as string,
    ]),
  )
  expect(before).not.toContain('public.signalements')
  expect(before).not.toContain('public.decisions_legitimes')

  const client = await own.pool.connect()
  const given = await exportDonateur(client, QUI.contact)
  expect(given.signalements.length).toBeGreaterThanOrEqual(4)
  expect(given.decisions_legitimes).toHaveLength(1)
  expect(given.oppositions).toMatchObject([
    { contact_id: QUI.contact.toLowerCase(), nature: 'telephone' },
    { email: QUI.email, nature: 'courrier' },
  ])
  // Twice the card, once the gift.
  expect(given.imports).toHaveLength(3)
  const done = await anonymiseDonateur(client, QUI.contact)
  expect(done).toMatchObject({ carte: true, lignesRejetees: 4, decisions: 1, evenements: 2 })
  expect(done.signalements).toBeGreaterThanOrEqual(4)
  // Whoever asks by one number has them all, also once some are done.
  expect(await listPersonne(client, QUI.contact)).toEqual(personne)
  expect(await listPersonne(client, AUSSI)).toEqual(
    severalServers() ? [AUSSI] : [AUSSI, QUI.contact],
  )
  expect(await anonymiseDonateur(client, AUSSI)).toMatchObject({ carte: true, donations: 0 })
  await trouverDoublons(own.db)
  await rewriteTables(client)
  expect(await rewriteOwned(client)).toBe(false)
  client.release()
  const admin = await database.pool.connect()
  expect(await rewriteOwned(admin)).toBe(true)
  await admin.query('checkpoint')
  const {
    rows: [place],
  } = await admin.query<{ folder: string; base: string }>(`
    select current_setting('data_directory') as folder,
      (select oid::text from pg_database where datname = current_database()) as base`)
  admin.release()

  expect(await searchTables(database.pool)).toEqual([])
  expect(await searchFiles(DATA_DIR, () => false)).toEqual([])
  const saved = await own.pool.connect()
  const made = await backup(saved, DATA_DIR, new Date()).finally(() => saved.release())
  expect(await searchFiles(made, () => false)).toEqual([])
  const { modeles } = await get<{ modeles: { livre: boolean; lecture: object }[] }>(
    app,
    '/api/fichiers/modeles',
  )
  expect(modeles.find(({ livre }) => !livre)?.lecture).toMatchObject({
    sorts: [
      { colonne: 'Statut', valeurs: { Validé: 'compte' } },
      { colonne: 'Nom', valeurs: {} },
    ],
  })
  // Nobody writes to her number either, from then on, nor to whoever bears her address anew.
  const { rows: held } = await database.pool.query(
    'select nature, contact_id from oppositions_en_vigueur order by nature, numero',
  )
  expect(held).toEqual([
    { nature: 'courrier', contact_id: null },
    { nature: 'courrier', contact_id: QUI.contact },
    { nature: 'courrier', contact_id: AUSSI },
    { nature: 'telephone', contact_id: QUI.contact.toLowerCase() },
    { nature: 'telephone', contact_id: QUI.contact },
    { nature: 'telephone', contact_id: null },
    { nature: 'telephone', contact_id: AUSSI },
  ])

  // The server's own files: of this base, and those that are of none; its log beside them. Not its write-ahead log,
  // which forgets by being written over.
  if (severalServers() || !place) return
  const bases = path.join(place.folder, 'base')
  const others = (file: string) =>
    file.startsWith(path.join(place.folder, 'pg_wal')) ||
    (file.startsWith(bases) && !file.startsWith(path.join(bases, place.base)))
  expect(await searchFiles(path.dirname(place.folder), others)).toEqual([])
}, 300_000)
