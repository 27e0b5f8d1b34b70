import type { CellObject, Row } from 'write-excel-file/node'
import type { AxeCroise } from '#contract/axes'
import type { Parts } from '#contract/croisements'
import type { Definition, Definitions } from '#contract/definitions'
import type { Fraicheur } from '#contract/rafraichissement'
import type { Suspects } from '#contract/suspects'
import { PAS_CHERCHES } from '#figures/attente'
import { weightOf } from '#figures/suspects'
import { MESURES } from '../screens/campagnes/ventilation/table.server'
import { MESURES as MESURES_CROISEES, nameAxe, namePart } from '../tables/axes'
import { newer } from '../ui/freshness'
import type { Format, Table, Value } from '../ui/table'
import { cellOf } from './cells.server'
import type { Sheet } from './library'
import { headingRow } from './sheet.server'
import { heightFor } from './size'

export const LAST_SHEET = 'Définitions et fraîcheur'

/** What the sheet says of the workbook. */
export interface About {
  titre: string
  /** The request: the year and the screen's other choices. */
  asked: Record<string, string | number>
  tables: [sheet: string, table: Table][]
  definitions: Definitions
  fraicheur: Fraicheur
  /** The last day of the data; null without any. */
  horizon: string | null
  /** What the donors to review weigh in the year. */
  suspects: Suspects
  version: string
  written: Date
}

const COLUMNS = [
  ['Feuille', 29],
  ['Tableau', 30],
  ['Chiffre', 22],
  ['Formule', 46],
  ['Périmètre', 36],
  ['Exemple', 36],
  ['Version de la règle', 11],
  ['Depuis', 12],
] as const

const CHOICES: Record<string, [label: string, format: Format, value?: (asked: string) => string]> =
  {
    annee: ['Année', 'annee'],
    au: ['Jusqu’au', 'jour'],
    axe: ['Axe', 'texte', (asked) => nameAxe(asked as AxeCroise)],
    mesure: [
      'Mesure',
      'texte',
      (asked) => new Map<string, string>([...MESURES, ...MESURES_CROISEES]).get(asked) ?? asked,
    ],
    lignes: ['Lignes', 'texte', (asked) => nameAxe(asked as AxeCroise)],
    colonnes: ['Colonnes', 'texte', (asked) => nameAxe(asked as AxeCroise)],
    avec: ['Comparée à', 'annee'],
    parts: ['En parts', 'texte', (asked) => namePart(asked as Parts)],
  }

function chosen([name, asked]: [string, string | number]): Row {
  const [label, format, value] = CHOICES[name] ?? [name, 'texte']
  return fact(label, typeof asked === 'string' && value ? value(asked) : asked, format)
}

const PLACE = { align: 'left', alignVertical: 'top' } as const satisfies CellObject

const cell = (value: Value, format: Format = 'texte') => ({
  ...PLACE,
  ...cellOf(value, { format }),
})

/** Separates each text from the previous one. */
const indentAt = (at: number) => (at === 0 ? 0 : 1)

const indented = (cells: CellObject[]): Row =>
  cells.map((one, at) => ({ ...one, indent: indentAt(at) }))

const fact = (label: string, value: Value, format?: Format): Row =>
  indented([{ ...cell(label), fontWeight: 'bold' }, cell(value, format)])

function facts({ titre, asked, fraicheur, horizon, suspects, version, written }: About): Row[] {
  const { calcule_le, exclusions_comprises } = fraicheur
  const [first] = suspects.mesures
  const toReview = [
    ...(first ? [weightOf(suspects.donateurs, first, suspects.annee)] : []),
    ...(fraicheur.suspects_attendus ? [PAS_CHERCHES] : []),
  ]
  return [
    fact('Écran', titre),
    ...Object.entries(asked).map(chosen),
    fact('Données calculées le', calcule_le ?? 'pas encore calculées', 'instant'),
    fact('Exclusions depuis ce calcul', exclusions_comprises ? 'comprises' : 'pas comprises'),
    fact('En attente', newer(fraicheur) || 'rien'),
    fact('Dernier jour des données', horizon ?? 'aucun don enregistré', 'jour'),
    ...(toReview.length > 0 ? [fact('À vérifier d’abord', toReview.join('\u202F; '))] : []),
    fact('Classeur écrit le', written.toISOString(), 'instant'),
    fact('Application', `Analyse - Gestion des Dons, version ${version}`),
  ]
}

/** A sheet with the rule of its figures. */
function rule(sheet: string, { title }: Table, found: Definition | undefined): Row {
  const texts = [
    sheet,
    title,
    found?.titre ?? '',
    found?.formule ?? '',
    found?.perimetre ?? '',
    found?.exemple ?? '',
  ]
  const height = heightFor(texts.map((text, at) => ({ text, width: COLUMNS[at]?.[1] ?? 0 })))
  return indented([
    ...texts.map((text) => ({ ...cell(text), wrap: true, height })),
    cell(found?.version ?? null, 'annee'),
    cell(found?.depuis ?? null, 'jour'),
  ])
}

/** The last sheet: the workbook's subject, freshness and definitions. */
export function definitionsSheet(about: About): Sheet {
  const all = about.definitions.sections.flatMap(({ definitions }) => definitions)
  return {
    sheet: LAST_SHEET,
    data: [
      ...facts(about),
      [],
      headingRow(
        COLUMNS.map(([title, width], at) => ({
          title,
          width,
          align: 'left',
          indent: indentAt(at),
        })),
      ),
      ...about.tables.map(([sheet, table]) =>
        rule(
          sheet,
          table,
          all.find(({ code }) => code === table.definition),
        ),
      ),
    ],
    columns: COLUMNS.map(([, width]) => ({ width })),
    orientation: 'landscape',
  }
}
