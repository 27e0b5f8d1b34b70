// npm run audit [-- export.csv] [--controles FICHIER] [--point-de-controle] [--reconstruire]
// Exit code 0: the log is sound; 1: it is not, the report names the first bad event; 2: it could not be read.
import { parseArgs } from 'node:util'
import { appendCheckpoint, checkpointsIn, readCheckpoints } from './checkpoints.mjs'
import { readDatabase, rebuildExcluded, withDatabase } from './database.mjs'
import { GENESIS } from './event.mjs'
import { readExport } from './export.mjs'
import { writeReport } from './report.mjs'
import { verify } from './verify.mjs'

function readSettings() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      controles: { type: 'string' },
      'point-de-controle': { type: 'boolean', default: false },
      reconstruire: { type: 'boolean', default: false },
    },
  })
  const dataDir = process.env.DATA_DIR || '.data'
  return {
    exported: positionals[0],
    databaseUrl: process.env.DATABASE_URL,
    ownerUrl: process.env.DATABASE_OWNER_URL,
    dataDir,
    checkpointsFile: values.controles ?? checkpointsIn(dataDir),
    writesCheckpoint: values['point-de-controle'],
    rebuilds: values.reconstruire,
  }
}

/** The donors whose state in the projection is not what the events say. */
function compare(fromEvents, fromProjection) {
  const contacts = new Set([...fromEvents.keys(), ...fromProjection.keys()])
  return [...contacts]
    .filter((contact) => fromEvents.get(contact) !== fromProjection.get(contact))
    .sort()
    .map((contact_id) => ({ contact_id, excluded: fromProjection.has(contact_id) }))
}

async function auditExport(file, kept) {
  return { source: `fichier ${file}`, ...(await verify(readExport(file), kept)) }
}

const auditDatabase = (url, kept) =>
  readDatabase(url, async ({ events, readExcluded, readUnprotected }) => {
    const { host, pathname } = new URL(url)
    const chain = await verify(events, kept)
    return {
      source: `base de données ${host}${pathname}`,
      ...chain,
      ...(!chain.anomaly && { differences: compare(chain.excluded, await readExcluded()) }),
      unprotected: await readUnprotected(),
    }
  })

async function rebuild(url) {
  const rows = await rebuildExcluded(url)
  for (const { contact_id, numero_trouve, numero_attendu } of rows)
    console.log(
      `Corrigé : ${contact_id} (événement ${numero_trouve ?? 'aucun'} → ${numero_attendu ?? 'aucun'})`,
    )
  console.log(`État courant reconstruit depuis le journal, corrections : ${rows.length}.`)
}

async function main() {
  const settings = readSettings()
  const { checkpoints, unreadable } = readCheckpoints(settings.checkpointsFile)
  const audit = settings.exported
    ? await auditExport(settings.exported, checkpoints)
    : await withDatabase(settings, async ({ url, ownerUrl }) => {
        if (settings.rebuilds) await rebuild(ownerUrl)
        return auditDatabase(url, checkpoints)
      })
  const sound = !audit.anomaly && !audit.differences?.length && !audit.unprotected?.length
  console.log(writeReport({ ...audit, checkpoints, unreadable, sound }))
  if (sound && settings.writesCheckpoint) {
    appendCheckpoint(settings.checkpointsFile, {
      evenements: audit.count,
      empreinte: audit.last?.empreinte ?? GENESIS,
      le: new Date().toISOString(),
    })
    console.log(`Point de contrôle ajouté à ${settings.checkpointsFile}.`)
  }
  return sound ? 0 : 1
}

process.exitCode = await main().catch((error) => {
  console.error(`L’audit n’a pas pu se faire : ${error.message}`)
  return 2
})
