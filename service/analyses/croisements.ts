import { type RawBuilder, sql } from 'kysely'
import {
  type AxeCroise,
  type CelluleCroisee,
  type Croisement,
  type CroisementQuery,
  croisement,
  type MesureCroisee,
  type Parts,
} from '#contract/croisements'
import { regionDe } from '#contract/departements'
import { Segment } from '#contract/listes'
import { Tranche } from '#contract/montants'
import { nameProfil, PROFILS } from '#figures/profils'
import { changeOf, eurosEach, rateOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { type Analysis, call } from './analysis'
import { arrange, type Arranged, sizeOf, type Sums } from './croisements-rangs'
import { rule } from './definition'
import { readHorizon } from './horizon'

export default {
  section: 'Donateurs',
  calls: [
    call(croisement, ({ db, config, query }) => readCroisement(db, config.CAMPAGNE_PRODUIT, query)),
  ],
  definitions: () => ({
    croisements: rule({
      titre: 'Croisements',
      formule:
        'Donateurs de l’année selon deux questions à la fois, leurs dons, leurs montants et leur don moyen (montant ÷ dons). Chaque donateur a une seule réponse par année à chacune : les donateurs d’une année s’additionnent, ceux de plusieurs années non, car un même donateur y compte plusieurs fois. Les 30 plus grands de chaque axe, puis tous les autres ensemble.',
      exemple: null,
      depuis: '2026-11-24',
    }),
  }),
} satisfies Analysis

interface Case extends Sums {
  ligne: string
  colonne: string
}

/** A donor's place on each axis, as its lists name it. */
const CODES: Record<AxeCroise, RawBuilder<string>> = {
  annee: sql`annee::text`,
  departement: sql`departement`,
  // Its departments, which codeOf puts together.
  region: sql`departement`,
  profil: sql`profil`,
  tranche: sql`tranche_total::text`,
  segment: sql`segment::text`,
  anciennete: sql`case when nouveau then 'nouveaux' else 'anciens' end`,
}

async function readCases(
  db: Db,
  produit: string,
  { lignes, colonnes }: CroisementQuery,
  annee: number | null,
): Promise<Case[]> {
  const { rows } = await sql<Case>`
    select
      ${CODES[lignes]} as ligne,
      ${CODES[colonnes]} as colonne,
      sum(donateurs)::bigint as donateurs,
      sum(dons)::bigint as donations,
      round(sum(montant) * 100) as cents
    from croisements_a_jour
    ${annee === null ? sql`` : sql`where annee = ${annee}`}
    group by 1, 2`.execute(db)
  return rows.map((row) => ({
    ...row,
    ligne: codeOf(lignes, row.ligne, produit),
    colonne: codeOf(colonnes, row.colonne, produit),
  }))
}

/** A code as lists and screens name it. */
function codeOf(axe: AxeCroise, stored: string, produit: string): string {
  if (axe === 'region') return regionDe(stored)
  if (axe === 'tranche') return Tranche.options[Number(stored)] ?? stored
  if (axe === 'segment') return Segment.options[Number(stored) - 1] ?? stored
  const profil = axe === 'profil' ? PROFILS.find((one) => one === stored) : undefined
  return profil ? nameProfil(produit, profil) : stored
}

const NONE: Sums = { donateurs: 0, donations: 0, cents: 0 }

const add = (sums: readonly Sums[]): Sums => {
  const total = { ...NONE }
  for (const { donateurs, donations, cents } of sums) {
    total.donateurs += donateurs
    total.donations += donations
    total.cents += cents
  }
  return total
}

/** The measure; `counted` is false where donors of several years stand together, who do not add up. */
function valueOf(mesure: MesureCroisee, sums: Sums, counted: boolean): number | null {
  switch (mesure) {
    case 'donateurs':
      return counted ? sums.donateurs : null
    case 'donations':
      return sums.donations
    case 'montant':
      return sums.cents / 100
    case 'don_moyen':
      return sums.donations === 0 ? null : eurosEach(sums.cents, sums.donations)
  }
}

/** A place in the table; null is a total. */
type Place = readonly [row: number | null, column: number | null]

/** Sums at any place: of one cell, of a row, of a column, of all. */
function gather(cases: readonly Case[], rows: Arranged, columns: Arranged) {
  const sums = new Map<string, Sums>()
  const into = (place: Place, one: Sums) =>
    sums.set(place.join(), add([sums.get(place.join()) ?? NONE, one]))
  for (const { ligne, colonne, ...one } of cases) {
    const [row, column] = [rows.placeOf(ligne) ?? null, columns.placeOf(colonne) ?? null]
    for (const place of [
      [row, column],
      [row, null],
      [null, column],
      [null, null],
    ] as const)
      into(place, one)
  }
  return (place: Place): Sums => sums.get(place.join()) ?? NONE
}

/** The place that a cell is a share of. */
const wholeOf = (parts: Parts, [row, column]: Place): Place =>
  parts === 'lignes' ? [row, null] : parts === 'colonnes' ? [null, column] : [null, null]

async function readCroisement(
  db: Db,
  produit: string,
  query: CroisementQuery,
): Promise<Croisement> {
  const { lignes, colonnes, mesure, parts = null, avec = null } = query
  const annee = lignes === 'annee' || colonnes === 'annee' ? null : (query.annee ?? null)
  return inSnapshot(db, async (snapshot) => {
    const { horizon, annee_en_cours } = await readHorizon(snapshot)
    const cases = await readCases(snapshot, produit, query, annee)
    const others = avec === null ? [] : await readCases(snapshot, produit, query, avec)
    const isRunning = annee_en_cours !== null && [annee, avec].includes(annee_en_cours)
    // Who is of the other year alone has a place too: its totals are whole.
    const all = [...cases, ...others.map((one) => ({ ...one, ...NONE }))]
    const rows = arrange(
      lignes,
      all.map((one) => ({ ...one, code: one.ligne })),
      mesure,
    )
    const columns = arrange(
      colonnes,
      all.map((one) => ({ ...one, code: one.colonne })),
      mesure,
    )
    const now = gather(cases, rows, columns)
    const before = gather(others, rows, columns)

    const isOneYear = (axe: AxeCroise, { entetes }: Arranged, at: number | null) =>
      axe !== 'annee' || (at !== null && entetes[at]?.regroupe === null)
    /** Whether the donors of a place are of one year, and so add up. */
    const areCounted = ([row, column]: Place) =>
      isOneYear(lignes, rows, row) && isOneYear(colonnes, columns, column)
    const shareOf = (place: Place): number | null => {
      if (parts === null) return null
      const whole = wholeOf(parts, place)
      if (mesure === 'donateurs' && !(areCounted(place) && areCounted(whole))) return null
      return rateOf(sizeOf(now(place), mesure), sizeOf(now(whole), mesure))
    }
    const cellAt = (...place: Place): CelluleCroisee => {
      const sums = now(place)
      const counted = areCounted(place)
      const valeur = valueOf(mesure, sums, counted)
      const precedent = avec === null ? null : valueOf(mesure, before(place), counted)
      return {
        donateurs: counted ? sums.donateurs : null,
        donations: sums.donations,
        montant: sums.cents / 100,
        valeur,
        part: shareOf(place),
        precedent,
        evolution:
          isRunning || valeur === null || precedent === null
            ? null
            : changeOf(Math.round(valeur * 100), Math.round(precedent * 100)),
      }
    }
    return {
      lignes,
      colonnes,
      mesure,
      annee,
      avec,
      parts,
      au: isRunning ? horizon : null,
      entetes_lignes: rows.entetes,
      entetes_colonnes: columns.entetes,
      cellules: rows.entetes.map((_row, row) =>
        columns.entetes.map((_column, column) => cellAt(row, column)),
      ),
      totaux_lignes: rows.entetes.map((_, row) => cellAt(row, null)),
      totaux_colonnes: columns.entetes.map((_, column) => cellAt(null, column)),
      total: cellAt(null, null),
    }
  })
}
