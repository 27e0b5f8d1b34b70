import { sql } from 'kysely'
import {
  type BilanControles,
  type Controle,
  type Controles,
  type EcartOuvert,
  MAX_SAISIES,
  type SaisieComptable,
  type SuiviDons,
  type TotalComptable,
} from '#contract/controles'
import type { Db } from '../../platform/database/connect'
import { inSnapshot } from '../../platform/database/snapshot'
import { readState } from './verifier'

/** Alerts are not identities. */
const OF_CONTROLS = sql`groupe <> 'F'`

/** Nor are the accounts the tool's own: their gaps are told by year. */
const OF_THE_TOOL = sql`groupe not in ('E', 'F')`

/** How many controls agree, as last compared; null before the first comparison. */
export async function readBilan(db: Db): Promise<BilanControles | null> {
  const { rows } = await sql<BilanControles>`
    select
      count(*) as total,
      count(*) filter (where parties_en_ecart = 0) as concordants,
      coalesce((array_agg(phrase order by code) filter (where parties_en_ecart > 0))[:3], '{}') as en_ecart
    from controles_faits
    where ${OF_THE_TOOL}`.execute(db)
  const [bilan] = rows
  return bilan && bilan.total > 0 ? bilan : null
}

async function readLignes(tx: Db): Promise<Controle[]> {
  const { rows } = await sql<Controle>`
    select
      code, groupe, phrase, unite, nullif(partie, '') as partie, parties_en_ecart, gauche, droite, ecart,
      case when ${OF_CONTROLS} then parties_en_ecart = 0 end as concordant
    from controles_faits
    order by groupe, code`.execute(tx)
  return rows
}

/** The accounting totals in force, of a year if asked, each beside what the dashboard has of it. */
export async function readComptabilite(tx: Db, annee?: number): Promise<TotalComptable[]> {
  const { rows } = await sql<TotalComptable>`
    select
      annee,
      mois,
      montant,
      tableau_de_bord,
      montant - tableau_de_bord as ecart,
      saisi_par,
      to_char(saisi_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as saisi_le,
      case when explique_le is not null then json_build_object(
        'raison', raison,
        'explique_par', explique_par,
        'explique_le', to_char(explique_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) end as explication
    from totaux_compares
    where ${annee ?? null}::smallint is null or annee = ${annee ?? null}
    order by annee desc, mois nulls first`.execute(tx)
  return rows
}

/** The gaps with the accounts that nobody has explained; most bases have no totals, and are not asked for the dashboard's. */
export async function readEcartsOuverts(db: Db): Promise<EcartOuvert[]> {
  const { rows } = await sql`select from totaux_comptables limit 1`.execute(db)
  if (rows.length === 0) return []
  const totals = await readComptabilite(db)
  return totals.flatMap(({ annee, mois, ecart, explication }) =>
    ecart === 0 || explication ? [] : [{ annee, mois, ecart }],
  )
}

/** The latest accounting entries, newest first. */
async function readSaisies(tx: Db): Promise<SaisieComptable[]> {
  const { rows } = await sql<SaisieComptable>`
    select
      annee, mois, montant, motif, coalesce(identite, saisi_par) as saisi_par,
      to_char(saisi_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as saisi_le
    from totaux_comptables
    order by numero desc
    limit ${sql.lit(MAX_SAISIES)}`.execute(tx)
  return rows
}

/** Since when import writes are summed, and how many earlier gifts were taken as they were. */
async function readSuivi(tx: Db): Promise<SuiviDons | null> {
  const { rows } = await sql<SuiviDons>`
    select
      to_char(ecrite_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as depuis,
      (select coalesce(sum(dons), 0) from sommes_dons where ecriture = numero and nature = 'DEPART') as repris,
      to_char(
        (select tour_acheve_le from parcours_faits) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
      ) as recomptes_le
    from ecritures_dons
    where numero = 1`.execute(tx)
  return rows[0] ?? null
}

async function readMoments(tx: Db): Promise<Pick<Controles, 'calcule_le' | 'entier_le'>> {
  const { calcule_le, entier_le } = await tx
    .selectFrom('controles_etat')
    .select(['calcule_le', 'entier_le'])
    .executeTakeFirstOrThrow()
  return {
    calcule_le: calcule_le?.toISOString() ?? null,
    entier_le: entier_le?.toISOString() ?? null,
  }
}

/** The controls as last compared. */
export const readControles = (db: Db): Promise<Controles> =>
  inSnapshot(db, async (tx) => ({
    ...((await readBilan(tx)) ?? { concordants: 0, total: 0, en_ecart: [] }),
    ...(await readMoments(tx)),
    en_retard: (await readState(tx)).late,
    lignes: await readLignes(tx),
    comptabilite: await readComptabilite(tx),
    saisies: await readSaisies(tx),
    suivi: await readSuivi(tx),
  }))
