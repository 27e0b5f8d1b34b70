import { AXES, QUESTIONS } from '#contract/axes'
import type { Codes } from '#contract/codes'
import { SHORT_MONTHS } from '#figures/format'
import { AXES_VENTILES } from '../../tables/axes'
import { departementChoices, regionChoices } from '../../tables/lieux'
import type { Filter } from '../../ui/filter-form'
import { codeFilter } from './code-filter'

const monthName = (month: string) => SHORT_MONTHS[Number(month) - 1] ?? ''

const MONTHS = SHORT_MONTHS.map((name, at): [string, string] => [String(at + 1), name])

/** Month choices, plus the URL's if it is a range: `1-6` is `Jan à Juin`. */
const monthChoices = (mois: string | undefined): [string, string][] => [
  ['', 'Toute l’année'],
  ...MONTHS,
  ...(mois?.includes('-')
    ? [[mois, mois.split('-').map(monthName).join(' à ')] as [string, string]]
    : []),
]

/** Set by links to codes without their own row. */
const OTHERS: Filter = {
  name: 'autres',
  label: 'Codes réunis sous «\u00A0Autres\u00A0»',
  choices: [['', 'Tous les codes'], ...AXES_VENTILES],
}

/** Set by links to a family's gifts. */
const FAMILLE: Filter = { name: 'famille', label: 'Famille de campagnes' }

/** Set by links to the gifts of the campaigns with a cost or mailings. */
const CHIFFREES: Filter = {
  name: 'chiffrees',
  label: 'Campagnes',
  choices: [
    ['', 'Toutes'],
    ['1', 'avec un coût ou des envois'],
  ],
}

/** Set by links to gifts of one amount on one day. */
const EXACT: Filter[] = [
  { name: 'le', label: 'Le', type: 'date' },
  { name: 'montant', label: 'Montant exact (€)' },
]

/** Set by links to the gifts of some donors of the year, as a crossing counts them. */
const ofDonors = (tranches: [string, string][]): Filter[] => [
  { name: 'departement', label: 'Département', choices: departementChoices() },
  { name: 'region', label: 'Région', choices: regionChoices() },
  { name: 'sans', label: 'Sans les codes' },
  {
    name: 'profil',
    label: 'Campagnes du donateur dans l’année',
    choices: [
      ['', 'Toutes'],
      ['PRODUIT', 'sans VFL'],
      ['VFL', 'VFL uniquement'],
      ['MIXTE', 'les deux'],
    ],
  },
  {
    name: 'total',
    label: 'Total du donateur dans l’année (€)',
    choices: [['', 'Tous'], ...tranches],
  },
  ...QUESTIONS.map((axe): Filter => ({
    name: axe,
    label: AXES[axe].filtre,
    choices: [
      ['', 'Tous'],
      ...Object.entries(AXES[axe].reponses).map(([code, { choix }]): [string, string] => [
        code,
        choix,
      ]),
    ],
  })),
]

/** Filters of a year's gifts; `tranches`: amount bands with their titles; `codes`: those that exist, if known. */
export const donationFilters = (
  asked: Record<string, string>,
  tranches: [string, string][],
  codes: Codes | null,
): Filter[] => [
  { name: 'mois', label: 'Mois', choices: monthChoices(asked['mois']) },
  { name: 'au', label: 'Jusqu’au', type: 'date' },
  { name: 'tranche', label: 'Tranche (€)', choices: [['', 'Tous'], ...tranches] },
  { name: 'montant_min', label: 'Montant ≥ (€)' },
  { name: 'contact_id', label: 'Contact' },
  ...(['media', 'campagne', 'origine', 'produit'] as const).map((axe) =>
    codeFilter(axe, AXES[axe].nom, codes, asked[axe]),
  ),
  ...(asked['famille'] === undefined ? [] : [FAMILLE]),
  ...(asked['chiffrees'] === undefined ? [] : [CHIFFREES]),
  ...EXACT.filter(({ name }) => asked[name] !== undefined),
  ...(asked['autres'] === undefined ? [] : [OTHERS]),
  ...ofDonors(tranches).filter(({ name }) => asked[name] !== undefined),
  {
    name: 'dons',
    label: 'Statistiques',
    choices: [
      ['', 'Toutes les donations'],
      ['1', 'dons comptés seulement'],
      ['0', 'hors statistiques seulement'],
    ],
  },
]
