import { sql } from 'kysely'
import type { NouveauxCampagnes, NouveauxMedia, NouveauxOrigine } from '#contract/nouveaux-anciens'
import { AUTRES, CODES_AU_PLUS } from '#contract/ventilation'
import { nameProfil } from '#figures/profils'
import { evolutionOf, percentOf, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import type { Profil } from '../platform/database/schema'
import {
  changeADate,
  compareADate,
  type ComptesADate,
  type DeuxAns,
  jourCompare,
  readComptes,
} from './comparaison-a-date'

type Totaux = NouveauxOrigine['totaux']
type Compte = Exclude<keyof Totaux, `${string}_a_date`>
/** A code, or all others together (`code` null); `codes` is how many. */
type Groupe = Record<Compte, number> & { code: string | null; codes: number }

/** Donors by an axis versus the previous year, at the date too; `name` labels its groups. */
async function compareBy(
  db: Db,
  axe: 'media' | 'origine' | 'profil',
  annee: number,
  name?: (code: string) => string,
) {
  const groupes = axe === 'profil' ? await readProfils(db, annee) : await readCodes(db, axe, annee)
  const comparaison = await compareADate(db, annee)
  const codes = groupes.flatMap(({ code }) => code ?? [])
  const comptes = await readComptes(db, comparaison, axe, codes)
  return { ...compare(groupes, comptes, name), a_date: jourCompare(comparaison) }
}

/** New donors by media code of their first gift, versus the previous year. */
export async function compareMedias(db: Db, annee: number): Promise<NouveauxMedia> {
  const { data, totaux, a_date } = await compareBy(db, 'media', annee)
  return {
    data: data.map((row) => ({
      codemedia_code: row.nom,
      ...regroupeOf(row),
      nouveaux_current: row.nouveaux_current,
      nouveaux_previous: row.nouveaux_previous,
      pourcentage_current: row.pct_nouveaux_current,
      pourcentage_previous: row.pct_nouveaux_previous,
      evolution: row.evolution_nouveaux,
      evolution_a_date: row.evolution_nouveaux_a_date,
    })),
    totaux: {
      total_current: totaux.nouveaux_current,
      total_previous: totaux.nouveaux_previous,
      evolution_a_date: totaux.evolution_nouveaux_a_date,
    },
    a_date,
  }
}

/** Donors by origin code of their first gift of the year, versus the previous year. */
export async function compareOrigines(db: Db, annee: number): Promise<NouveauxOrigine> {
  const { data, totaux, a_date } = await compareBy(db, 'origine', annee)
  return {
    data: data.map(({ nom, ...row }) => ({
      origincode_code: nom,
      ...regroupeOf(row),
      ...ratesOf(row),
    })),
    totaux,
    a_date,
  }
}

/** Donors by campaign profile in the year, versus the previous year. */
export async function compareProfils(
  db: Db,
  produit: string,
  annee: number,
): Promise<NouveauxCampagnes> {
  const { data, totaux, a_date } = await compareBy(db, 'profil', annee, (nom) =>
    nameProfil(produit, nom as Profil),
  )
  return {
    data: data.map(({ nom, ...row }) => ({ profil_campagne: nom, ...ratesOf(row) })),
    totaux,
    a_date,
  }
}

const regroupeOf = ({ code, codes }: Pick<Groupe, 'code' | 'codes'>) =>
  code === null ? { regroupe: codes } : {}

/** A row's response fields, besides its name. */
function ratesOf<Row extends Pick<Groupe, 'code' | 'codes'>>(
  row: Row,
): Omit<Row, 'code' | 'codes'> {
  const { code: _code, codes: _codes, ...rates } = row
  return rates
}

/** The largest codes of a year and the one before, and the others together, if any. */
async function readCodes(db: Db, axe: 'media' | 'origine', annee: number): Promise<Groupe[]> {
  const { rows } = await sql<Groupe>`
    select
      case when rang <= ${CODES_AU_PLUS} then code end as code,
      count(*) as codes,
      sum(nouveaux_current)::bigint as nouveaux_current,
      sum(nouveaux_previous)::bigint as nouveaux_previous,
      sum(anciens_current)::bigint as anciens_current,
      sum(anciens_previous)::bigint as anciens_previous,
      sum(nouveaux_current + anciens_current)::bigint as total_current,
      sum(nouveaux_previous + anciens_previous)::bigint as total_previous
    from nouveaux_rangs_a_jour
    where axe = ${axe} and annee = ${annee}
    group by 1`.execute(db)
  return rows
}

async function readProfils(db: Db, annee: number): Promise<Groupe[]> {
  const { rows } = await sql<Groupe>`
    select
      profil as code,
      1 as codes,
      coalesce(sum(nouveaux) filter (where annee = ${annee}), 0) as nouveaux_current,
      coalesce(sum(nouveaux) filter (where annee = ${annee} - 1), 0) as nouveaux_previous,
      coalesce(sum(anciens) filter (where annee = ${annee}), 0) as anciens_current,
      coalesce(sum(anciens) filter (where annee = ${annee} - 1), 0) as anciens_previous,
      coalesce(sum(nouveaux + anciens) filter (where annee = ${annee}), 0) as total_current,
      coalesce(sum(nouveaux + anciens) filter (where annee = ${annee} - 1), 0) as total_previous
    from nouveaux_anciens_profils_a_jour
    where annee in (${annee}, ${annee} - 1)
    group by profil`.execute(db)
  return rows
}

/** Each group with its share of each column and its change; `name` labels it. */
function compare(
  groupes: readonly Groupe[],
  comptes: ComptesADate | undefined,
  name = (code: string) => code,
) {
  const total = (column: Compte) => sum(groupes.map((groupe) => groupe[column]))
  /** Year-to-date changes of all columns. */
  const evolutions = (deuxAns: DeuxAns | undefined) => ({
    evolution_nouveaux_a_date: changeADate(deuxAns, 'nouveaux'),
    evolution_anciens_a_date: changeADate(deuxAns, 'anciens'),
    evolution_total_a_date: changeADate(deuxAns, 'total'),
  })
  const sums = {
    nouveaux_current: total('nouveaux_current'),
    nouveaux_previous: total('nouveaux_previous'),
    anciens_current: total('anciens_current'),
    anciens_previous: total('anciens_previous'),
    total_current: total('total_current'),
    total_previous: total('total_previous'),
  }
  const totaux: Totaux = { ...sums, ...evolutions(comptes?.tous) }
  const named = groupes.map((groupe) => ({
    ...groupe,
    nom: groupe.code === null ? AUTRES : name(groupe.code),
    ...evolutions(comptes?.of(groupe.code)),
  }))
  const data = named.sort(inOrder).map((groupe) => {
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

type Nomme = Groupe & { nom: string }

const french = new Intl.Collator('fr')

/** Larger totals first, ties by name in French order; the group of all others last. */
const inOrder = (one: Nomme, other: Nomme): number =>
  Number(one.code === null) - Number(other.code === null) ||
  other.total_current - one.total_current ||
  french.compare(one.nom, other.nom) ||
  (one.nom < other.nom ? -1 : 1)
