import { sql } from 'kysely'
import type { Chaine } from '#contract/exclusions.ts'
import type { Db } from '../database/connect'
import { type Checkpoint, readCheckpoints } from './checkpoints'

type Anomalie = NonNullable<Chaine['premiere_anomalie']>

/** The first event, by number, that is missing, edited, or does not follow the one before. */
async function findBrokenLink(db: Db): Promise<Anomalie | undefined> {
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
        row_number() over ordre as rang,
        empreinte = empreinte_evenement(evenement) as conforme,
        empreinte_precedente = lag(empreinte, 1, repeat('0', 64)) over ordre as suit
      from evenements_exclusion evenement
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

/** Verifies the whole log, and against the checkpoints in `dataDir`. `now` is the time to write on it. */
export async function verifyChaine(db: Db, dataDir: string, now: Date): Promise<Chaine> {
  const head = await db
    .selectFrom('evenements_exclusion')
    .select(({ fn }) => [fn.countAll<number>().as('evenements'), fn.max('numero').as('numero')])
    .executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('evenements_exclusion')
    .select('empreinte')
    .where('numero', '=', head.numero)
    .executeTakeFirst()
  const kept = await readCheckpoints(dataDir)
  const anomalie = (await findBrokenLink(db)) ?? (await findLostCheckpoint(db, kept)) ?? null
  return {
    valide: anomalie === null,
    verifiee_le: now.toISOString(),
    evenements: head.evenements,
    empreinte: last?.empreinte ?? null,
    points_de_controle: anomalie === null ? kept.length : 0,
    premiere_anomalie: anomalie,
  }
}
