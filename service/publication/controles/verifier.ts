import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Chaine } from '#contract/exclusions'
import type { ChainePublications } from '#contract/publications'
import type { Db } from '../../platform/database/connect'
import { FIGURES, TODAY } from '../../platform/database/stamp'
import { derive } from '../../platform/jobs/derived'
import { keep } from '../../platform/jobs/keep'
import { BESIDE, type ChaineRegistres, keepBeside, keepRegistres } from './beside'
import { recountChanged, recountNext, recountSome } from './faits'
import { findContactsEnEcart } from './sommes'

/** Verify the log's chain, that of the publications, and those of the registers. */
export interface Chains {
  verifyChain: (now: Date) => Promise<Chaine>
  verifyPublications: () => Promise<ChainePublications>
  verifyRegistres: () => Promise<ChaineRegistres>
}

/** Identifies the state of what the controls compare; also changes daily. */
const ETAT = sql`concat_ws(
  '/',
  ${FIGURES},
  (select imports from etat_donnees),
  (select max(numero) from totaux_comptables),
  (select max(numero) from ecarts_expliques),
  (select concat(count(*), '.', sum(hashtext(contact_id || annee || colonnes))) from faits_en_ecart),
  ${TODAY}
)`

const IS_SETTLED = sql`(select possibles from controles_possibles)`

/** Above this many seconds for everything, a publication is followed by what it changed alone. */
const LONG = 3

/**
 * Changes made outside the service are detected within an hour, even if the clock was changed; what a publication left
 * uncounted is counted sooner, if that takes a twentieth of the time.
 */
const IS_OLD = sql`(
  clock_timestamp() - entier_le not between interval '-1 minute' and
    case when calcule_le > entier_le then least(duree * interval '20 seconds', interval '1 hour') else '1 hour' end
)`

export interface State {
  /** Something changed since the last comparison. */
  late: boolean
  /** A comparison now would see one state of data and figures. */
  settled: boolean
  /** Everything was last compared long ago, whatever changed. */
  old: boolean
  /** To compare everything takes long. */
  long: boolean
}

export async function readState(db: Db): Promise<State> {
  const { rows } = await sql<State>`
    select etat is distinct from ${ETAT} as late, ${IS_SETTLED} as settled, coalesce(${IS_OLD}, true) as old,
      coalesce(duree > ${sql.lit(LONG)}, false) as long
    from controles_etat`.execute(db)
  return rows[0] ?? { late: true, settled: false, old: true, long: false }
}

/** Puts the controls that are compared now in the place of those of before. */
async function compareFigures(tx: Db, isWhole: boolean): Promise<void> {
  await sql`update controles_etat set entier = ${isWhole}`.execute(tx)
  await sql`create temporary table compares on commit drop as select * from controles`.execute(tx)
  await sql`update controles_etat set entier = true`.execute(tx)
  await sql`
    delete from controles_faits
    where ${isWhole} or groupe = 'E' or code in (select code from compares) or code = any (${BESIDE})`.execute(
    tx,
  )
  await sql`
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    select code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart
    from compares
    where groupe <> 'E' or exists (select from totaux_en_vigueur where (mois is null) = (code = 'E1'))`.execute(
    tx,
  )
  if (!isWhole) return
  await sql`
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    select code, 'F', phrase, 'nombre', 0, parties, nombre, 0, nombre
    from releve_de(null::alertes)`.execute(tx)
  await nameContacts(tx)
}

/**
 * Compares everything in one snapshot and stores the results; waits for a concurrent run. Unless `isWhole`, what counts all
 * gifts anew stays as last compared: the donors whom the latest publication changed are recounted, figures and log
 * compared. Returns false while imports or decisions await a refresh.
 */
export async function verify(
  db: Db,
  { verifyChain, verifyPublications, verifyRegistres }: Chains,
  isWhole = true,
): Promise<boolean> {
  const begun = performance.now()
  const chaine = await verifyChain(new Date())
  const publications = await verifyPublications()
  const registres = isWhole ? await verifyRegistres() : undefined
  await recountChanged(db)
  if (isWhole) await recountSome(db)
  const make = async (tx: Db) => {
    const { rows } = await sql<{ settled: boolean }>`select ${IS_SETTLED} as settled`.execute(tx)
    if (!rows[0]?.settled) return false
    await compareFigures(tx, isWhole)
    await keepBeside(tx, chaine, publications)
    if (registres) await keepRegistres(tx, registres)
    await sql`
      update controles_etat
      set
        calcule_le = maintenant,
        entier_le = case when ${isWhole} then maintenant else entier_le end,
        duree = case when ${isWhole} then ${(performance.now() - begun) / 1000}::float8 else duree end
      from clock_timestamp() as maintenant`.execute(tx)
    return true
  }
  const source = { etat: ETAT }
  return derive(db, { etat: 'controles_etat', source, timeout: '10min', ofDonations: true, make })
}

/** The controls of gifts written by imports. */
const SOMMES = ['A5', 'A6', 'A7']

/** Names the contacts concerned, if one of these controls differs. */
async function nameContacts(tx: Db): Promise<void> {
  const { rows } = await sql<{ code: string; partie: string }>`
    select code, partie from controles_faits where code = any (${SOMMES}) and parties_en_ecart > 0`.execute(
    tx,
  )
  if (rows.length === 0) return
  const said = await findContactsEnEcart(tx)
  for (const { code, partie } of rows)
    await sql`
      update controles_faits set partie = ${said.get(partie) ?? partie} where code = ${code}`.execute(
      tx,
    )
}

/** Keeps the controls up to date until `stop`, reporting each time how many disagree. */
export const keepControles = (
  db: Db,
  chains: Chains,
  log: Logger,
  tell: (disagreeing: number) => void,
) =>
  keep(
    async () => {
      const { late, settled, old, long } = await readState(db)
      if (settled && (late || old)) await verify(db, chains, old || !long)
      tell(await countDisagreeing(db))
    },
    (err) => log.warn({ err }, 'contrôles remis à plus tard'),
  )

/** Interval between steps of the scan of donors' facts. */
const STEP_MS = 20_000

/** Recounts donors in turn, all of them within a day, until `stop`. */
export const keepRecounting = (db: Db, log: Logger) =>
  keep(
    () => recountNext(db),
    (err) => log.warn({ err }, 'recomptage des faits remis à plus tard'),
    STEP_MS,
  )

async function countDisagreeing(db: Db): Promise<number> {
  const { rows } = await sql<{ nombre: number }>`
    select count(*) as nombre from controles_faits where parties_en_ecart > 0`.execute(db)
  return rows[0]?.nombre ?? 0
}
