import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CHAMP_FICHIER } from '#contract/constants'
import { dashboardAnnees } from '#contract/dashboard'
import { INCONNUS_AU_PLUS, saisirCampagnes } from '#contract/dictionnaire'
import { health } from '#contract/health'
import { type TypeFichier, UploadStart, UploadStatus } from '#contract/imports'
import { fixerObjectif } from '#contract/objectifs'
import { addressOf } from '#edge/hosts'
import type { LaunchConfig } from '../../config'
import { CONTACTS_HEADER, DONATIONS_HEADER, generateDemo, type Row } from './generate'
import { aimsOf, dictionaryOf } from './saisies'

const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const toCsv = (rows: readonly Row[]) => rows.map((row) => `${row.map(quote).join(',')}\n`).join('')

type Ask = (path: string, body?: FormData | object) => Promise<unknown>

const QUI = 'Démonstration'

/** Calls the running service, posting a body if there is one; throws an Error with its French sentence on refusal. */
function callService(config: LaunchConfig): Ask {
  const headers = new Headers()
  if (config.SERVICE_TOKEN) headers.set('authorization', `Bearer ${config.SERVICE_TOKEN}`)
  const initOf = (body: FormData | object | undefined): RequestInit => {
    if (body === undefined) return { headers }
    if (body instanceof FormData) return { method: 'POST', headers, body }
    const json = new Headers(headers)
    json.set('content-type', 'application/json')
    return { method: 'POST', headers: json, body: JSON.stringify(body) }
  }
  return async (path, body) => {
    const url = `${addressOf(config.SERVICE_HOST, config.SERVICE_PORT)}${path}`
    const answer = await fetch(url, initOf(body))
    const found: unknown = await answer.json()
    if (!answer.ok)
      throw new Error((found as { detail?: string }).detail ?? `${url} : ${answer.status}`)
    return found
  }
}

async function importFile(ask: Ask, type: TypeFichier, file: string): Promise<void> {
  const form = new FormData()
  form.append(
    CHAMP_FICHIER[type],
    new Blob([await readFile(file)], { type: 'text/csv' }),
    path.basename(file),
  )
  const started = await ask(`/api/upload/${type}/upload`, form)
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
 * their campaigns cost, and aims. `first`: a database that already has gifts is left alone.
 */
export async function runDemo(
  { donateurs, first }: { donateurs: number; first: boolean },
  config: LaunchConfig,
): Promise<void> {
  const ask = callService(config)
  const { annees } = dashboardAnnees.answer.parse(await ask(dashboardAnnees.path))
  if (first && annees.length > 0) {
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
  for (let at = 0; at < fiches.length; at += INCONNUS_AU_PLUS)
    await ask(saisirCampagnes.path, {
      fiches: fiches.slice(at, at + INCONNUS_AU_PLUS),
      saisi_par: QUI,
    })
  for (const objectif of aimsOf(donations))
    await ask(fixerObjectif.path, { ...objectif, saisi_par: QUI })
}
