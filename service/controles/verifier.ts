import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Chaine } from '#contract/exclusions'
import type { Db } from '../database/connect'
import { FIGURES } from '../database/stamp'
import { keep } from '../jobs/keep'
import { checkArretes } from '../publications/arretes'

/** Says whether the log is sound. */
export type VerifyChain = (now: Date) => Promise<Chaine>

/** Tells one state of what the controls compare from another, and one day from the next. */
const ETAT = sql`concat_ws(
  '/',
  ${FIGURES},
  (select imports from etat_donnees),
  (select max(numero) from totaux_comptables),
  (now() at time zone 'Europe/Paris')::date
)`

const IS_SETTLED = sql`(select possibles from controles_possibles)`

/** What is not written through the service is seen at the latest after an hour, whatever the clock did meanwhile. */
const IS_OLD = sql`(
  clock_timestamp() - calcule_le not between interval '-1 minute' and interval '1 hour'
)`

export interface State {
  /** Something changed since the last comparison. */
  late: boolean
  /** A comparison now would be of one state of data and figures. */
  settled: boolean
  /** Nothing changed, but it is a while ago. */
  old: boolean
}

export async function readState(db: Db): Promise<State> {
  const { rows } = await sql<State>`
    select etat is distinct from ${ETAT} as late, ${IS_SETTLED} as settled, coalesce(${IS_OLD}, true) as old
    from controles_etat`.execute(db)
  return rows[0] ?? { late: true, settled: false, old: true }
}

/**
 * Compares everything in one state of the data and keeps what came out. Returns whether it could: not while imports or
 * decisions wait for a refresh, nor while another process compares.
 */
export async function verify(db: Db, verifyChain: VerifyChain): Promise<boolean> {
  const chaine = await verifyChain(new Date())
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Before the first query, as a refresh does: no other partition may be put in place meanwhile.
      await sql`lock table donations in access share mode`.execute(tx)
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('controles')) and ${IS_SETTLED} as mine`.execute(
        tx,
      )
      if (!rows[0]?.mine) return false
      await sql`set local work_mem = '64MB'`.execute(tx)
      await sql`set local jit = off`.execute(tx)
      await sql`set local statement_timeout = '10min'`.execute(tx)
      await sql`delete from controles_faits`.execute(tx)
      await sql`
        insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
        select code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart
        from controles
        where groupe <> 'E' or exists (select from totaux_comptables)
        union all
        select code, 'F', phrase, 'nombre', 0, parties, nombre, 0, nombre
        from alertes`.execute(tx)
      await keepChain(tx, chaine)
      await keepArretes(tx)
      await sql`
        update controles_etat set etat = ${ETAT}, calcule_le = clock_timestamp()`.execute(tx)
      return true
    })
}

/** The log's own control: up to which event it is what it was, and what is wrong there. */
async function keepChain(tx: Db, { evenements, premiere_anomalie }: Chaine): Promise<void> {
  const sound = premiere_anomalie ? Math.max(0, (premiere_anomalie.numero ?? 1) - 1) : evenements
  const broken = premiere_anomalie ? 1 : 0
  await sql`
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    values (
      'D2', 'D', 'Événements du journal = événements dont la chaîne et les points de contrôle répondent',
      'nombre', ${broken}, ${premiere_anomalie?.constat ?? null}, ${evenements}, ${sound}, ${evenements - sound}
    )`.execute(tx)
}

/** The arrêtés whose figures are those that were sealed; no control without any. */
async function keepArretes(tx: Db): Promise<void> {
  const { total, alteres } = await checkArretes(tx)
  if (total === 0) return
  const [first] = alteres
  await sql`
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    values (
      'D3', 'D', 'Arrêtés = arrêtés dont les chiffres sont ceux qui furent scellés',
      'nombre', ${alteres.length}, ${first ?? null}, ${total}, ${total - alteres.length}, ${alteres.length}
    )`.execute(tx)
}

/** Keeps the controls up to date until `stop`, and tells each time how many disagree. */
export const keepControles = (
  db: Db,
  verifyChain: VerifyChain,
  log: Logger,
  tell: (disagreeing: number) => void,
) =>
  keep(
    async () => {
      const { late, settled, old } = await readState(db)
      if (settled && (late || old)) await verify(db, verifyChain)
      tell(await countDisagreeing(db))
    },
    (err) => log.warn({ err }, 'contrôles remis à plus tard'),
  )

async function countDisagreeing(db: Db): Promise<number> {
  const { rows } = await sql<{ nombre: number }>`
    select count(*) as nombre from controles_faits where parties_en_ecart > 0`.execute(db)
  return rows[0]?.nombre ?? 0
}
