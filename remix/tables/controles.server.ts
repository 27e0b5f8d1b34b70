import {
  type Controle,
  type Controles,
  controles,
  type GroupeControle,
  GROUPES_CONTROLES,
} from '#contract/controles'
import { plural } from '#figures/format'
import type { Cell, Column } from '../ui/table'
import { defineTable } from './define.server'

/** What each group compares, as a heading. */
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

/** Where the sides are furthest apart, in words. */
function whereOf({ concordant, partie, parties_en_ecart, ecart }: Controle): string {
  if (concordant === null) return ecart === 0 ? 'Rien à signaler' : (partie ?? 'À regarder')
  if (concordant) return 'Concordant'
  const others = parties_en_ecart > 1 ? `, et ${plural(parties_en_ecart - 1, 'autre')}` : ''
  return `En écart${partie ? `\u00A0: ${partie}` : ''}${others}`
}

const CONTROLES: Shape = {
  columns: [
    { title: 'Contrôle', format: 'texte' },
    { title: 'État', key: 'etat', format: 'texte' },
    { title: 'À gauche', format: 'mesure' },
    { title: 'À droite', format: 'mesure' },
    { title: 'Écart', format: 'mesure' },
    { title: 'Code', format: 'code' },
  ],
  row: (ligne) => [
    ligne.unite === 'euros' ? `${ligne.phrase} (€)` : ligne.phrase,
    whereOf(ligne),
    ligne.gauche,
    ligne.droite,
    ligne.ecart,
    ligne.code,
  ],
}

const ALERTES: Shape = {
  columns: [
    { title: 'Alerte', format: 'texte' },
    { title: 'État', key: 'etat', format: 'texte' },
    { title: 'Nombre', format: 'nombre' },
    { title: 'Code', format: 'code' },
  ],
  row: (ligne) => [ligne.phrase, whereOf(ligne), ligne.gauche, ligne.code],
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

/** The groups that have lines, each with its table and how its lines came out, in the order of its rows. */
export const groupsOf = (found: Controles) =>
  GROUPES_CONTROLES.map((groupe) => ({
    groupe,
    table: TABLES[groupe].build(found),
    concordants: inGroup(found, groupe).map(({ concordant }) => concordant),
  })).filter(({ table }) => table.rows.length > 0)

/** The totals of the accounts that people typed, against the dashboard. */
export const totauxComptables = defineTable('comptabilite', controles, ({ comptabilite }) => ({
  title: 'Totaux de la comptabilité',
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Comptabilité', format: 'montant' },
    { title: 'Tableau de bord', format: 'montant' },
    { title: 'Écart', format: 'montant' },
    { title: 'Saisi par', format: 'texte' },
    { title: 'Le', format: 'instant' },
  ],
  rows: comptabilite.map(({ annee, montant, tableau_de_bord, ecart, saisi_par, saisi_le }) => [
    annee,
    montant,
    tableau_de_bord,
    ecart,
    saisi_par,
    saisi_le,
  ]),
}))
