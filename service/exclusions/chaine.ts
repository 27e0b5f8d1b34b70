import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Chaine } from '#contract/exclusions'
import { LIGNES_AU_PLUS } from '#contract/values'
import { citer } from '#figures/format'
import type { Db } from '../platform/database/connect'
import { addCheckpoint, type Checkpoint, type Kept, readCheckpoints } from './checkpoints'
import { type Anomalie, DEBUT, type Fin, follow, queryOf, readEvenements } from './empreinte'
import { AUCUNE, findLostPublication, followPublications, type Tete } from './publications'
import { findBrokenActe, findLostActe, readTetes, type Tetes } from './registres'

/** The prefix of the log found sound, and its row versions at the time. */
interface Sound {
  fin: Fin
  versions: string
}

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

/** The first checkpoint that the log no longer matches. */
async function findLostCheckpoint(db: Db, kept: Checkpoint[]): Promise<Anomalie | undefined> {
  const rows = await db
    .selectFrom('evenements_exclusion')
    .select(['numero', 'empreinte'])
    .where(sql<boolean>`numero = any(${kept.map((checkpoint) => checkpoint.evenements)}::bigint[])`)
    .execute()
  const hashes = new Map(rows.map((row) => [row.numero, row.empreinte]))
  hashes.set(DEBUT.evenements, DEBUT.empreinte)
  const lost = kept
    .filter(({ evenements, empreinte }) => hashes.get(evenements) !== empreinte)
    .reduce<Checkpoint | undefined>(
      (first, next) => (first && first.evenements <= next.evenements ? first : next),
      undefined,
    )
  if (!lost) return undefined
  return {
    numero: lost.evenements,
    constat: hashes.has(lost.evenements)
      ? 'Cet événement n’est plus celui qu’un point de contrôle a noté\u00A0: le journal a été réécrit.'
      : 'Un point de contrôle a noté cet événement, qui manque\u00A0: la fin du journal a été coupée.',
  }
}

/** The first contradiction between the checkpoints and a log whose chain is sound. */
async function findFault(db: Db, { checkpoints, constat }: Kept): Promise<Anomalie | undefined> {
  return constat === null ? findLostCheckpoint(db, checkpoints) : { numero: null, constat }
}

/** Events whose backward dates were endorsed. */
const answeredFor = ({ checkpoints }: Kept): Set<number> =>
  new Set(checkpoints.flatMap(({ reprise }) => reprise?.reculs ?? []))

const reading = (db: Db) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')

/**
 * Returns a verifier of the log, also against the checkpoints in `dataDir`; it skips verified events whose row versions
 * are unchanged. `now` is the verification time.
 */
export function createVerifier(db: Db, dataDir: string): (now: Date) => Promise<Chaine> {
  let sound: Sound | undefined

  async function verify(transaction: Db, now: Date): Promise<Chaine> {
    const kept = await readCheckpoints(dataDir)
    if (sound && (await readVersions(transaction, sound.fin.evenements)) !== sound.versions)
      sound = undefined
    const debut = sound?.fin ?? DEBUT
    const rest = readEvenements(queryOf(transaction), debut.evenements)
    const { fin, anomalie: broken } = await follow(rest, debut, answeredFor(kept))
    if (!broken) sound = { fin, versions: await readVersions(transaction, fin.evenements) }
    const anomalie = broken ?? (await findFault(transaction, kept)) ?? null
    const { evenements } = await transaction
      .selectFrom('evenements_exclusion')
      .select(({ fn }) => fn.countAll<number>().as('evenements'))
      .executeTakeFirstOrThrow()
    return {
      valide: anomalie === null,
      verifiee_le: now.toISOString(),
      evenements,
      empreinte: fin.evenements > 0 ? fin.empreinte : null,
      points_de_controle: anomalie === null ? kept.checkpoints.length : 0,
      sans_point_de_controle: evenements > 0 && kept.checkpoints.length === 0,
      reprises: kept.checkpoints
        .flatMap(({ le, evenements: jusqu_a, reprise }) =>
          reprise ? [{ le, evenements: jusqu_a, par: reprise.par, motif: reprise.motif }] : [],
        )
        .slice(-LIGNES_AU_PLUS),
      premiere_anomalie: anomalie,
    }
  }

  return (now) => reading(db).execute((transaction) => verify(transaction, now))
}

/** The log's position at a checkpoint it still matches. */
async function findEnd(db: Db, { evenements, empreinte }: Checkpoint): Promise<Fin> {
  const { rows } = await sql<{ survenu_le: string }>`
    select to_char(survenu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as survenu_le
    from evenements_exclusion
    where numero = ${evenements}`.execute(db)
  return { evenements, empreinte, survenu_le: rows[0]?.survenu_le ?? '' }
}

/**
 * The last publication, if the chain since the last checkpoint leads to it; otherwise throws an Error with a French
 * sentence.
 */
async function findTete(tx: Db, kept: Checkpoint[]): Promise<Tete | undefined> {
  const query = queryOf(tx)
  const noted = kept.findLast(({ publications }) => publications)?.publications
  const anomalie = await findLostPublication(query, kept)
  const followed = anomalie ? undefined : await followPublications(query, noted ?? AUCUNE)
  const fault = anomalie ?? followed?.anomalie
  if (fault)
    throw new Error(
      `Aucun point de contrôle noté. Publication n°\u00A0${fault.numero}\u00A0: ${fault.constat}`,
    )
  return followed && followed.fin.numero > 0 ? followed.fin : undefined
}

/**
 * The last act on each register since `kept`, if its chain leads to it; otherwise throws an Error with a French sentence.
 */
async function findTetes(tx: Db, kept: Checkpoint[]): Promise<Tetes> {
  const query = queryOf(tx)
  const noted: Tetes = Object.fromEntries(
    kept.flatMap(({ registres = {} }) => Object.entries(registres)),
  )
  const fault = (await findLostActe(query, kept)) ?? (await findBrokenActe(query, noted))
  if (fault)
    throw new Error(
      `Aucun point de contrôle noté. ${citer(fault.registre)}\u00A0: ${fault.constat}.`,
    )
  const tetes = Object.entries(await readTetes(query))
  return Object.fromEntries(tetes.filter(([table, { numero }]) => noted[table]?.numero !== numero))
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
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('points_de_controle', 0))`.execute(
      transaction,
    )
    const kept = await readCheckpoints(dataDir)
    const fault = await findFault(transaction, kept)
    if (fault) throw new Error(`Aucun point de contrôle noté. ${fault.constat}`)
    const last = kept.checkpoints.at(-1)
    const debut = last ? await findEnd(transaction, last) : DEBUT
    const rest = readEvenements(queryOf(transaction), debut.evenements)
    const { fin, anomalie } = await follow(rest, debut, answeredFor(kept))
    if (anomalie)
      throw new Error(
        `Aucun point de contrôle noté. Événement n°\u00A0${anomalie.numero}\u00A0: ${anomalie.constat}`,
      )
    if (!last && fin.evenements > 0 && !first)
      throw new Error(
        'Aucun point de contrôle noté\u00A0: il n’y en a pas encore, et le journal n’est pas vide. Vérifiez-le, puis posez le premier avec «\u00A0npm run audit -- --point-de-controle\u00A0».',
      )
    const publications = await findTete(transaction, kept.checkpoints)
    const { evenements, empreinte } = fin
    const registres = await findTetes(transaction, kept.checkpoints)
    const isAlike =
      last?.evenements === evenements && last.publications?.numero === publications?.numero
    const areAlike = Object.keys(registres).length === 0
    if (isAlike && areAlike) return
    await addCheckpoint(dataDir, {
      evenements,
      empreinte,
      ...(publications && { publications }),
      ...(!areAlike && { registres }),
      le: now.toISOString(),
    })
  })
}
