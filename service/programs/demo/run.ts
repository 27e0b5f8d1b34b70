import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CHAMP_FICHIER } from '#contract/constants'
import { dashboardAnnees } from '#contract/dashboard'
import { saisirCampagnes } from '#contract/dictionnaire'
import { health } from '#contract/health'
import { type TypeFichier, UploadStart, UploadStatus } from '#contract/imports'
import { fixerObjectif } from '#contract/objectifs'
import { addressOf } from '#edge/hosts'
import type { LaunchConfig } from '../../config'
import { CONTACTS_HEADER, DONATIONS_HEADER, generateDemo, type Row } from './generate'
import { aimsOf, dictionaryOf } from './saisies'

const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const toCsv = (rows: readonly Row[]) => rows.map((row) => `${row.map(quote).join(',')}\n`).join('')

type Ask = (path: string, init?: RequestInit) => Promise<unknown>

const QUI = 'Démonstration'

/** Calls the running service; throws an Error with its French sentence on refusal. */
function callService(config: LaunchConfig): Ask {
  const headers = config.SERVICE_TOKEN ? { authorization: `Bearer ${config.SERVICE_TOKEN}` } : {}
  return async (path, init = {}) => {
    const url = `${addressOf(config.SERVICE_HOST, config.SERVICE_PORT)}${path}`
    const answer = await fetch(url, { ...init, headers: { ...headers, ...init.headers } })
    const body: unknown = await answer.json()
    if (!answer.ok)
      throw new Error((body as { detail?: string }).detail ?? `${url} : ${answer.status}`)
    return body
  }
}

const send = (ask: Ask, path: string, body: object) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, saisi_par: QUI }),
  })

async function importFile(ask: Ask, type: TypeFichier, file: string): Promise<void> {
  const form = new FormData()
  form.append(
    CHAMP_FICHIER[type],
    new Blob([await readFile(file)], { type: 'text/csv' }),
    path.basename(file),
  )
  const started = await ask(`/api/upload/${type}/upload`, { method: 'POST', body: form })
  const { upload_id } = UploadStart.parse(started)
  for (;;) {
    const status = UploadStatus.parse(await ask(`/api/upload/status/${upload_id}`))
    if (status.status === 'error') throw new Error(status.message)
    if (status.status === 'completed') {
      console.log(`${path.basename(file)} : ${status.message}`)
      return
    }
    await setTimeout(250)
  }
}

/** Whether the configured service is running and healthy. */
export async function isServiceRunning(config: LaunchConfig): Promise<boolean> {
  const answer = await callService(config)(health.path).catch(() => undefined)
  return health.answer.safeParse(answer).data?.status === 'healthy'
}

/**
 * Writes Contacts.csv and Donations.csv into `DATA_DIR/demo` and imports them through the running service, then says what
 * their campaigns cost, and aims. `--donateurs N` sets the number of contacts (5 000); with `--demo`, a database that
 * already has gifts is left alone.
 */
export async function runDemo(args: string[], config: LaunchConfig): Promise<void> {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { donateurs: { type: 'string', default: '5000' }, demo: { type: 'boolean' } },
  })
  const donateurs = Number(values.donateurs)
  if (!Number.isInteger(donateurs) || donateurs < 1 || donateurs > 1_000_000)
    throw new Error('--donateurs demande un nombre entier entre 1 et 1 000 000.')
  const ask = callService(config)
  const { annees } = dashboardAnnees.answer.parse(await ask(dashboardAnnees.path))
  if (values.demo && annees.length > 0) {
    console.log('La base contient déjà des dons : rien n’est ajouté.')
    return
  }

  const folder = path.join(config.DATA_DIR, 'demo')
  await mkdir(folder, { recursive: true })
  const { contacts, donations } = generateDemo(donateurs, new Date())
  const files = {
    donateurs: path.join(folder, 'Contacts.csv'),
    donations: path.join(folder, 'Donations.csv'),
  }
  await writeFile(files.donateurs, toCsv([CONTACTS_HEADER, ...contacts]))
  await writeFile(files.donations, toCsv([DONATIONS_HEADER, ...donations]))
  console.log(`${donateurs + 4} contacts et ${donations.length} donations écrits dans ${folder}`)
  await importFile(ask, 'donateurs', files.donateurs)
  await importFile(ask, 'donations', files.donations)
  const fiches = dictionaryOf(donations)
  if (fiches.length > 0) await send(ask, saisirCampagnes.path, { fiches })
  for (const objectif of aimsOf(donations)) await send(ask, fixerObjectif.path, objectif)
}
