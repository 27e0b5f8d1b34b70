// npm run audit [-- export.csv] [--controles FICHIER] [--point-de-controle] [--reconstruire]
// npm run audit -- --reprendre --par NOM --motif TEXTE
// Exit code 0: the log is sound; 1: it is not, the report names the first bad event, or an arrêté is not what was sealed,
// or a control disagrees;
// 2: it could not be read; 3: it is sound in itself, but no checkpoint vouches for it.
/** @import { Checkpoint, Kept } from './checkpoints.mjs' */
/** @import { Audit, Verdict } from './report.mjs' */
import { parseArgs } from 'node:util'
import { appendCheckpoint, checkpointsIn, readCheckpoints } from './checkpoints.mjs'
import { readDatabase, rebuildExcluded, withCheckpoints, withDatabase } from './database.mjs'
import { GENESIS } from './event.mjs'
import { readExport } from './export.mjs'
import { writeReport } from './report.mjs'
import { resume } from './resume.mjs'
import { verify } from './verify.mjs'

/** @typedef {ReturnType<typeof readSettings>} Settings */

/** @type {Record<Verdict, number>} */
const CODES = { sound: 0, altered: 1, resealed: 1, disagreeing: 1, unvouched: 3 }

function readSettings() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      controles: { type: 'string' },
      'point-de-controle': { type: 'boolean', default: false },
      reconstruire: { type: 'boolean', default: false },
      reprendre: { type: 'boolean', default: false },
      par: { type: 'string', default: '' },
      motif: { type: 'string', default: '' },
    },
  })
  const [par, motif] = [values.par.trim(), values.motif.trim()]
  if (values.reprendre && (par === '' || motif === ''))
    throw new Error('--reprendre demande qui s’en porte garant (--par) et pourquoi (--motif).')
  const dataDir = process.env.DATA_DIR || '.data'
  return {
    exported: positionals[0],
    databaseUrl: process.env.DATABASE_URL,
    ownerUrl: process.env.DATABASE_OWNER_URL,
    dataDir,
    checkpointsFile: values.controles ?? checkpointsIn(dataDir),
    writesCheckpoint: values['point-de-controle'],
    rebuilds: values.reconstruire,
    resumption: values.reprendre ? { par, motif } : undefined,
  }
}

/**
 * The donors whose state in the projection is not what the events say.
 * @param {Map<string, number>} fromEvents
 * @param {Map<string, number>} fromProjection
 */
function compare(fromEvents, fromProjection) {
  const contacts = new Set([...fromEvents.keys(), ...fromProjection.keys()])
  return [...contacts]
    .filter((contact) => fromEvents.get(contact) !== fromProjection.get(contact))
    .sort()
    .map((contact_id) => ({ contact_id, excluded: fromProjection.has(contact_id) }))
}

/**
 * @param {string} file
 * @param {Checkpoint[]} kept
 * @returns {Promise<Audit>}
 */
async function auditExport(file, kept) {
  return { source: `fichier ${file}`, ...(await verify(readExport(file), kept)) }
}

/** @type {(url: string, kept: Checkpoint[]) => Promise<Audit>} */
const auditDatabase = (url, kept) =>
  readDatabase(
    url,
    async ({ events, readExcluded, readDecisions, readArretes, readControls, readProtections }) => {
      const { host, pathname } = new URL(url)
      const chain = await verify(events, kept)
      return {
        source: `base de données ${host}${pathname}`,
        ...chain,
        ...(!chain.anomaly && { differences: compare(chain.excluded, await readExcluded()) }),
        decisions: await readDecisions(),
        arretes: await readArretes(),
        controls: await readControls(),
        protections: await readProtections(),
      }
    },
  )

/** @param {string} url */
async function rebuild(url) {
  const rows = await rebuildExcluded(url)
  for (const { contact_id, numero_trouve, numero_attendu } of rows)
    console.log(
      `Corrigé : ${contact_id} (événement ${numero_trouve ?? 'aucun'} → ${numero_attendu ?? 'aucun'})`,
    )
  console.log(`État courant reconstruit depuis le journal, corrections : ${rows.length}.`)
}

/**
 * @param {Audit} audit
 * @param {Kept} kept
 * @returns {Verdict}
 */
function judge(
  { anomaly, differences, protections, arretes, controls, count },
  { checkpoints, fault },
) {
  const { open = [], faults = [] } = protections ?? {}
  if (anomaly || fault || differences?.length || open.length || faults.length) return 'altered'
  if (arretes?.broken.length) return 'resealed'
  if (controls?.gaps.length) return 'disagreeing'
  return count > 0 && checkpoints.length === 0 ? 'unvouched' : 'sound'
}

/**
 * @param {Settings} settings
 * @param {Audit} audit
 */
function writeCheckpoint({ checkpointsFile }, audit) {
  appendCheckpoint(checkpointsFile, {
    evenements: audit.count,
    empreinte: audit.last?.empreinte ?? GENESIS,
    le: new Date().toISOString(),
  })
  console.log(`Point de contrôle ajouté à ${checkpointsFile}.`)
}

/**
 * @param {Settings} settings
 * @param {(kept: Checkpoint[]) => Promise<Audit>} read
 */
async function report(settings, read) {
  const kept = readCheckpoints(settings.checkpointsFile)
  const audit = await read(kept.checkpoints)
  const verdict = judge(audit, kept)
  console.log(writeReport({ ...audit, ...kept, verdict }))
  const { checkpointsFile, resumption } = settings
  if (resumption) return resume({ checkpointsFile, resumption }, audit, kept) ? 0 : 1
  if (!settings.writesCheckpoint || verdict === 'altered') return CODES[verdict]
  writeCheckpoint(settings, audit)
  return CODES.sound
}

/** @returns {Promise<number>} */
async function main() {
  const settings = readSettings()
  const { exported } = settings
  if (exported) return report(settings, (kept) => auditExport(exported, kept))
  return withDatabase(settings, async ({ url, ownerUrl }) => {
    if (settings.rebuilds) await rebuild(ownerUrl)
    const audit = () => report(settings, (kept) => auditDatabase(url, kept))
    return settings.writesCheckpoint || settings.resumption ? withCheckpoints(url, audit) : audit()
  })
}

process.exitCode = await main().catch((/** @type {unknown} */ error) => {
  const why = error instanceof Error ? error.message : String(error)
  console.error(`L’audit n’a pas pu se faire : ${why}`)
  return 2
})
