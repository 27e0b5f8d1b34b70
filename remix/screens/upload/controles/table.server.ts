import { campagnesEvolution } from '#contract/campagnes'
import {
  type Controle,
  type Controles,
  controles,
  type GroupeControle,
  GROUPES_CONTROLES,
} from '#contract/controles'
import { dashboardAnnees, statsGraphiques } from '#contract/dashboard'
import { formatMeasure, plural, typeset } from '#figures/format'
import { call } from '../../../service/service.server'
import { defineTable, defineTableOf } from '../../../tables/define.server'
import { donors, EXCLUSIONS_EN_VIGUEUR, gifts, linked, seriesOf } from '../../../tables/links'
import type { Cell, Column, ShownTable } from '../../../ui/table'

/** Heading of each group. */
const TITLES: Record<GroupeControle, string> = {
  A: 'Des fichiers à la base',
  B: 'De la base aux chiffres',
  C: 'Les chiffres entre eux',
  D: 'Le journal et l’histoire des chiffres',
  E: 'La comptabilité',
  F: 'Alertes',
}

interface Shape {
  columns: Column[]
  row: (ligne: Controle) => Cell[]
}

/** Where the sides differ most, in words. */
function whereOf({ concordant, partie, parties_en_ecart, ecart }: Controle): string {
  if (concordant === null) return ecart === 0 ? 'Rien à signaler' : typeset(partie ?? 'À regarder')
  if (concordant) return 'Concordant'
  const others = parties_en_ecart > 1 ? `, et ${plural(parties_en_ecart - 1, 'autre')}` : ''
  return `En écart${partie ? `\u00A0: ${typeset(partie)}` : ''}${others}`
}

/** Controls that sum up newcomers of all years, or count careers: each donor once. */
const UNE_FOIS_CHACUN = ['C04', 'C07', 'C09', 'C12', 'C20', 'C28', 'C29']

/** The lists of exactly what these controls count. */
const LISTES: Record<string, string> = {
  ...Object.fromEntries(UNE_FOIS_CHACUN.map((code) => [code, donors({ ensemble: 'carriere' })])),
  C39: donors({ ensemble: 'reguliers_actifs' }),
  C40: seriesOf(),
  D1: EXCLUSIONS_EN_VIGUEUR,
}

/** A side of a control, linked to what it counts if that is a list; differing sides are those of a single part. */
const sideOf = ({ code, parties_en_ecart }: Controle, side: number): Cell => {
  const list = parties_en_ecart === 0 ? LISTES[code] : undefined
  return list === undefined ? side : linked(side, list)
}

const CONTROLES: Shape = {
  columns: [
    { title: 'Contrôle', format: 'texte' },
    { title: 'État', key: 'etat', format: 'texte' },
    { title: 'Premier nombre', format: 'mesure' },
    { title: 'Second nombre', format: 'mesure' },
    { title: 'Écart', format: 'mesure' },
    { title: 'Code', format: 'code', more: true },
  ],
  row: (ligne) => [
    typeset(ligne.unite === 'euros' ? `${ligne.phrase} (€)` : ligne.phrase),
    whereOf(ligne),
    sideOf(ligne, ligne.gauche),
    sideOf(ligne, ligne.droite),
    ligne.ecart,
    ligne.code,
  ],
}

const ALERTES: Shape = {
  columns: [
    { title: 'Alerte', format: 'texte' },
    { title: 'État', key: 'etat', format: 'texte' },
    { title: 'Nombre', format: 'nombre' },
    { title: 'Code', format: 'code', more: true },
  ],
  row: (ligne) => [typeset(ligne.phrase), whereOf(ligne), ligne.gauche, ligne.code],
}

const inGroup = ({ lignes }: Controles, groupe: GroupeControle) =>
  lignes.filter((ligne) => ligne.groupe === groupe)

const groupTable = (name: string, groupe: GroupeControle, { columns, row } = CONTROLES) =>
  defineTable(name, controles, (found) => ({
    title: TITLES[groupe],
    columns,
    rows: inGroup(found, groupe).map(row),
  }))

export const controlesFichiers = groupTable('controles-fichiers', 'A')
export const controlesBase = groupTable('controles-base', 'B')
export const controlesChiffres = groupTable('controles-chiffres', 'C')
export const controlesJournal = groupTable('controles-journal', 'D')
export const controlesComptabilite = groupTable('controles-comptabilite', 'E')
export const alertes = groupTable('alertes', 'F', ALERTES)

const TABLES = {
  A: controlesFichiers,
  B: controlesBase,
  C: controlesChiffres,
  D: controlesJournal,
  E: controlesComptabilite,
  F: alertes,
}

/** Controls of digests: numbers that nobody can read, so that the screen only says whether they are one. */
const EMPREINTES = ['A7', 'B7', 'B8']

/** The table on screen: without codes, and with words for digests; its file has all. */
function onScreen(table: ShownTable, lignes: readonly Controle[]): ShownTable {
  const shown = table.columns.map(({ format }) => format !== 'code')
  return {
    ...table,
    columns: table.columns.filter((_, at) => shown[at]),
    rows: table.rows.map((cells, row) =>
      cells
        .map((cell, at) =>
          EMPREINTES.includes(lignes[row]?.code ?? '') && table.columns[at]?.format === 'mesure'
            ? '–'
            : cell,
        )
        .filter((_, at) => shown[at]),
    ),
  }
}

/** The code of each control, with its digests where it compares some. */
export const codesOf = ({ lignes }: Controles) =>
  lignes.map(({ code, phrase, gauche, droite }) => ({
    code,
    text: EMPREINTES.includes(code)
      ? `${phrase}\u00A0: ${formatMeasure(gauche)} et ${formatMeasure(droite)}`
      : phrase,
  }))

/** Non-empty groups, with their table and the results of its rows. */
export const groupsOf = (found: Controles) =>
  GROUPES_CONTROLES.map((groupe) => ({
    groupe,
    table: onScreen(TABLES[groupe].build(found), inGroup(found, groupe)),
    concordants: inGroup(found, groupe).map(({ concordant }) => concordant),
  })).filter(({ table }) => table.rows.length > 0)

/** A year's counts. */
interface Annee {
  annee: number
  donateurs: number
  nouveaux: number
  dons: number
}

/** What the controls add up, by year. */
export async function readParAnnee(request: Request): Promise<Annee[]> {
  const {
    annees: [latest],
  } = await call(dashboardAnnees, {}, request)
  if (latest === undefined) return []
  const [{ donations_par_annee: dons }, { data: donateurs }] = await Promise.all([
    call(statsGraphiques, { params: { annee: latest } }, request),
    call(campagnesEvolution, {}, request),
  ])
  const donateursDe = new Map(donateurs.map((row) => [row.annee, row]))
  return dons.map(({ annee, nombre }) => ({
    annee,
    donateurs: donateursDe.get(annee)?.total_global ?? 0,
    nouveaux: donateursDe.get(annee)?.total_nouveaux ?? 0,
    dons: nombre,
  }))
}

const sumOf = (annees: readonly Annee[], part: 'nouveaux' | 'dons') =>
  annees.reduce((sum, annee) => sum + annee[part], 0)

/** Lists behind what the controls add up. */
export const controlesParAnnee = defineTableOf(
  'controles-par-annee',
  async (request) => [await readParAnnee(request)],
  (annees: Annee[]) => ({
    title: 'Ce que les contrôles additionnent',
    byYear: true,
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Donateurs', format: 'nombre' },
      { title: 'Nouveaux', format: 'nombre' },
      { title: 'Dons', format: 'nombre' },
    ],
    rows: annees.map(({ annee, donateurs, nouveaux, dons }) => [
      annee,
      linked(donateurs, donors({ ensemble: 'actifs', annee })),
      linked(nouveaux, donors({ ensemble: 'nouveaux', annee })),
      linked(dons, gifts({ annee })),
    ]),
    totals: [
      [
        'Toutes les années',
        '–',
        linked(sumOf(annees, 'nouveaux'), donors({ ensemble: 'carriere' })),
        sumOf(annees, 'dons'),
      ],
    ],
  }),
)
