import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Chaine } from '#contract/exclusions'
import type { ChainePublications } from '#contract/publications'
import type { Db } from '../../platform/database/connect'
import { FIGURES } from '../../platform/database/stamp'
import { derive } from '../../platform/jobs/derived'
import { keep } from '../../platform/jobs/keep'
import { checkArretes } from '../publications/arretes'
import { keepFaits, recountNext, recountSome } from './faits'
import { findContactsEnEcart } from './sommes'

/** Verify the log's chain, and that of the publications. */
export interface Chains {
  verifyChain: (now: Date) => Promise<Chaine>
  verifyPublications: () => Promise<ChainePublications>
}

/** Identifies the state of what the controls compare; also changes daily. */
const ETAT = sql`concat_ws(
  '/',
  ${FIGURES},
  (select imports from etat_donnees),
  (select max(numero) from totaux_comptables),
  (select concat(count(*), '.', sum(hashtext(contact_id || annee || colonnes))) from faits_en_ecart),
  (now() at time zone 'Europe/Paris')::date
)`

const IS_SETTLED = sql`(select possibles from controles_possibles)`

/** Changes made outside the service are detected within an hour, even if the clock was changed. */
const IS_OLD = sql`(
  clock_timestamp() - calcule_le not between interval '-1 minute' and interval '1 hour'
)`

export interface State {
  /** Something changed since the last comparison. */
  late: boolean
  /** A comparison now would see one state of data and figures. */
  settled: boolean
  /** Nothing changed, but the last comparison is old. */
  old: boolean
}

export async function readState(db: Db): Promise<State> {
  const { rows } = await sql<State>`
    select etat is distinct from ${ETAT} as late, ${IS_SETTLED} as settled, coalesce(${IS_OLD}, true) as old
    from controles_etat`.execute(db)
  return rows[0] ?? { late: true, settled: false, old: true }
}

/**
 * Compares everything in one snapshot and stores the results; waits for a concurrent run. Returns false while imports
 * or decisions await a refresh.
 */
export async function verify(
  db: Db,
  { verifyChain, verifyPublications }: Chains,
): Promise<boolean> {
  const chaine = await verifyChain(new Date())
  const publications = await verifyPublications()
  await recountSome(db)
  const make = async (tx: Db) => {
    const { rows } = await sql<{ settled: boolean }>`select ${IS_SETTLED} as settled`.execute(tx)
    if (!rows[0]?.settled) return false
    await sql`delete from controles_faits`.execute(tx)
    await sql`
      insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
      select code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart
      from controles
      where groupe <> 'E' or exists (select from totaux_en_vigueur where (mois is null) = (code = 'E1'))
      union all
      select code, 'F', phrase, 'nombre', 0, parties, nombre, 0, nombre
      from releve_de(null::alertes)`.execute(tx)
    await nameContacts(tx)
    await keepChain(tx, chaine)
    await keepArretes(tx)
    await keepFaits(tx)
    await keepCompares(tx)
    await keepPublications(tx, publications)
    await sql`update controles_etat set calcule_le = clock_timestamp()`.execute(tx)
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

/** Figures that followed by differences, as the last whole computation found them; no control before one. */
async function keepCompares(tx: Db): Promise<void> {
  await sql`
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    select
      'B10', 'B', 'Lignes des chiffres suivis de calcul en calcul = lignes d’un calcul entier', 'nombre',
      count(*) filter (where differentes > 0), min(nom) filter (where differentes > 0),
      sum(lignes), sum(lignes - differentes), sum(differentes)
    from chiffres_compares
    having count(*) > 0`.execute(tx)
}

/** The log's own control: events intact up to the first anomaly. */
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

/** The arrêtés whose figures match their seal; no control without any. */
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

/** The publications intact up to the first anomaly; no control before the first publication. */
async function keepPublications(
  tx: Db,
  { valide, publications, intactes, premiere_anomalie }: ChainePublications,
): Promise<void> {
  if (valide && publications === 0) return
  await sql`
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    values (
      'D9', 'D', 'Publications = publications dont la chaîne et les points de contrôle répondent',
      'nombre', ${valide ? 0 : 1}, ${premiere_anomalie?.constat ?? null}, ${publications}, ${intactes},
      ${publications - intactes}
    )`.execute(tx)
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
      const { late, settled, old } = await readState(db)
      if (settled && (late || old)) await verify(db, chains)
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
