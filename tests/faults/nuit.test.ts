import { execFileSync } from 'node:child_process'
import {
  access,
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { DepotDossier } from '#contract/depot'
import type { CompteFichier, Fichier } from '#contract/fichiers'
import type { TypeFichier } from '#contract/imports'
import { inParis } from '#figures/format'
import { thisYear } from '#figures/today'
import { freePort, runService, type RunningProgram } from '../support/application'
import { lancerCommande } from '../support/commande'
import { begin, settled, stage } from '../support/import-calls'
import { createDatabase, type TestDatabase } from '../support/service'

/** Of its days only the first has come, whenever this runs; a gift may be of tomorrow. */
const year = thisYear()
const LONG = { timeout: 120_000, interval: 250 }

let services: RunningProgram[] = []
const databases: TestDatabase[] = []
const folders: string[] = []
const mounted: string[] = []
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop('SIGKILL')))
  services = []
})
afterAll(async () => {
  for (const place of mounted) execFileSync('umount', ['-l', place])
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  for (const database of databases) await database.drop()
})

async function newDatabase() {
  const database = await createDatabase()
  databases.push(database)
  return database
}
async function newFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-nuit-'))
  folders.push(folder)
  return folder
}
const start = async (database: TestDatabase, env: Record<string, string> = {}) => {
  const service = await runService({
    DATABASE_URL: database.serviceUrl,
    LOG_LEVEL: 'error',
    ...env,
  })
  services.push(service)
  return service
}

const CONTACTS =
  'contact_id;firstname;lastname;email\nA;Ada;Lovelace;ada@exemple.fr\nB;Rose;Dupont;\n'
const gifts = (from: number, to: number) => {
  let text = 'id;montant;date;contact\n'
  for (let id = from; id <= to; id++)
    text += `${id};${id % 50},5;${year}-01-0${1 + (id % 2)};${id % 2 ? 'A' : 'B'}\n`
  return text
}
/** A file of each tool, of the running year, in the order in which the folder takes them; nothing in them is doubtful. */
async function outils(): Promise<Record<string, string>> {
  const modele = async (name: string, without: RegExp) =>
    (await readFile(`tests/support/modeles/${name}.csv`, 'utf8'))
      .replace(/\b202[45]\b/g, String(year))
      .replace(without, '')
  return {
    'Contacts.csv': CONTACTS,
    'Donations.csv': gifts(1, 400),
    'civicrm.csv': await modele('civicrm', /^.*Grant.*\n?/gm),
    'galette.csv': await modele('galette', /^.*Partenariat.*\n?/gm),
    'paheko.csv': await modele('paheko', /^10[45],.*\n/gm),
  }
}
const INDECIS = async () =>
  (await readFile('tests/support/modeles/paheko.csv', 'utf8'))
    .replace(/\b2025\b/g, String(year))
    .replace(/^10(\d)/gm, '90$1')

/** All that was stored, but when and under which ids of its own. */
async function dump({ pool }: TestDatabase): Promise<string[]> {
  const tables = {
    donations: 'select * from donations order by id collate "C"',
    donateurs: 'select * from donateurs order by contact_id collate "C"',
    numeros: 'select * from identites_numeros order by 1',
    dites: 'select * from fiches_dites order by contact_id',
    // A file of CiviCRM has the number and name of contacts, and is no Contacts.csv.
    imports: `select type, statut, resultat, demande -> 'modele' as modele, lignes_gardees
      from imports join fichiers using (fichier_id) order by nom, type`,
    rejets: `select nom, ligne, texte, motif from imports_rejets join fichiers using (fichier_id) order by nom, ligne`,
  }
  const lines: string[] = []
  for (const [name, question] of Object.entries(tables))
    for (const row of (await pool.query(question)).rows)
      lines.push(`${name} ${JSON.stringify(row)}`)
  return lines
}

const lire = async ({ url }: RunningProgram) =>
  (await (await fetch(`${url}/api/depot`)).json()) as DepotDossier
const lister = async (...parts: string[]) =>
  (await readdir(path.join(...parts)).catch(() => []))
    .filter((name) => !name.startsWith('.'))
    .sort()
const poser = async (folder: string, name: string, content: string) => {
  await writeFile(path.join(folder, `${name}.part`), content)
  await rename(path.join(folder, `${name}.part`), path.join(folder, name))
}

test('les mêmes fichiers par les appels des écrans, par la commande et par le dossier donnent la même base', async () => {
  const files = await outils()
  const parAppels = await newDatabase()
  const parCommande = await newDatabase()
  const parDossier = await newDatabase()
  const folder = await newFolder()

  const { url } = await start(parAppels)
  const ask = async (path: string, body?: object) => {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    return (await fetch(`${url}${path}`, init)).json()
  }
  for (const [name, content] of Object.entries(files)) {
    const type = { 'Contacts.csv': 'donateurs', 'Donations.csv': 'donations' }[name] as
      | TypeFichier
      | undefined
    if (type) {
      const id = await stage(url, content, type)
      await begin(url, id, type)
      expect((await settled(url, id)).status).toBe('completed')
      await parAppels.pool.query('update fichiers set nom = $1 where fichier_id = $2', [name, id])
      continue
    }
    const form = new FormData()
    form.append('fichier', new Blob([content], { type: 'text/csv' }), name)
    const file = (await (
      await fetch(`${url}/api/fichiers`, { method: 'POST', body: form })
    ).json()) as Fichier
    let compte: CompteFichier
    do
      compte = (await ask(
        `/api/fichiers/${file.fichier_id}/lecture`,
        file.lecture ?? {},
      )) as CompteFichier
    while (compte.compte === null)
    const [modele] = file.modeles.filter(({ etat }) => etat === 'reconnu')
    const body = { lecture: compte.lecture, empreinte: compte.empreinte, modele: modele?.id }
    await ask(`/api/fichiers/${file.fichier_id}/importer`, body)
    expect((await settled(url, file.fichier_id)).status, name).toBe('completed')
  }

  const commande = await start(parCommande)
  const work = await newFolder()
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(work, name), content)
    const option =
      { 'Contacts.csv': '--donateurs', 'Donations.csv': '--donations' }[name] ?? '--fichier'
    const ended = await lancerCommande(
      'importer',
      [option, path.join(work, name), '--sans-attendre'],
      { SERVICE_URL: commande.url },
    )
    expect([ended.code, ended.err], name).toEqual([0, ''])
  }

  const dossier = await start(parDossier, { DEPOT_DIR: folder })
  for (const [name, content] of Object.entries(files).reverse()) await poser(folder, name, content)
  const [jour] = inParis(new Date())
  await expect.poll(() => lister(folder, 'importes', jour), LONG).toHaveLength(5)
  await expect
    .poll(async () => (await lire(dossier)).fichiers.map(({ sort }) => sort), LONG)
    .toEqual(Array.from({ length: 5 }, () => 'importe'))

  const whole = await dump(parAppels)
  expect(whole.length).toBeGreaterThan(400)
  expect(await dump(parCommande)).toEqual(whole)
  expect(await dump(parDossier)).toEqual(whole)
}, 400_000)

test('une nuit : rien n’est perdu, rien deux fois, chaque fichier à sa place, la phrase vraie', async () => {
  const database = await newDatabase()
  const folder = await newFolder()
  const files = await outils()
  const [jour] = inParis(new Date())
  const admin = await freePort()
  const first = await start(database, { DEPOT_DIR: folder })
  const second = await start(database, { DEPOT_DIR: folder, ADMIN_PORT: String(admin) })

  // The import waits at a known step, and whoever runs it is killed.
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin; lock table donations in row exclusive mode')
  for (const [name, content] of Object.entries(files)) await poser(folder, name, content)
  await poser(folder, 'encore.csv', files['Donations.csv'] ?? '')
  await poser(folder, 'indecis.csv', await INDECIS())
  await writeFile(path.join(folder, 'a-moitie.csv.part'), CONTACTS)
  await writeFile(path.join(folder, 'grandit.csv'), gifts(1000, 1001))
  await symlink('/etc/passwd', path.join(folder, 'lien.csv'))
  await writeFile(path.join(folder, 'creux.csv'), '')
  await truncate(path.join(folder, 'creux.csv'), 2_000_000_000)
  const growing = setInterval(
    () => void appendFile(path.join(folder, 'grandit.csv'), `${Math.random()};1;${year}-01-02;A\n`),
    2_000,
  )

  const isWaiting = async () =>
    (
      await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike 'lock table%'`,
      )
    ).rowCount
  await expect.poll(isWaiting, LONG).toBeGreaterThan(0)
  const { rows } = await database.pool.query<{ nombre: number }>(
    `select count(*) as nombre from leases where kind = 'depot'`,
  )
  expect(rows[0]?.nombre).toBe(1)
  await Promise.all([first.stop('SIGKILL'), second.stop('SIGKILL')])
  services = []
  await client.end()
  const third = await start(database, { DEPOT_DIR: folder })
  const fourth = await start(database, { DEPOT_DIR: folder, ADMIN_PORT: String(admin) })

  const places = async () => ({
    importes: await lister(folder, 'importes', jour),
    a_decider: await lister(folder, 'a-decider'),
    refuses: await lister(folder, 'refuses'),
  })
  const all = [...Object.keys(files), 'encore.csv'].sort()
  await expect.poll(places, LONG).toEqual({
    importes: all,
    a_decider: ['indecis.csv'],
    refuses: ['creux.csv', 'creux.csv.txt'],
  })
  clearInterval(growing)
  const left = (await lister(folder)).filter(
    (name) => !['importes', 'a-decider', 'refuses'].includes(name),
  )
  expect(left).toEqual(['a-moitie.csv.part', 'grandit.csv', 'lien.csv'])
  // Nothing twice: each gift once, each file imported once.
  const { rows: stored } = await database.pool.query(
    `select (select count(*) from donations where id ~ '^[0-9]+$') as dons,
      (select count(*) from imports join fichiers using (fichier_id) where de is null and statut = 'completed') as imports`,
  )
  expect(stored).toEqual([{ dons: 400, imports: 5 }])
  const told = await lire(third)
  const phraseOf = (name: string) =>
    told.fichiers
      .concat(told.attendent)
      .find(({ nom }) => nom === name)
      ?.phrase.replace(/[\u00A0\u202F]/g, ' ')
  expect(phraseOf('Donations.csv')).toBe('400 dons ajoutés, 0 modifié, 0 inchangé.')
  expect(phraseOf('encore.csv')).toMatch(/^Déjà importé le .* : rien n’a changé\.$/)
  expect(phraseOf('indecis.csv')).toMatch(/Colonne « Compte de crédit » : « 580 » compte-t-il \?/)
  expect(told.phrase?.replace(/[\u00A0\u202F]/g, ' ')).toContain(
    'lien.csv n’est pas un fichier : il reste où il est.',
  )
  const metrics = await (await fetch(`http://127.0.0.1:${admin}/metrics`)).text()
  expect(metrics).toContain('# TYPE dons_depot_fichiers_total counter')

  // The growing file stands still at last.
  await expect.poll(() => lister(folder, 'importes', jour), LONG).toContain('grandit.csv')
  expect(fourth.process.exitCode).toBeNull()
})

test('le disque où vont les fichiers est plein : rien ne se perd, la phrase le dit, et tout reprend', async () => {
  const database = await newDatabase()
  const folder = await newFolder()
  const importes = path.join(folder, 'importes')
  await mkdir(importes)
  try {
    // Another file system: what is moved there is copied.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', importes], {
      stdio: 'ignore',
    })
  } catch {
    console.warn('Pas de petit disque sur cette machine : le disque plein n’est pas essayé.')
    return
  }
  mounted.push(importes)
  const filler = path.join(importes, 'autre-chose')
  await writeFile(filler, Buffer.alloc(1_000_000)).catch(() => undefined)
  const service = await start(database, { DEPOT_DIR: folder })
  await poser(folder, 'Donations.csv', gifts(1, 2_000))
  await expect.poll(async () => (await lire(service)).phrase, LONG).toMatch(/Le disque est plein/)
  await access(path.join(folder, 'Donations.csv'))
  await wait(12_000)
  const imports = async () =>
    (await database.pool.query<{ nombre: number }>(`select count(*) as nombre from imports`))
      .rows[0]?.nombre
  // Imported at most once, and not again each time that the move is tried.
  expect(await imports()).toBeLessThanOrEqual(1)
  await rm(filler)
  const [jour] = inParis(new Date())
  await expect.poll(() => lister(importes, jour), LONG).toEqual(['Donations.csv'])
  expect(await readFile(path.join(importes, jour, 'Donations.csv'), 'utf8')).toBe(gifts(1, 2_000))
  await expect.poll(() => lister(folder), LONG).toEqual(['a-decider', 'importes', 'refuses'])
  expect(await imports()).toBe(1)
  await expect.poll(async () => (await lire(service)).phrase, LONG).toBeNull()
})

test('dix mille lignes sont au tableau de bord 30 s au plus après être restées tranquilles', async () => {
  const database = await newDatabase()
  const folder = await newFolder()
  const service = await start(database, { DEPOT_DIR: folder })
  await poser(folder, 'Donations.csv', gifts(1, 10_000))
  const laid = performance.now()
  const total = async () =>
    (
      (await (await fetch(`${service.url}/api/dashboard/stats/${year}`)).json()) as {
        total_donations?: number
      }
    ).total_donations
  await expect.poll(total, LONG).toBeGreaterThan(0)
  const seconds = (performance.now() - laid) / 1000
  console.log(
    `dix mille lignes au tableau de bord ${seconds.toFixed(1)} s après avoir été posées, dont 10 de calme`,
  )
  expect(seconds).toBeLessThan(30)
})
