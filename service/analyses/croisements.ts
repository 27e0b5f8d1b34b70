import type { AxeCroise } from '#contract/axes'
import {
  type CelluleCroisee,
  type Croisement,
  type CroisementQuery,
  croisement,
  type MesureCroisee,
  type Parts,
} from '#contract/croisements'
import { changeOf, eurosEach, rateOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { type Analysis, call } from './analysis'
import { type Place, readCompte } from './croisements-cases'
import { arrange, type Arranged, NONE, sizeOf, type Sums } from './croisements-rangs'
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
        'Donateurs de l’année selon deux questions à la fois, leurs dons, leurs montants et leur don moyen (montant ÷ dons). Aux questions sur le donateur, chacun a une seule réponse par année : ses donateurs s’additionnent. Aux questions sur le don, chaque don a la sienne : un donateur compte une fois dans chaque case où il a donné, et ne s’additionne ni d’une case à l’autre, ni d’une année à l’autre. Statut : actif, dormant, inactif ou très inactif aujourd’hui, selon l’année du dernier don. Régulier : une série de dons active à la fin de l’année, ou au dernier jour des données. Les 30 plus grands de chaque axe, puis tous les autres ensemble.',
      exemple: null,
      depuis: '2026-11-24',
    }),
  }),
} satisfies Analysis

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
    const compte = await readCompte(snapshot, produit, [lignes, colonnes], annee)
    const autre =
      avec === null ? null : await readCompte(snapshot, produit, [lignes, colonnes], avec)
    const isRunning = annee_en_cours !== null && [annee, avec].includes(annee_en_cours)
    // Who is of the other year alone has a place too: its totals are whole.
    const sumsOf = (axe: 'lignes' | 'colonnes') => [
      ...compte[axe],
      ...(autre?.[axe] ?? []).map((one) => ({ ...one, ...NONE })),
    ]
    const rows = arrange(lignes, sumsOf('lignes'), mesure)
    const columns = arrange(colonnes, sumsOf('colonnes'), mesure)
    const now = await compte.cross(rows, columns)
    const before = await autre?.cross(rows, columns)

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
      const precedent = before ? valueOf(mesure, before(place), counted) : null
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
    const hasGifts = (...place: Place) =>
      now(place).donations > 0 || (before !== undefined && before(place).donations > 0)
    const ofRows = [...rows.entetes.entries()].filter(([row]) => hasGifts(row, null))
    const ofColumns = [...columns.entetes.entries()].filter(([column]) => hasGifts(null, column))
    return {
      lignes,
      colonnes,
      mesure,
      annee,
      avec,
      parts,
      au: isRunning ? horizon : null,
      entetes_lignes: ofRows.map(([, entete]) => entete),
      entetes_colonnes: ofColumns.map(([, entete]) => entete),
      cellules: ofRows.map(([row]) => ofColumns.map(([column]) => cellAt(row, column))),
      totaux_lignes: ofRows.map(([row]) => cellAt(row, null)),
      totaux_colonnes: ofColumns.map(([column]) => cellAt(null, column)),
      total: cellAt(null, null),
    }
  })
}
