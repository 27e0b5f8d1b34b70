import { createReadStream } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { depotDossier } from '#contract/depot'
import { INCONNUS_AU_PLUS, saisirCampagnes } from '#contract/dictionnaire'
import { health } from '#contract/health'
import { uploadDonateurs, uploadDonations, uploadStatus } from '#contract/imports'
import { fixerObjectif } from '#contract/objectifs'
import { fraicheur } from '#contract/rafraichissement'
import { addressOf } from '#edge/hosts'
import type { LaunchConfig } from '../../config'
import { type Appel, ouvrirAppel } from '../appel/appel'
import {
  CONTACTS_HEADER,
  DONATIONS_HEADER,
  generateDemo,
  isFake,
  type Row,
  toCsv,
} from './generate'
import { aimsOf, dictionaryOf } from './saisies'

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

/** The folder whose files come by themselves, where the demo starts everything and no other is set. */
export const depotDe = (config: LaunchConfig): string =>
  config.DEPOT_DIR ?? path.join(config.DATA_DIR, 'demo', 'depot')

const PATIENCE_MS = 120_000

/** Lays the file of the last month into the folder, as a tool would, and tells what the service made of it. */
async function laisserVenir(calls: Appel, folder: string, nom: string, text: string) {
  await writeFile(path.join(folder, `${nom}.part`), text)
  await rename(path.join(folder, `${nom}.part`), path.join(folder, nom))
  console.log(`${nom} est posé dans ${folder} : le service le prend après 10 s de calme.`)
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    const { fichiers } = await calls.demander(depotDossier)
    const [last] = fichiers.filter((one) => one.nom === nom)
    if (last && last.sort !== 'en_cours') {
      console.log(`${nom} : ${last.phrase} Il est à présent dans ${last.chemin ?? folder}.`)
      return
    }
    await setTimeout(500)
  }
  console.log(`${nom} attend encore : l’écran d’import dira ce qu’il devient.`)
}

/**
 * Writes Contacts.csv and Donations.csv into `DATA_DIR/demo` and imports them through the running service, then says what
 * their campaigns cost, and aims. A database that has gifts is left alone, unless they are the demo's and not `first`. The
 * gifts end with the month before `today`.
 */
export async function runDemo(
  { donateurs, first }: { donateurs: number; first: boolean },
  config: LaunchConfig,
  today = new Date(),
): Promise<void> {
  const calls = callsOf(config)
  const { dernier_don, dons_attendus, demonstration } = await calls.demander(fraicheur)
  const hasGifts = dernier_don !== null || dons_attendus
  if (hasGifts && (first || !demonstration)) {
    console.log('La base contient déjà des dons : rien n’est ajouté.')
    return
  }

  const folder = path.join(config.DATA_DIR, 'demo')
  await mkdir(folder, { recursive: true })
  const { contacts, donations } = generateDemo(donateurs, today)
  const files = {
    donateurs: path.join(folder, 'Contacts.csv'),
    donations: path.join(folder, 'Donations.csv'),
  }
  await writeFile(files.donateurs, toCsv([CONTACTS_HEADER, ...contacts]))
  const { actif } = await calls.demander(depotDossier)
  const last = donations.reduce((latest, { 3: day = '' }) => (day > latest ? day : latest), '')
  const mois = last.slice(0, 7)
  // Where the service watches a folder, the last month comes that way: without fakes, whose amounts would be asked about.
  const isLater = ({ 3: day = '', 4: donor = '' }: Row) =>
    actif && day.startsWith(mois) && !isFake(donor)
  const now = donations.filter((row) => !isLater(row))
  await writeFile(files.donations, toCsv([DONATIONS_HEADER, ...now]))
  console.log(`${donateurs + 4} contacts et ${donations.length} donations écrits dans ${folder}`)
  await importFile(calls, uploadDonateurs, files.donateurs)
  await importFile(calls, uploadDonations, files.donations)
  const later = donations.filter(isLater)
  if (later.length > 0)
    await laisserVenir(
      calls,
      depotDe(config),
      `Donations-${mois}.csv`,
      toCsv([DONATIONS_HEADER, ...later]),
    )
  const fiches = dictionaryOf(donations)
  for (let at = 0; at < fiches.length; at += INCONNUS_AU_PLUS)
    await calls.demander(saisirCampagnes, {
      body: { fiches: fiches.slice(at, at + INCONNUS_AU_PLUS), saisi_par: QUI },
    })
  for (const objectif of aimsOf(donations))
    await calls.demander(fixerObjectif, { body: { ...objectif, saisi_par: QUI } })
}
