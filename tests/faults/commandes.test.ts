import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import { connect } from '../../service/platform/database/connect'
import { runAudit } from '../support/audit'
import { createCluster, settingsOf, startService } from '../support/cluster'
import { importDemo } from '../support/demo'
import { settled } from '../support/import-calls'

const source = await createCluster()
const target = await createCluster()
/** The backup of the source. */
let folder = ''
afterAll(async () => {
  await source.remove()
  await target.remove()
})

/** Runs a command as a person does; what it wrote, or the Error of its exit code. */
function npm(env: Record<string, string>, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      'npm',
      ['run', '--silent', ...args],
      { env: { ...process.env, ...env } },
      (error, out, err) =>
        error ? reject(new Error(`${error.code}: ${out}${err}`)) : resolve(out),
    )
  })
}

async function query<Row extends Record<string, unknown>>(
  { access }: typeof source,
  statement: string,
): Promise<Row[]> {
  const { pool, close } = connect(access.ownerUrl, { max: 1 })
  try {
    return (await pool.query<Row>(statement)).rows
  } finally {
    await close()
  }
}

const COUNTS = `
  select
    (select count(*) from donations) as dons,
    (select sum(order_amount) from donations) as montant,
    (select count(*) from donateurs) as donateurs,
    (select count(*) from donateurs_exclus) as exclus,
    (select count(*) from evenements_exclusion) as evenements,
    (select empreinte from evenements_exclusion order by numero desc limit 1) as empreinte`

async function read(url: string): Promise<unknown> {
  const refreshed = await fetch(`${url}/api/analytics/refresh-views`, { method: 'POST' })
  expect(refreshed.status).toBe(200)
  return (await fetch(`${url}/api/dashboard/stats-graphiques/2024`)).json()
}

async function importContacts(url: string, file: string) {
  const body = new FormData()
  body.append('contacts_file', new Blob([file], { type: 'text/csv' }), 'contacts.csv')
  const answer = await fetch(`${url}/api/upload/donateurs/upload`, { method: 'POST', body })
  const { upload_id } = (await answer.json()) as { upload_id: string }
  return settled(url, upload_id)
}

test('npm run backup, restore et rgpd : un serveur vide redevient le même, et qui est effacé le reste', async () => {
  const service = await startService(source)
  await importDemo(service.url)
  const [personne] = await query<{ contact_id: string; lastname: string }>(
    source,
    `select contact_id, lastname from donateurs join donations using (contact_id)
     where lastname is not null group by contact_id order by sum(order_amount) desc limit 1`,
  )
  const { contact_id = '', lastname = '' } = personne ?? {}
  for (const call of ['exclure', 'reintegrer', 'exclure'])
    await fetch(`${service.url}/api/exclusions/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contact_id }),
    })
  const [before] = await query(source, COUNTS)
  const figures = await read(service.url)

  const given = await npm(settingsOf(source), 'rgpd', '--', '--contact', contact_id, '--exporter')
  expect(JSON.parse(given)).toMatchObject({ contact_id, donateur: { lastname } })
  const erased = await npm(
    settingsOf(source),
    'rgpd',
    '--',
    '--contact',
    contact_id,
    '--anonymiser',
  )
  expect(erased).toContain('La fiche est vidée.')
  expect(erased).not.toContain('est-ce le bon')
  await expect(
    npm(settingsOf(source), 'rgpd', '--', '--contact', 'INCONNU', '--exporter'),
    'C rien d’enregistré',
  ).rejects.toThrow(
    /^2: Rien n’est enregistré sous le numéro INCONNU\u00A0: est-ce le bon\u202F\?\n$/,
  )
  const unknown = ['rgpd', '--', '--contact', 'INCONNU', '--anonymiser']
  expect(await npm(settingsOf(source), ...unknown)).toContain('Ni fiche, ni don, ni décision')
  for (const command of ['rgpd', 'backup', 'restore', 'audit'])
    await expect(npm(settingsOf(source), command, '--', '--autre')).rejects.toThrow(
      /cette demande ne se lit pas/,
    )

  const said = await npm(
    settingsOf(source),
    'backup',
    '--',
    '--dossier',
    `${source.dataDir}/sauvegardes`,
  )
  folder = said.match(/Sauvegarde terminée : (.*)/)?.[1] ?? ''
  await service.stop()

  const restored = await npm(settingsOf(target), 'restore', '--', folder)
  expect(restored).toContain('Restauration terminée.')
  const beside = { DATABASE_URL: target.access.url, DATA_DIR: target.dataDir }
  const first = await runAudit(beside)
  expect(first.report).toMatch(/Points de contrôle : 1\u00A0point, tous retrouvés/)
  expect(first.code, first.report).toBe(0)
  expect(await query(target, COUNTS)).toEqual([before])
  await expect(npm(settingsOf(target), 'restore', '--', folder)).rejects.toThrow(/n’est pas vide/)
  await expect(npm(settingsOf(target), 'restore', '--', folder, folder)).rejects.toThrow(/un seul/)

  const again = await startService(target)
  expect(await read(again.url)).toEqual(figures)
  const back = await importContacts(
    again.url,
    `contact_id;nom\n${contact_id};${lastname}\nNouveau;Petit\n`,
  )
  expect(back.resultat).toMatchObject({ inseres: 1, modifies: 0, inchanges: 1, rejetes: 0 })
  const cards = await query(
    target,
    `select lastname from donateurs where contact_id = '${contact_id}'`,
  )
  expect(cards).toEqual([{ lastname: null }])
  await again.stop()

  const audit = await runAudit({ DATABASE_URL: target.access.url, DATA_DIR: source.dataDir })
  expect(audit.code, audit.report).toBe(0)
  expect(audit.report).toMatch(/3\u00A0événements/)
}, 300_000)

/** A copy of a backup of which a table's file is whole when it is checked, and stops in the middle when it is copied. */
function stalling(from: string, to: string, table: string) {
  const script = `
    cp -r "$0" "$1" && cd "$1" && mv ${table}.copy.gz whole && mkfifo ${table}.copy.gz
    cat whole > ${table}.copy.gz; sleep 2; exec 3> ${table}.copy.gz; head -c 40 whole >&3; sleep 600`
  const feeder = spawn('bash', ['-c', script, from, to], { detached: true, stdio: 'ignore' })
  return { end: () => feeder.pid && process.kill(-feeder.pid, 'SIGKILL') }
}

test('[0.3 D] une restauration tuée en chemin ne laisse rien, et se refait', async () => {
  const killed = await createCluster()
  const { pool, close } = connect(killed.access.ownerUrl, { max: 1 })
  const half = `${folder}-interrompue`
  const feeder = stalling(folder, half, 'journal_imports')
  const count = async (condition: string) =>
    (await pool.query(`select from pg_stat_activity where datname = 'dons' and ${condition}`))
      .rowCount
  try {
    await vi.waitUntil(() => existsSync(`${half}/journal_imports.copy.gz`))
    const restoring = spawn('npm', ['run', 'restore', '--', half], {
      env: { ...process.env, ...settingsOf(killed) },
      detached: true,
      stdio: 'ignore',
    })
    const dead = new Promise((resolve) => restoring.once('close', resolve))
    const patience = { timeout: 120_000, interval: 50 }
    await vi.waitUntil(() => count(`query like 'copy "journal_imports"%'`), patience)
    if (restoring.pid) process.kill(-restoring.pid, 'SIGKILL')
    await dead
    await vi.waitUntil(async () => !(await count(`query like 'copy%'`)), patience)
    expect(await query(killed, COUNTS)).toMatchObject([{ dons: 0, donateurs: 0, evenements: 0 }])
    const again = await npm(settingsOf(killed), 'restore', '--', folder)
    expect(again).toContain('Restauration terminée.')
    expect(await query(killed, COUNTS)).toEqual(await query(source, COUNTS))
  } finally {
    feeder.end()
    await close()
    await killed.remove()
  }
}, 300_000)

test('une base qui ne répond pas, ou qui n’existe pas, se dit en français', async () => {
  const elsewhere = (port: string | undefined, base: string) => {
    const url = new URL(settingsOf(target)['DATABASE_URL'])
    url.pathname = base
    if (port !== undefined) url.port = port
    return { ...settingsOf(target), DATABASE_URL: url.href, DATABASE_OWNER_URL: url.href }
  }
  for (const [command, ...rest] of [
    ['backup'],
    ['migrate'],
    ['repartir'],
    ['restore', '--', '/tmp'],
  ])
    for (const [settings, sentence] of [
      [elsewhere('1', 'dons'), /la base de données ne répond pas : vérifiez DATABASE_URL/],
      [elsewhere(undefined, 'autre'), /cette base de données n’existe pas : vérifiez DATABASE_URL/],
    ] as const)
      await expect(npm(settings, command ?? '', ...rest)).rejects.toThrow(sentence)
})
