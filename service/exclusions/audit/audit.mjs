// npm run audit [-- export.csv] [--controles FICHIER] [--faits] [--point-de-controle] [--reconstruire]
// npm run audit -- --reprendre|--reprendre-dons --par NOM --motif TEXTE
// Exit codes: 0: the log is sound. 1: it is not (the report names the first bad event, publication or act), or an arrêté
// does not match its seal, stored gifts are not what imports wrote, published facts do not match the gifts (--faits),
// or a control disagrees.
// 2: it could not be read. 3: it is consistent, but no checkpoint vouches for it.
/** @import { Checkpoint, Kept } from './checkpoints.mjs' */
/** @import { OpenEmbedded, State } from './database.mjs' */
/** @import { Audit, Verdict } from './report.mjs' */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { appendCheckpoint, checkpointsIn, readCheckpoints } from './checkpoints.mjs'
import {
  readDatabase,
  rebuildProjections,
  resumeStoredGifts,
  withCheckpoints,
  withDatabase,
} from './database.mjs'
import { areDonsAltered } from './dons.mjs'
import { GENESIS } from './event.mjs'
import { readExport } from './export.mjs'
import { compareGroups } from './groupes.mjs'
import { faultOf } from './publications.mjs'
import { writeReport } from './report.mjs'
import { resume } from './resume.mjs'
import { verify } from './verify.mjs'

/** @typedef {ReturnType<typeof readSettings>} Settings */

/** @type {Record<Verdict, number>} */
const CODES = {
  sound: 0,
  altered: 1,
  republished: 1,
  rewritten: 1,
  resealed: 1,
  falsified: 1,
  misreckoned: 1,
  disagreeing: 1,
  unvouched: 3,
}

/**
 * Verdicts on what a checkpoint would vouch for.
 * @type {Verdict[]}
 */
const UNKEPT = ['altered', 'republished', 'rewritten']

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        controles: { type: 'string' },
        faits: { type: 'boolean', default: false },
        'point-de-controle': { type: 'boolean', default: false },
        reconstruire: { type: 'boolean', default: false },
        reprendre: { type: 'boolean', default: false },
        'reprendre-dons': { type: 'boolean', default: false },
        par: { type: 'string', default: '' },
        motif: { type: 'string', default: '' },
      },
    })
  } catch (cause) {
    throw new Error(
      'cette demande ne se lit pas\u00A0: ses options sont [FICHIER.csv] --controles FICHIER --faits --point-de-controle --reconstruire --reprendre --reprendre-dons --par NOM --motif TEXTE.',
      { cause },
    )
  }
}

function readSettings() {
  const { values, positionals } = readArguments()
  const [exported] = positionals
  const [par, motif] = [values.par.trim(), values.motif.trim()]
  const isResumed = values.reprendre || values['reprendre-dons']
  if (isResumed && (par === '' || motif === ''))
    throw new Error('Une reprise demande qui s’en porte garant (--par) et pourquoi (--motif).')
  // A first checkpoint makes its file.
  const isMade = isResumed || values['point-de-controle']
  for (const file of [exported, isMade ? undefined : values.controles])
    if (file !== undefined && !existsSync(file)) throw new Error(`le fichier ${file} n’existe pas.`)
  const dataDir = process.env.DATA_DIR || '.data'
  return {
    exported,
    databaseUrl: process.env.DATABASE_URL,
    ownerUrl: process.env.DATABASE_OWNER_URL,
    dataDir,
    checkpointsFile: values.controles ?? checkpointsIn(dataDir),
    writesCheckpoint: values['point-de-controle'],
    readsFacts: values.faits,
    rebuilds: values.reconstruire,
    giftsResumption: values['reprendre-dons'] ? { par, motif } : undefined,
    resumption: values.reprendre ? { par, motif } : undefined,
  }
}

/**
 * Donors whose state in the projection differs from the events.
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

/**
 * What is found in one state of a database.
 * @param {State} state
 * @param {Checkpoint[]} kept
 * @param {{ source: string, readsFacts?: boolean }} options
 * @returns {Promise<Audit>}
 */
export async function auditState({ events, ...state }, kept, { source, readsFacts = false }) {
  const chain = await verify(events, kept)
  return {
    source,
    ...chain,
    ...(!chain.anomaly && {
      differences: compare(chain.excluded, await state.readExcluded()),
      groupDifferences: compareGroups(chain.groups, await state.readGroups()),
    }),
    decisions: await state.readDecisions(),
    publications: await state.readPublications(kept),
    registres: await state.readRegistres(kept),
    arretes: await state.readArretes(),
    dons: await state.readDons(),
    ...(readsFacts && { faits: await state.readFaits() }),
    controls: await state.readControls(),
    protections: await state.readProtections(),
  }
}

/** @type {(url: string, kept: Checkpoint[], settings: Settings) => Promise<Audit>} */
const auditDatabase = (url, kept, { readsFacts }) => {
  const { host, pathname } = new URL(url)
  const source = `base de données ${host}${pathname}`
  return readDatabase(url, (state) => auditState(state, kept, { source, readsFacts }))
}

/** @param {string} url */
async function rebuild(url) {
  const corrected = await rebuildProjections(url)
  for (const line of corrected) console.log(`Corrigé : ${line}`)
  console.log(`État courant reconstruit depuis le journal, corrections : ${corrected.length}.`)
}

/**
 * @param {Audit} audit
 * @param {Kept} kept
 * @returns {Verdict}
 */
function judge(
  {
    anomaly,
    differences,
    groupDifferences,
    protections,
    publications,
    registres,
    arretes,
    dons,
    faits,
    controls,
    count,
  },
  { checkpoints, fault },
) {
  const { open = [], faults = [] } = protections ?? {}
  const differs = Boolean(differences?.length || groupDifferences?.length)
  if (anomaly || fault || differs || open.length || faults.length) return 'altered'
  if (faultOf(publications)) return 'republished'
  if (registres?.faults.length) return 'rewritten'
  if (arretes?.broken.length) return 'resealed'
  if (areDonsAltered(dons)) return 'falsified'
  if (faits?.faux) return 'misreckoned'
  if (controls?.gaps.length) return 'disagreeing'
  return count > 0 && checkpoints.length === 0 ? 'unvouched' : 'sound'
}

/**
 * @param {Settings} settings
 * @param {Audit} audit
 */
async function writeCheckpoint({ checkpointsFile }, audit) {
  await appendCheckpoint(checkpointsFile, {
    evenements: audit.count,
    empreinte: audit.last?.empreinte ?? GENESIS,
    ...(audit.publications?.last && { publications: audit.publications.last }),
    ...(audit.registres && { registres: audit.registres.tetes }),
    le: new Date().toISOString(),
  })
  console.log(`Point de contrôle ajouté à ${checkpointsFile}.`)
}

/**
 * The verdict on an audit, its exit code and its report.
 * @param {Audit} audit
 * @param {Kept} kept
 */
export function conclude(audit, kept) {
  const verdict = judge(audit, kept)
  return { verdict, code: CODES[verdict], report: writeReport({ ...audit, ...kept, verdict }) }
}

/**
 * @param {Settings} settings
 * @param {(kept: Checkpoint[]) => Promise<Audit>} read
 */
async function report(settings, read) {
  const kept = await readCheckpoints(settings.checkpointsFile)
  const audit = await read(kept.checkpoints)
  const { verdict, code, report } = conclude(audit, kept)
  console.log(report)
  const { checkpointsFile, resumption } = settings
  if (resumption) return (await resume({ checkpointsFile, resumption }, audit, kept)) ? 0 : 1
  if (!settings.writesCheckpoint || UNKEPT.includes(verdict)) return code
  await writeCheckpoint(settings, audit)
  return verdict === 'unvouched' ? CODES.sound : code
}

/**
 * @param {OpenEmbedded} openEmbedded
 * @returns {Promise<number>}
 */
async function run(openEmbedded) {
  const settings = readSettings()
  const { exported } = settings
  if (exported) return report(settings, (kept) => auditExport(exported, kept))
  return withDatabase({ ...settings, openEmbedded }, async ({ url, ownerUrl }) => {
    if (settings.rebuilds) await rebuild(ownerUrl)
    const { giftsResumption } = settings
    if (giftsResumption && !(await resumeStoredGifts({ url, ownerUrl }, giftsResumption))) return 1
    const audit = () => report(settings, (kept) => auditDatabase(url, kept, settings))
    return settings.writesCheckpoint || settings.resumption ? withCheckpoints(url, audit) : audit()
  })
}

/**
 * Runs the audit specified by command line and environment, prints the report and returns the exit code. `openEmbedded`
 * opens the database if neither names one.
 * @param {OpenEmbedded} openEmbedded
 * @returns {Promise<number>}
 */
export const audit = (openEmbedded) =>
  run(openEmbedded).catch((/** @type {unknown} */ error) => {
    const why = error instanceof Error ? error.message : String(error)
    const isAway =
      error instanceof Error && 'syscall' in error && ('port' in error || 'hostname' in error)
    const isRefused = error instanceof Error && 'code' in error && error.code === '42501'
    const said = isAway
      ? `la base de données ne répond pas à l’adresse donnée. Vérifiez-la, et que PostgreSQL fonctionne (${why}).`
      : isRefused
        ? `ce rôle n’en a pas le droit. Donnez dans DATABASE_OWNER_URL l’adresse du propriétaire de la base, puis recommencez (${why}).`
        : why
    console.error(`L’audit n’a pas pu se faire\u00A0: ${said}`)
    return 2
  })
