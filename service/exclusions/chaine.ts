import { sql } from 'kysely'
import type { Chaine } from '#contract/exclusions.ts'
import type { Db } from '../database/connect'
import { type Checkpoint, GENESIS, readCheckpoints, readHead } from './checkpoints'

type Anomalie = NonNullable<Chaine['premiere_anomalie']>

/** The start of the log that was found sound, up to an event and its hash, and the versions of its rows then. */
interface Sound {
  evenements: number
  empreinte: string
  versions: string
}

const NOTHING: Sound = { evenements: 0, empreinte: GENESIS, versions: '0 0' }

/**
 * The versions of the first rows, as PostgreSQL keeps them: where and by which transaction each was written. Who
 * writes one again, with or without the triggers, leaves another version.
 */
async function readVersions(db: Db, evenements: number): Promise<string> {
  const { rows } = await sql<{ versions: string }>`
    select count(*) || ' ' || coalesce(sum(hashtextextended(ctid::text || xmin::text, 0)), 0) as versions
    from evenements_exclusion
    where numero <= ${evenements}`.execute(db)
  return rows[0]?.versions ?? ''
}

/** The first event after the sound ones, by number, that is missing, edited, or does not follow the one before. */
async function findBrokenLink(db: Db, sound: Sound): Promise<Anomalie | undefined> {
  const { rows } = await sql<Anomalie>`
    select
      least(numero, rang) as numero,
      case
        when numero > rang then 'Cet événement manque.'
        when numero < rang then 'Ce numéro est là deux fois.'
        when not conforme then 'Le contenu de cet événement ne correspond plus à son empreinte.'
        else 'Cet événement ne suit pas celui qui le précède.'
      end as constat
    from (
      select
        numero,
        ${sound.evenements}::bigint + row_number() over ordre as rang,
        empreinte = empreinte_evenement(evenement) as conforme,
        empreinte_precedente = lag(empreinte, 1, ${sound.empreinte}) over ordre as suit
      from evenements_exclusion evenement
      where numero > ${sound.evenements} or numero < 1
      window ordre as (order by numero)
    ) lus
    where numero <> rang or not conforme or not suit
    order by lus.numero
    limit 1`.execute(db)
  return rows[0]
}

/** The first checkpoint that the log no longer holds. */
async function findLostCheckpoint(db: Db, kept: Checkpoint[]): Promise<Anomalie | undefined> {
  const rows = await db
    .selectFrom('evenements_exclusion')
    .select(['numero', 'empreinte'])
    .where(sql<boolean>`numero = any(${kept.map((checkpoint) => checkpoint.evenements)}::bigint[])`)
    .execute()
  const hashes = new Map(rows.map((row) => [row.numero, row.empreinte]))
  const lost = kept
    .filter(({ evenements, empreinte }) => evenements > 0 && hashes.get(evenements) !== empreinte)
    .reduce<Checkpoint | undefined>(
      (first, next) => (first && first.evenements <= next.evenements ? first : next),
      undefined,
    )
  if (!lost) return undefined
  return {
    numero: lost.evenements,
    constat: hashes.has(lost.evenements)
      ? 'Cet événement n’est plus celui qu’un point de contrôle a noté : le journal a été réécrit.'
      : 'Un point de contrôle a noté cet événement, qui manque : la fin du journal a été coupée.',
  }
}

/**
 * Gives what verifies the log, and against the checkpoints in `dataDir`: the whole of it, but for events found
 * sound before whose rows nobody has written since. `now` is the time to write on the answer.
 */
export function createVerifier(db: Db, dataDir: string): (now: Date) => Promise<Chaine> {
  let sound = NOTHING

  async function verify(transaction: Db, now: Date): Promise<Chaine> {
    const kept = await readCheckpoints(dataDir)
    if ((await readVersions(transaction, sound.evenements)) !== sound.versions) sound = NOTHING
    const head = await readHead(transaction)
    const broken = await findBrokenLink(transaction, sound)
    if (!broken) sound = { ...head, versions: await readVersions(transaction, head.evenements) }
    const anomalie = broken ?? (await findLostCheckpoint(transaction, kept)) ?? null
    const { evenements } = await transaction
      .selectFrom('evenements_exclusion')
      .select(({ fn }) => fn.countAll<number>().as('evenements'))
      .executeTakeFirstOrThrow()
    return {
      valide: anomalie === null,
      verifiee_le: now.toISOString(),
      evenements,
      empreinte: evenements > 0 ? head.empreinte : null,
      points_de_controle: anomalie === null ? kept.length : 0,
      premiere_anomalie: anomalie,
    }
  }

  return (now) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((transaction) => verify(transaction, now))
}
