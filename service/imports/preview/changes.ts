import { type RawBuilder, sql } from 'kysely'
import {
  type AnneeClose,
  ARRETES_NOMMES,
  type Changes as Told,
  LIGNES_MODIFIEES,
} from '#contract/apercus'
import type { Db } from '../../platform/database/connect'
import { differencesOf, type Row } from '../changes/differences'
import { KEY } from '../staging/depot'
import { afterOf, beforeOf } from '../writing/before'
import { type Comparison, pairs } from '../writing/comparison'
import { EST_AUTRE, EST_REPRIS } from './reprises'

/** New and changed rows by the years of the gift before and after; cards have no years. */
interface Group {
  avant: number | null
  apres: number | null
  nouveau: boolean
  lignes: number
  /** Which seem to be other gifts of their number. */
  autres: number
  repris: number
  montant_avant: number
  montant_apres: number
}

async function readGroups(tx: Db, comparison: Comparison): Promise<Group[]> {
  const { type } = comparison
  const key = sql.ref(`t.${KEY[type]}`)
  const isGift = type === 'donations'
  const year = (table: 's' | 't') =>
    isGift ? sql`date_part('year', ${sql.ref(`${table}.order_date`)})::integer` : sql`null::integer`
  const amount = (table: 's' | 't') =>
    isGift ? sql`coalesce(sum(${sql.ref(`${table}.order_amount`)}), 0)` : sql`0`
  const count = (what: RawBuilder<boolean>) =>
    isGift ? sql`count(*) filter (where ${what})` : sql`0`
  const { rows } = await sql<Group>`
    select
      ${year('t')} as avant,
      ${year('s')} as apres,
      ${key} is null as nouveau,
      count(*) as lignes,
      ${count(EST_AUTRE)} as autres,
      ${count(EST_REPRIS)} as repris,
      ${amount('t')} as montant_avant,
      ${amount('s')} as montant_apres
    from ${pairs(comparison)}
    group by 1, 2, 3`.execute(tx)
  return rows
}

/** Some of the stored rows that would change, field by field. */
export async function readExamples(
  tx: Db,
  comparison: Comparison,
): Promise<Told['lignes_modifiees']> {
  const { type } = comparison
  const key = sql.ref(`s.${KEY[type]}`)
  const { rows } = await sql<{ cle: string; avant: Row | null; apres: Row }>`
    select ${key} as cle, ${beforeOf(comparison)} as avant, ${afterOf(comparison)} as apres
    from ${pairs(comparison)} and ${sql.ref(`t.${KEY[type]}`)} is not null
    limit ${sql.lit(LIGNES_MODIFIEES)}`.execute(tx)
  return rows
    .map(({ cle, avant, apres }) => ({ cle, champs: differencesOf(type, avant ?? {}, apres) }))
    .toSorted((one, other) => one.cle.localeCompare(other.cle, 'fr', { numeric: true }))
}

/** The years that are over in the data: those before the last one, which is over itself if they reach its last day. */
async function readFirstOpen(tx: Db): Promise<number | null> {
  const { rows } = await sql<{ ouverte: number | null }>`
    select date_part('year', jour + 1)::integer as ouverte from horizon_publie`.execute(tx)
  return rows[0]?.ouverte ?? null
}

/** What the groups change of each year before `ouverte`, latest first. */
function closedYears(groups: readonly Group[], ouverte: number): AnneeClose[] {
  const years = new Map<number, { ajoutes: number; modifies: number; centimes: number }>()
  const add = (annee: number | null, lignes: Partial<AnneeClose>, euros: number) => {
    if (annee === null || annee >= ouverte) return
    const { ajoutes, modifies, centimes } = years.get(annee) ?? {
      ajoutes: 0,
      modifies: 0,
      centimes: 0,
    }
    years.set(annee, {
      ajoutes: ajoutes + (lignes.ajoutes ?? 0),
      modifies: modifies + (lignes.modifies ?? 0),
      centimes: centimes + Math.round(euros * 100),
    })
  }
  for (const { avant, apres, nouveau, lignes, montant_avant, montant_apres } of groups) {
    if (nouveau) add(apres, { ajoutes: lignes }, montant_apres)
    else {
      add(avant, { modifies: lignes }, -montant_avant)
      add(apres, { modifies: avant === apres ? 0 : lignes }, montant_apres)
    }
  }
  return [...years]
    .map(([annee, { centimes, ...rest }]) => ({ annee, ...rest, montant: centimes / 100 }))
    .toSorted((one, other) => other.annee - one.annee)
}

/** The arrêtés in which one of these years was over, latest first. */
export async function arretesTouches(tx: Db, annees: readonly number[]): Promise<string[]> {
  if (annees.length === 0) return []
  const { rows } = await sql<{ nom: string }>`
    select raison as nom
    from evenements_exclusion as evenements
    join publications on publications.numero = evenements.publication
    where type = 'ARRETE' and date_part('year', publie_le at time zone 'Europe/Paris') > ${Math.min(...annees)}
    order by evenements.numero desc
    limit ${sql.lit(ARRETES_NOMMES)}`.execute(tx)
  return rows.map(({ nom }) => nom)
}

/** What importing the file would change; writes nothing. */
export async function readChanges(
  tx: Db,
  comparison: Comparison,
): Promise<{ nouveaux: number; modifies: number; autres: number; repris: number } & Told> {
  const groups = await readGroups(tx, comparison)
  const count = (isNew: boolean) =>
    groups.reduce((sum, { nouveau, lignes }) => sum + (nouveau === isNew ? lignes : 0), 0)
  const modifies = count(false)
  const ouverte = await readFirstOpen(tx)
  const annees_closes = ouverte === null ? [] : closedYears(groups, ouverte)
  return {
    nouveaux: count(true),
    modifies,
    autres: groups.reduce((sum, { autres }) => sum + autres, 0),
    repris: groups.reduce((sum, { repris }) => sum + repris, 0),
    lignes_modifiees: modifies > 0 ? await readExamples(tx, comparison) : [],
    annees_closes,
    arretes_touches: await arretesTouches(
      tx,
      annees_closes.map(({ annee }) => annee),
    ),
  }
}
