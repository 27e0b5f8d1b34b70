import { sql } from 'kysely'
import type { NouveauxCampagnes, NouveauxMedia, NouveauxOrigine } from '#contract/nouveaux-anciens'
import { nameProfil } from '#figures/profils'
import { changeOf, evolutionOf, percentOf, sum } from '#figures/ratios'
import type { Db } from '../database/connect'
import type { AxeADate, Profil } from '../database/schema'
import {
  compareADate,
  type ComptesADate,
  type Donateurs,
  groupOf,
  jourCompare,
  readComptes,
} from './comparaison-a-date'

type Totaux = NouveauxOrigine['totaux']
type Compte = Exclude<keyof Totaux, `${string}_a_date`>
type Groupe = Record<Compte, number> & { nom: string }

/** The comparison at a date of one kind of codes. */
interface ADate {
  a_date: NouveauxOrigine['a_date']
  comptes: ComptesADate | undefined
}

async function readADate(db: Db, annee: number, axe: AxeADate): Promise<ADate> {
  const comparaison = await compareADate(db, annee)
  return { a_date: jourCompare(comparaison), comptes: await readComptes(comparaison, axe) }
}

/** New donors by the media code of their first gift, a year against the one before. */
export async function compareMedias(db: Db, annee: number): Promise<NouveauxMedia> {
  const [{ rows }, { a_date, comptes }] = await Promise.all([
    sql<{ nom: string; current: number; previous: number }>`
      select
        codemedia_code as nom,
        coalesce(sum(nouveaux) filter (where annee = ${annee}), 0) as current,
        coalesce(sum(nouveaux) filter (where annee = ${annee} - 1), 0) as previous
      from nouveaux_medias_a_jour
      where annee in (${annee}, ${annee} - 1)
      group by nom`.execute(db),
    readADate(db, annee, 'media'),
  ])
  const total = sum(rows.map(({ current }) => current))
  const totaux = {
    total_current: total,
    total_previous: sum(rows.map(({ previous }) => previous)),
    evolution_a_date: comptes ? changeOf(total, comptes.tous.nouveaux) : null,
  }
  const data = inOrder(rows, ({ current }) => current).map(({ nom, current, previous }) => ({
    codemedia_code: nom,
    nouveaux_current: current,
    nouveaux_previous: previous,
    pourcentage_current: percentOf(current, totaux.total_current),
    pourcentage_previous: percentOf(previous, totaux.total_previous),
    evolution: evolutionOf(current, previous),
    evolution_a_date: comptes ? changeOf(current, comptes.of(nom).nouveaux) : null,
  }))
  return { data, totaux, a_date }
}

/** Donors by the origin code of their first gift of the year, a year against the one before. */
export async function compareOrigines(db: Db, annee: number): Promise<NouveauxOrigine> {
  const [groupes, { a_date, comptes }] = await Promise.all([
    readGroupes(db, 'nouveaux_anciens_origines_a_jour', 'origincode_code', annee),
    readADate(db, annee, 'origine'),
  ])
  const { data, totaux } = compare(groupes, comptes)
  return { data: data.map(({ nom, ...row }) => ({ origincode_code: nom, ...row })), totaux, a_date }
}

/** Donors by campaign profile in the year, a year against the one before. */
export async function compareProfils(
  db: Db,
  produit: string,
  annee: number,
): Promise<NouveauxCampagnes> {
  const [groupes, { a_date, comptes }] = await Promise.all([
    readGroupes(db, 'nouveaux_anciens_profils_a_jour', 'profil', annee),
    readADate(db, annee, 'profil'),
  ])
  const name = (nom: string) => nameProfil(produit, nom as Profil)
  const { data, totaux } = compare(groupes, comptes, name)
  return { data: data.map(({ nom, ...row }) => ({ profil_campagne: nom, ...row })), totaux, a_date }
}

async function readGroupes(
  db: Db,
  vue: 'nouveaux_anciens_origines_a_jour' | 'nouveaux_anciens_profils_a_jour',
  nom: 'origincode_code' | 'profil',
  annee: number,
): Promise<Groupe[]> {
  const { rows } = await sql<Groupe>`
    select
      ${sql.ref(nom)} as nom,
      coalesce(sum(nouveaux) filter (where annee = ${annee}), 0) as nouveaux_current,
      coalesce(sum(nouveaux) filter (where annee = ${annee} - 1), 0) as nouveaux_previous,
      coalesce(sum(anciens) filter (where annee = ${annee}), 0) as anciens_current,
      coalesce(sum(anciens) filter (where annee = ${annee} - 1), 0) as anciens_previous,
      coalesce(sum(nouveaux + anciens) filter (where annee = ${annee}), 0) as total_current,
      coalesce(sum(nouveaux + anciens) filter (where annee = ${annee} - 1), 0) as total_previous
    from ${sql.table(vue)}
    where annee in (${annee}, ${annee} - 1)
    group by nom`.execute(db)
  return rows
}

/** Every group with its share of each column and its change; `name` is what the answer calls it. */
function compare(
  groupes: readonly Groupe[],
  comptes: ADate['comptes'],
  name = (nom: string) => nom,
) {
  const total = (column: Compte) => sum(groupes.map((groupe) => groupe[column]))
  /** Changes at a date of all columns. */
  const evolutions = (current: Record<Compte, number>, before: Donateurs | undefined) => {
    const change = (groupe: 'nouveaux' | 'anciens' | 'total') =>
      before ? changeOf(current[`${groupe}_current`], groupOf(groupe, before)) : null
    return {
      evolution_nouveaux_a_date: change('nouveaux'),
      evolution_anciens_a_date: change('anciens'),
      evolution_total_a_date: change('total'),
    }
  }
  const sums = {
    nouveaux_current: total('nouveaux_current'),
    nouveaux_previous: total('nouveaux_previous'),
    anciens_current: total('anciens_current'),
    anciens_previous: total('anciens_previous'),
    total_current: total('total_current'),
    total_previous: total('total_previous'),
  }
  const totaux: Totaux = { ...sums, ...evolutions(sums, comptes?.tous) }
  const named = groupes.map((groupe) => ({
    ...groupe,
    nom: name(groupe.nom),
    ...evolutions(groupe, comptes?.of(groupe.nom)),
  }))
  const data = inOrder(named, (groupe) => groupe.total_current).map((groupe) => {
    const share = (column: Compte) => percentOf(groupe[column], totaux[column])
    return {
      ...groupe,
      pct_nouveaux_current: share('nouveaux_current'),
      pct_nouveaux_previous: share('nouveaux_previous'),
      pct_anciens_current: share('anciens_current'),
      pct_anciens_previous: share('anciens_previous'),
      pct_total_current: share('total_current'),
      pct_total_previous: share('total_previous'),
      evolution_nouveaux: evolutionOf(groupe.nouveaux_current, groupe.nouveaux_previous),
      evolution_anciens: evolutionOf(groupe.anciens_current, groupe.anciens_previous),
      evolution_total: evolutionOf(groupe.total_current, groupe.total_previous),
    }
  })
  return { data, totaux }
}

const french = new Intl.Collator('fr')

/** Larger totals first, equal ones by name as French sorts it. */
function inOrder<Row extends { nom: string }>(
  rows: readonly Row[],
  total: (row: Row) => number,
): Row[] {
  return [...rows].sort(
    (one, other) =>
      total(other) - total(one) ||
      french.compare(one.nom, other.nom) ||
      (one.nom < other.nom ? -1 : 1),
  )
}
