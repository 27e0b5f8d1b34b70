import { once } from 'node:events'
import path from 'node:path'
import { connect } from '../../service/platform/database/connect'
import { withDatabase } from './base'
import { awaitQuiet } from './croissance-suite'
import { followImport, post } from './import-client'
import { writeContacts, writeDonations } from './import-files'
import { startService } from './start-service'
import { printTable, seconds } from './table'

interface Etape {
  step: string
  ms: number
}

/** A file sent and imported: milliseconds in all, and of each step that took a tenth of a second. */
async function importer(
  service: string,
  type: 'donateurs' | 'donations',
  file: string,
): Promise<{ ms: number; etapes: Etape[] }> {
  const begun = performance.now()
  const etapes: Etape[] = []
  let [last, since] = ['envoi', begun]
  const note = (step: string) => {
    const now = performance.now()
    etapes.push({ step: last, ms: now - since })
    ;[last, since] = [step, now]
  }
  const url = `${service}/api/upload/${type}/upload`
  const { body } = await post<{ upload_id: string }>(url, file, type)
  await followImport(service, body.upload_id, note)
  note('')
  return { ms: performance.now() - begun, etapes: etapes.filter(({ ms }) => ms > 100) }
}

/**
 * The first import of a charity: cards, then at once gifts, on an empty base that nobody analyses but the service.
 * Arguments: cards, gifts for each.
 */
async function measure(cards: number, dons: number, goal: number): Promise<void> {
  await withDatabase(async ({ url, adminUrl, folder }) => {
    const admin = connect(adminUrl, { max: 1 })
    await admin.pool.query('alter system set autovacuum = off')
    await admin.pool.query('select pg_reload_conf()')
    const files = { contacts: path.join(folder, 'c.csv'), dons: path.join(folder, 'd.csv') }
    // A tenth as many cards as gifts are written: donors of gifts are among them.
    await writeContacts(files.contacts, cards * 10)
    await writeDonations(files.dons, dons)
    const { service, child } = await startService('app-service', url, { DATA_DIR: folder })
    await awaitQuiet(admin.db)
    const fiches = await importer(service, 'donateurs', files.contacts)
    const gifts = await importer(service, 'donations', files.dons)
    const { ms, followed } = await awaitQuiet(admin.db)
    console.log(`\n${cards.toLocaleString('en')} cards, then ${dons.toLocaleString('en')} gifts`)
    printTable(
      ['what', 'time', 'goal'],
      [
        ['both', seconds(fiches.ms + gifts.ms), `≤ ${goal} s`],
        ['cards', seconds(fiches.ms), ''],
        ...fiches.etapes.map(({ step, ms: lasted }) => [`… ${step}`, seconds(lasted), '']),
        ['gifts', seconds(gifts.ms), ''],
        ...gifts.etapes.map(({ step, ms: lasted }) => [`… ${step}`, seconds(lasted), '']),
        ['until all that follows is done', seconds(ms), ''],
        ...[...followed].map(([name, at]) => [`… ${name}`, at ? seconds(at) : 'not yet', '']),
      ],
    )
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await admin.close()
  })
}

export default async function run(): Promise<void> {
  await measure(2_000, 20_000, 5)
  await measure(100_000, 300_000, 10)
}
