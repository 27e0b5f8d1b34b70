import { createReadStream } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { dashboardAnnees } from '#contract/dashboard'
import { INCONNUS_AU_PLUS, saisirCampagnes } from '#contract/dictionnaire'
import { health } from '#contract/health'
import { uploadDonateurs, uploadDonations, uploadStatus } from '#contract/imports'
import { fixerObjectif } from '#contract/objectifs'
import { addressOf } from '#edge/hosts'
import type { LaunchConfig } from '../../config'
import { type Appel, ouvrirAppel } from '../appel/appel'
import { CONTACTS_HEADER, DONATIONS_HEADER, generateDemo, type Row } from './generate'
import { aimsOf, dictionaryOf } from './saisies'

const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const toCsv = (rows: readonly Row[]) => rows.map((row) => `${row.map(quote).join(',')}\n`).join('')

const QUI = 'Démonstration'

/** The calls of the service that this configuration runs. */
const callsOf = (config: LaunchConfig): Appel =>
  ouvrirAppel({
    SERVICE_URL: addressOf(config.SERVICE_HOST, config.SERVICE_PORT),
    SERVICE_TOKEN: config.SERVICE_TOKEN,
  })

async function importFile(
  calls: Appel,
  endpoint: typeof uploadDonateurs,
  file: string,
): Promise<void> {
  const { size: taille } = await stat(file)
  const envoi = { nom: path.basename(file), taille, octets: createReadStream(file) }
  const { upload_id } = await calls.envoyer(endpoint, envoi)
  for (;;) {
    const status = await calls.demander(uploadStatus, { params: { upload_id } })
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
  const answer = await callsOf(config)
    .demander(health)
    .catch(() => undefined)
  return answer?.status === 'healthy'
}

/**
 * Writes Contacts.csv and Donations.csv into `DATA_DIR/demo` and imports them through the running service, then says what
 * their campaigns cost, and aims. `first`: a database that already has gifts is left alone.
 */
export async function runDemo(
  { donateurs, first }: { donateurs: number; first: boolean },
  config: LaunchConfig,
): Promise<void> {
  const calls = callsOf(config)
  const { annees } = await calls.demander(dashboardAnnees)
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
  await importFile(calls, uploadDonateurs, files.donateurs)
  await importFile(calls, uploadDonations, files.donations)
  const fiches = dictionaryOf(donations)
  for (let at = 0; at < fiches.length; at += INCONNUS_AU_PLUS)
    await calls.demander(saisirCampagnes, {
      body: { fiches: fiches.slice(at, at + INCONNUS_AU_PLUS), saisi_par: QUI },
    })
  for (const objectif of aimsOf(donations))
    await calls.demander(fixerObjectif, { body: { ...objectif, saisi_par: QUI } })
}
