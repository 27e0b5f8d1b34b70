import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { Chaine } from '#contract/exclusions'
import type { ChainePublications } from '#contract/publications'
import { LIGNES_AU_PLUS } from '#contract/values'
import { capital, citer, typeset } from '#figures/format'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { followRegistres } from './audit/actes.mjs'
import { followPublications } from './audit/chaine-publications.mjs'
import {
  appendCheckpoint,
  type Checkpoint,
  checkpointsIn,
  readCheckpoints,
} from './audit/checkpoints.mjs'
import { GENESIS, readEvents } from './audit/event.mjs'
import { faultOf, verifyPublications } from './audit/publications.mjs'
import type { Query } from './audit/rows.mjs'
import { verifyRegistres } from './audit/suivis.mjs'
import { fromEvent, fromTheFirst, type State, verify } from './audit/verify.mjs'

/** How the audit's functions ask the service's own transaction. */
export const queryOf =
  (tx: Db): Query =>
  async (text, values = []) =>
    (await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))).rows

/** What the audit finds, as a sentence of a screen. */
const sentence = (constat: string) => `${capital(typeset(constat))}.`

const shown = (fault: { numero: number; constat: string } | undefined) =>
  fault && { numero: fault.numero, constat: sentence(fault.constat) }

/** Hash of the first rows' ctid and xmin. Any rewrite of a row, with or without the triggers, changes it. */
async function readVersions(db: Db, evenements: number): Promise<string> {
  const { rows } = await sql<{ versions: string }>`
    select coalesce(string_agg(ctid::text || xmin::text, ' ' order by numero), '') as versions
    from evenements_exclusion
    where numero <= ${evenements}`.execute(db)
  return createHash('sha256')
    .update(rows[0]?.versions ?? '')
    .digest('hex')
}

/** The hashes that the events have now which checkpoints noted. */
async function readNoted(db: Db, checkpoints: Checkpoint[]): Promise<Map<number, string>> {
  const noted = checkpoints.map(({ evenements }) => evenements)
  const rows = await db
    .selectFrom('evenements_exclusion')
    .select(['numero', 'empreinte'])
    .where(sql<boolean>`numero = any(${noted}::bigint[])`)
    .execute()
  return new Map(rows.map(({ numero, empreinte }) => [numero, empreinte]))
}

/**
 * Returns a verifier of the log, also against the checkpoints in `dataDir`; it skips verified events whose row versions
 * are unchanged. `now` is the verification time.
 */
export function createVerifier(db: Db, dataDir: string): (now: Date) => Promise<Chaine> {
  /** The log found sound, and its row versions at the time. */
  let sound: { state: State; versions: string } | undefined

  async function readChain(tx: Db, now: Date): Promise<Chaine> {
    const { checkpoints, fault } = await readCheckpoints(checkpointsIn(dataDir))
    // Taken while it grows: another verification at the same time begins with the first event.
    const earlier = sound
    sound = undefined
    const isSame = earlier?.versions === (await readVersions(tx, earlier?.state.count ?? 0))
    const state = earlier && isSame ? earlier.state : fromTheFirst()
    state.hashes = await readNoted(tx, checkpoints)
    const found = await verify(readEvents(queryOf(tx), state.count), checkpoints, state)
    if (!found.chain) sound = { state, versions: await readVersions(tx, state.count) }
    const damage = fault === undefined ? undefined : { numero: null, constat: sentence(fault) }
    const anomalie = shown(found.anomaly) ?? damage ?? null
    return {
      valide: anomalie === null,
      verifiee_le: now.toISOString(),
      evenements: found.count,
      empreinte: state.count > 0 ? (state.previous ?? null) : null,
      points_de_controle: anomalie === null ? checkpoints.length : 0,
      sans_point_de_controle: found.count > 0 && checkpoints.length === 0,
      reprises: checkpoints
        .flatMap(({ le, evenements: jusqu_a, reprise }) =>
          reprise ? [{ le, evenements: jusqu_a, par: reprise.par, motif: reprise.motif }] : [],
        )
        .slice(-LIGNES_AU_PLUS),
      premiere_anomalie: anomalie,
    }
  }

  return (now) => inSnapshot(db, (tx) => readChain(tx, now))
}

/** Returns a verifier of the publications, also against the checkpoints in `dataDir`. */
export const createPublicationsVerifier =
  (db: Db, dataDir: string): (() => Promise<ChainePublications>) =>
  () =>
    inSnapshot(db, async (tx) => {
      const { checkpoints } = await readCheckpoints(checkpointsIn(dataDir))
      const found = await verifyPublications(queryOf(tx), checkpoints)
      const anomalie = shown(faultOf(found)) ?? null
      return {
        publications: found.count,
        trouvees: found.found || null,
        repond_depuis: found.since ?? null,
        valide: anomalie === null,
        intactes: anomalie ? Math.max(0, anomalie.numero - 1) : found.count,
        premiere_anomalie: anomalie,
      }
    })

/**
 * Returns a verifier of the registers, their chains, also against the checkpoints in `dataDir`, and their rows: of so many
 * acts how many nothing vouches for, and the first fault.
 */
export const createRegistresVerifier = (db: Db, dataDir: string) => () =>
  inSnapshot(db, async (tx) => {
    const { checkpoints } = await readCheckpoints(checkpointsIn(dataDir))
    const { actes, ecarts, faults } = await verifyRegistres(queryOf(tx), checkpoints)
    const [first] = faults
    return {
      actes,
      en_ecart: ecarts,
      constat: first ? typeset(`${first.registre}, ${first.constat}`) : null,
    }
  })

/** Throws an Error with a French sentence, if there is a reason. */
function refuse(why: string | undefined): void {
  if (why !== undefined) throw new Error(`Aucun point de contrôle noté. ${why}`)
}

/**
 * The end of the log, if the chain since the last checkpoint leads to it; otherwise throws an Error with a French sentence.
 */
async function findEnd(tx: Db, checkpoints: Checkpoint[]) {
  const last = checkpoints.at(-1)
  const hashes = await readNoted(tx, checkpoints)
  const isThere = last !== undefined && hashes.get(last.evenements) === last.empreinte
  const state = { ...(isThere ? fromEvent(last.evenements) : fromTheFirst()), hashes }
  const { anomaly } = await verify(readEvents(queryOf(tx), state.count), checkpoints, state)
  refuse(anomaly && `Événement n°\u00A0${anomaly.numero}\u00A0: ${sentence(anomaly.constat)}`)
  return { evenements: state.count, empreinte: state.previous ?? GENESIS }
}

/** The last publication; the same of the chain of publications. */
async function findTete(tx: Db, checkpoints: Checkpoint[]) {
  const { fault, last } = await followPublications(queryOf(tx), checkpoints)
  refuse(fault && `Publication n°\u00A0${fault.numero}\u00A0: ${sentence(fault.constat)}`)
  return last
}

/** The last act on each register that has another than the checkpoints noted; the same of the chains of acts. */
async function findTetes(tx: Db, checkpoints: Checkpoint[]) {
  const { fault, tetes } = await followRegistres(queryOf(tx), checkpoints)
  refuse(fault && `${citer(fault.registre)}\u00A0: ${typeset(fault.constat)}.`)
  return tetes
}

/**
 * Appends the current head of the log, of the publications and of the registers to the checkpoints in `dataDir`; on disk when this
 * resolves. No-op if the last one has it. Concurrent calls wait for each other. Throws an Error with a French sentence,
 * and writes nothing, if the checkpoints do not lead to that head, or if there are none and the log is not empty,
 * unless `first`.
 */
export function writeCheckpoint(
  db: Db,
  dataDir: string,
  now: Date,
  { first = false } = {},
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('points_de_controle', 0))`.execute(tx)
    const file = checkpointsIn(dataDir)
    const { checkpoints, fault } = await readCheckpoints(file)
    refuse(fault && sentence(fault))
    const last = checkpoints.at(-1)
    const end = await findEnd(tx, checkpoints)
    if (!last && end.evenements > 0 && !first)
      throw new Error(
        'Aucun point de contrôle noté\u00A0: il n’y en a pas encore, et le journal n’est pas vide. Vérifiez-le, puis posez le premier avec «\u00A0npm run audit -- --point-de-controle\u00A0».',
      )
    const publications = await findTete(tx, checkpoints)
    const registres = await findTetes(tx, checkpoints)
    const areAlike = Object.keys(registres).length === 0
    const isAlike =
      last?.evenements === end.evenements && last.publications?.numero === publications?.numero
    if (isAlike && areAlike) return
    await appendCheckpoint(file, {
      ...end,
      ...(publications && { publications }),
      ...(!areAlike && { registres }),
      le: now.toISOString(),
    })
  })
}
