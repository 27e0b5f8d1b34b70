import { type Campagne, type Couts, couts, coutsAnnees } from '#contract/couts'
import { formatMoney, plural } from '#figures/format'
import { defineClasseur, defineTable, defineYearTable } from '../../../tables/define.server'
import { dictionaryOf, donors, gifts, linked } from '../../../tables/links'
import { nameRow } from '../../../tables/others'
import type { Cell, Column } from '../../../ui/table'

/** When a campaign pays for itself, in words. */
function seuilOf({ seuil_mois, manque }: Campagne): string | null {
  if (manque !== null) return `Pas encore\u00A0: il manque ${formatMoney(manque)}`
  if (seuil_mois === null) return null
  return seuil_mois === 0 ? 'Le mois du premier don' : `${seuil_mois}\u00A0mois après`
}

/** What decides: what some campaigns cost and brought. */
const DECIDING: Column[] = [
  { title: 'Coût', format: 'montant' },
  { title: 'Montant', format: 'montant' },
  { title: 'Net', format: 'montant' },
  { title: 'Reçu pour 1\u00A0€', format: 'montant' },
  { title: 'Nouveaux', format: 'nombre' },
  { title: 'Coût par nouveau', format: 'montant' },
]

/** What else there is to know of a campaign. */
const MORE = [
  { title: 'Code', format: 'texte' },
  { title: 'Rentable', format: 'texte' },
  { title: 'Envois', format: 'nombre' },
  { title: 'Taux de retour', format: 'pourcentage' },
  { title: 'Coût par envoi', format: 'montant' },
  { title: 'Dons', format: 'nombre' },
  { title: 'Donateurs', format: 'nombre' },
  { title: 'Reçu une autre année', format: 'montant' },
] satisfies Column[]

interface Lists {
  dons: string
  donateurs: string
  nouveaux: string
}

const cellsOf = (row: Campagne, lists: Lists): Cell[] => [
  row.cout,
  row.montant,
  row.net,
  row.euros_par_euro,
  linked(row.nouveaux, lists.nouveaux),
  row.cout_par_nouveau,
  row.regroupe === null ? row.code : null,
  seuilOf(row),
  row.envois,
  row.taux_retour,
  row.cout_par_envoi,
  linked(row.donations, lists.dons),
  linked(row.donateurs, lists.donateurs),
]

function listsOf(annee: number, { code, regroupe }: Campagne): Lists {
  const donorsOf = (premier?: '1') =>
    regroupe === null
      ? donors({ ensemble: 'code', annee, axe: 'campagne', valeur: code, premier })
      : donors({ ensemble: 'autres_codes', annee, axe: 'campagne', premier })
  return {
    dons: gifts({ annee, ...(regroupe === null ? { campagne: code } : { autres: 'campagne' }) }),
    donateurs: donorsOf(),
    nouveaux: donorsOf('1'),
  }
}

const nothing = (cells: number) => Array.from<Cell>({ length: cells }).fill('–')

/** What costs and ratios are of, then all that came in: no row divides the one by the other. */
const totalsOf = (annee: number, { total, chiffrees }: Couts): Cell[][] => [
  [
    'Campagnes chiffrées',
    '–',
    total.cout,
    chiffrees.montant,
    total.net,
    total.euros_par_euro,
    linked(
      chiffrees.nouveaux,
      donors({ ensemble: 'campagnes_chiffrees', annee, premier: '1', avec_cout: '1' }),
    ),
    total.cout_par_nouveau,
    '–',
    '–',
    total.envois,
    total.taux_retour,
    total.cout_par_envoi,
    ...nothing(3),
  ],
  [
    'Rapports de',
    ...nothing(4),
    plural(chiffrees.rapports.euros_par_euro, 'campagne'),
    '–',
    plural(chiffrees.rapports.cout_par_nouveau, 'campagne'),
    ...nothing(3),
    plural(chiffrees.rapports.taux_retour, 'campagne'),
    plural(chiffrees.rapports.cout_par_envoi, 'campagne'),
    ...nothing(3),
  ],
  [
    'Toutes',
    ...nothing(2),
    total.montant,
    ...nothing(2),
    linked(total.nouveaux, donors({ ensemble: 'nouveaux', annee })),
    ...nothing(6),
    linked(total.donations, gifts({ annee })),
    linked(total.donateurs, donors({ ensemble: 'actifs', annee })),
    '–',
  ],
]

/** What each campaign of a year cost and brought. */
export const coutsParCampagne = defineYearTable('couts-campagnes', couts, (annee, year) => ({
  definition: 'couts',
  title: `Coût et rendement des campagnes de ${annee}`,
  columns: [
    { title: 'Campagne', key: 'campagne', format: 'texte' },
    { title: 'Famille', format: 'texte' },
    ...DECIDING,
    ...MORE.map((column) => ({ ...column, more: true })),
  ],
  rows: year.data.map((row) => [
    row.regroupe !== null || row.code === 'N/A'
      ? nameRow(row)
      : { value: row.nom ?? row.code, href: dictionaryOf(row.code) },
    row.famille,
    ...cellsOf(row, listsOf(annee, row)),
    row.ailleurs && row.ailleurs.donations > 0 ? row.ailleurs.montant : null,
  ]),
  totals: totalsOf(annee, year),
}))

/** What the campaigns of each family cost and brought; with one family, nothing that the other table does not say. */
export const coutsParFamille = defineYearTable('couts-familles', couts, (annee, { familles }) => ({
  definition: 'couts',
  title: `Coût et rendement par famille, ${annee}`,
  columns: [
    { title: 'Famille', format: 'texte' },
    { title: 'Campagnes avec un coût', format: 'nombre' },
    ...DECIDING,
  ],
  rows: familles.map((row) => [
    row.famille ?? 'Sans famille',
    row.campagnes,
    row.cout,
    row.montant,
    row.net,
    row.euros_par_euro,
    row.nouveaux,
    row.cout_par_nouveau,
  ]),
}))

/** The charity's own series: its campaigns with a cost or mailings, by financial year. */
export const coutsParExercice = defineTable('couts-par-exercice', coutsAnnees, ({ data }) => ({
  definition: 'couts',
  title: 'Campagnes avec un coût ou des envois, par exercice',
  columns: [
    { title: 'Exercice', format: 'annee' },
    { title: 'Campagnes', format: 'nombre' },
    { title: 'Coût', format: 'montant' },
    { title: 'Reçu', format: 'montant' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Nouveaux', format: 'nombre' },
    { title: 'Envois', format: 'nombre' },
    { title: 'Taux de retour', format: 'pourcentage' },
    { title: 'Reçu pour 1\u00A0€', format: 'montant' },
    { title: 'Coût par nouveau', format: 'montant' },
  ],
  rows: data.map((row) => [
    String(row.annee),
    row.campagnes,
    row.cout,
    row.montant,
    linked(row.donations, gifts({ annee: row.annee, chiffrees: '1' })),
    linked(
      row.nouveaux,
      donors({ ensemble: 'campagnes_chiffrees', annee: row.annee, premier: '1' }),
    ),
    row.envois,
    row.taux_retour,
    row.euros_par_euro,
    row.cout_par_nouveau,
  ]),
  byYear: true,
}))

/** The figures of one chart of it. */
const serie = (name: string, title: string, of: 'cout' | 'montant') =>
  defineTable(name, coutsAnnees, ({ data }) => ({
    definition: 'couts',
    title,
    columns: [
      { title: 'Exercice', format: 'annee' },
      { title, format: 'montant' },
    ],
    rows: data.map((row) => [String(row.annee), row[of]]),
    byYear: true,
  }))

export const coutsAnnuels = serie('couts-annuels', 'Coût des campagnes', 'cout')
export const recusAnnuels = serie(
  'recus-annuels',
  'Reçu des campagnes avec un coût ou des envois',
  'montant',
)

/** « 3 campagnes sur 12 ont un coût » */
export const coverageOf = ({ chiffrees, data }: Couts): string => {
  const all = data.reduce(
    (sum, { code, regroupe }) => sum + (regroupe ?? (code === 'N/A' ? 0 : 1)),
    0,
  )
  if (chiffrees.campagnes === 0) return 'Aucune de ces campagnes n’a encore de coût.'
  return `${plural(chiffrees.campagnes, 'campagne')} sur ${all} ${chiffrees.campagnes > 1 ? 'ont' : 'a'} un coût, pour ${formatMoney(chiffrees.montant)} reçus.`
}

/** The workbook of the screen. */
export const classeurCouts = defineClasseur('couts', 'Coûts des campagnes', {
  Campagnes: coutsParCampagne,
  'Par famille': coutsParFamille,
  'Coût par exercice': coutsAnnuels,
  'Reçu par exercice': recusAnnuels,
  'Par exercice': coutsParExercice,
})
