import { sql } from 'kysely'
import {
  ANNEES_VERIFIEES,
  type Arrete,
  ARRETES_AU_PLUS,
  type Arretes,
  type ArreteVerifie,
  type Derive,
} from '#contract/arretes'
import { PAS_CHERCHES } from '#figures/attente'
import { capital, citer, formatMoney, plural } from '#figures/format'
import { weightOf } from '#figures/suspects'
import { readAnnees } from '../../analyses/annees'
import { computeYears } from '../../analyses/annees-a-date'
import { compareYears } from '../../analyses/comparer-annees'
import { readGraphiques, readMensuelles, readStats } from '../../analyses/dashboard'
import { readSuspects } from '../../analyses/suspects'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { inSnapshot } from '../../platform/database/snapshot'
import { Problem } from '../../problem'
import { areSuspectsAwaited } from '../../verification/suspects'
import { isSealed, sealOf } from './sceau'

/**
 * Makes the dashboard queries of the rest of the transaction read views as of a publication. A view that publications
 * do not store is an error, never today's figure. See the schema `publiees`.
 */
export async function goBackTo(tx: Db, publication: number): Promise<void> {
  await sql`
    select
      set_config('publiees.numero', ${String(publication)}, true),
      set_config('search_path', 'publiees', true)`.execute(tx)
}

type Row = Omit<Arrete, 'derive'>

async function readRows(tx: Db, publication?: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select
      evenements.publication,
      to_char(publie_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as publie_le,
      raison as nom,
      case when identite is null then exclu_par else exclu_par || ' (' || identite || ')' end as par,
      to_char(survenu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as arrete_le,
      evenements.numero as evenement,
      sceau,
      donations_concernees as donations,
      montant_concerne as montant
    from evenements_exclusion as evenements
    left join publications on publications.numero = evenements.publication
    where type = 'ARRETE' and (${publication ?? null}::bigint is null or evenements.publication = ${publication ?? null})
    order by evenements.numero desc`.execute(tx)
  return rows
}

/** By publication, the years complete at its time whose figures have changed since. */
async function readDerives(tx: Db, publications: number[]): Promise<Map<number, Derive[]>> {
  const { rows } = await sql<{ publication: number } & Derive>`
    with arretes as (
      select numero, publie_le, row_number() over (order by numero) as place
      from publications
      where numero = any(${publications}::bigint[])
    ),
    effets as materialized (
      select
        annee,
        width_bucket(publication - 1, (select array_agg(numero order by numero) from arretes)) + 1 as place,
        sum(donateurs) as donateurs,
        sum(dons) as dons,
        sum(montant) as montant
      from publications_effets
      group by 1, 2
    ),
    actuels as (
      select annee, sum(donateurs) as donateurs, sum(dons) as dons, sum(montant) as montant from effets group by annee
    ),
    alors as (
      select
        numero,
        publie_le,
        annee,
        coalesce(sum(effets.donateurs) over jusque, 0) as donateurs,
        coalesce(sum(effets.dons) over jusque, 0) as dons,
        coalesce(sum(effets.montant) over jusque, 0) as montant
      from arretes
      cross join (select annee from actuels) as annees
      left join effets using (place, annee)
      window jusque as (partition by annee order by place)
    )
    select
      numero as publication,
      annee,
      jsonb_build_object('arrete', alors.donateurs, 'actuel', actuels.donateurs) as donateurs,
      jsonb_build_object('arrete', alors.dons, 'actuel', actuels.dons) as donations,
      jsonb_build_object('arrete', alors.montant, 'actuel', actuels.montant) as montant
    from alors
    join actuels using (annee)
    where annee < date_part('year', publie_le at time zone 'Europe/Paris')
      and (alors.donateurs, alors.dons, alors.montant)
        is distinct from (actuels.donateurs, actuels.dons, actuels.montant)
    order by numero, annee desc`.execute(tx)
  const derives = new Map<number, Derive[]>()
  for (const { publication, ...derive } of rows)
    derives.set(publication, [...(derives.get(publication) ?? []), derive])
  return derives
}

async function readAll(tx: Db, publication?: number): Promise<Arrete[]> {
  const rows = await readRows(tx, publication)
  const derives = await readDerives(
    tx,
    rows.map((row) => row.publication),
  )
  return rows.map((row) => ({ ...row, derive: derives.get(row.publication) ?? [] }))
}

/** What the donors to review weigh in the latest years, where they do. */
async function readLourds(tx: Db): Promise<Arretes['suspects']> {
  const { annees } = await readAnnees(tx)
  const lourds = []
  for (const annee of annees.slice(0, ANNEES_VERIFIEES)) {
    const found = await readSuspects(tx, annee, undefined)
    if (found.mesures.length > 0) lourds.push(found)
  }
  return lourds
}

/** The named publications, latest first, up to the response's limit, and what is to review before another. */
export const readArretes = (db: Db): Promise<Arretes> =>
  inSnapshot(db, async (tx) => ({
    arretes: (await readAll(tx)).slice(0, ARRETES_AU_PLUS),
    suspects: await readLourds(tx),
  }))

async function findArrete(tx: Db, publication: number): Promise<Arrete> {
  const [found] = await readAll(tx, publication)
  if (found) return found
  throw new Problem('introuvable', `Aucun arrêté ne porte sur la publication n° ${publication}.`)
}

/**
 * Returns one of them, verifying its seal against the stored figures. Throws a Problem if the publication has no name.
 */
export const readArrete = (db: Db, publication: number): Promise<ArreteVerifie> =>
  inSnapshot(db, async (tx) => {
    const found = await findArrete(tx, publication)
    const { derniere } = onlyRow(
      await sql<{ derniere: number }>`
        select coalesce(max(numero), 0) as derniere from publications`.execute(tx),
    )
    return { ...found, derniere, intact: await isSealed(tx, publication, found.sceau) }
  })

/** Counts the arrêtés, and names those whose stored figures no longer match their seal. */
export async function checkArretes(tx: Db): Promise<{ total: number; alteres: string[] }> {
  const rows = await readRows(tx)
  const alteres = []
  for (const { publication, nom, sceau } of rows)
    if (!(await isSealed(tx, publication, sceau))) alteres.push(nom)
  return { total: rows.length, alteres }
}

/** The dashboard of a year as published. Throws a Problem if the publication has no name. */
export const readDashboard = (db: Db, publication: number, annee: number) =>
  inSnapshot(db, async (tx) => {
    await findArrete(tx, publication)
    await goBackTo(tx, publication)
    return {
      ...(await readAnnees(tx)),
      stats: await readStats(tx, annee),
      graphiques: await readGraphiques(tx, annee),
      mensuelles: await readMensuelles(tx, annee),
      a_date: await compareYears(tx, annee, undefined, computeYears),
    }
  })

/** A request to name a publication. */
export interface Commande {
  publication: number
  nom: string
  par: string
  identite: string | null
  malgre_suspects: boolean
  evenement_id: string
}

/** Total gifts and amount of a publication. */
const readTotaux = async (tx: Db, publication: number) =>
  onlyRow(
    await sql<{ existe: boolean; dons: number; montant: number }>`
      select
        exists (select from publications where numero = ${publication}) as existe,
        coalesce(sum(dons), 0)::bigint as dons,
        coalesce(sum(montant), 0) as montant
      from publications_effets
      where publication <= ${publication}`.execute(tx),
  )

/** What the donors to review weigh, in words; throws a Problem if they do and nobody said that they may. */
async function readReserve(tx: Db, malgreSuspects: boolean): Promise<string | undefined> {
  const dits = (await readLourds(tx)).flatMap(({ annee, donateurs, mesures: [mesure] }) =>
    mesure ? [weightOf(donateurs, mesure, annee)] : [],
  )
  const isAwaited = await areSuspectsAwaited(tx)
  if (isAwaited) dits.push(PAS_CHERCHES)
  if (dits.length === 0) return undefined
  const reserve = dits.join(', ')
  if (malgreSuspects) return reserve
  throw new Problem(
    'conflit',
    `${capital(reserve)}. ${isAwaited ? 'Attendez quelques instants' : 'Vérifiez-les d’abord'}, ou dites que vous arrêtez ces chiffres quand même.`,
    { champ: 'malgre_suspects' },
  )
}

/**
 * Names a publication in the log, permanently; idempotent by `evenement_id`. Throws a Problem if it does not exist, or
 * already has a name, or if donors to review weigh in it unless that is said; the name then says what they weigh.
 */
export async function arreter(
  db: Db,
  commande: Commande,
): Promise<{ message: string; arrete: Arrete }> {
  const { publication, par, identite, evenement_id } = commande
  const written = await inSnapshot(db, async (tx) => {
    const { existe, dons, montant } = await readTotaux(tx, publication)
    if (!existe)
      throw new Problem('introuvable', `La publication n° ${publication} n’existe pas.`, {
        champ: 'publication',
      })
    const reserve = await readReserve(tx, commande.malgre_suspects)
    const nom = reserve ? `${commande.nom} (au jour de l’arrêté, ${reserve})` : commande.nom
    return { nom, dons, montant, sceau: await sealOf(tx, publication) }
  })
  const { nom, dons, montant, sceau } = written
  const { rows } = await sql<{ publication: number; raison: string }>`
    select publication, raison
    from inscrire_arrete(${evenement_id}, ${publication}, ${sceau}, ${nom}, ${par}, ${identite}, ${dons}, ${montant})`.execute(
    db,
  )
  const [found] = await readAll(db, publication)
  if (!found || rows[0]?.publication !== publication)
    throw new Problem(
      'conflit',
      `La publication n° ${publication} est déjà arrêtée${found ? ` sous le nom ${citer(found.nom)}` : ''}.`,
      { champ: 'publication' },
    )
  return {
    message: `Arrêté ${citer(found.nom)}\u00A0: ${plural(found.donations, 'don')}, ${formatMoney(found.montant)} en tout.`,
    arrete: found,
  }
}
