import { createHash } from 'node:crypto'
import type { Definition } from '#contract/definitions'
import { fraicheur } from '#contract/rafraichissement'
import { version } from '../../../../package.json'
import { atOneMoment } from '../../../classeur/moment.server'
import { readOrganisation } from '../../../organisation/organisation.server'
import { call } from '../../../service/service.server'
import { csvName, toCsv } from '../../../tables/csv.server'
import type { Table } from '../../../ui/table'
import { comparedWith } from '../../actifs/fidelite/table.server'
import { type Answers, previsionOf, readAnswers } from './answers.server'
import { drawAll } from './drawings.server'
import { shownTables, wholeTables } from './tables.server'

/** What vouches for a report's figures. */
interface Seal {
  /** The tables' CSV files, in hashing order. */
  files: string[]
  /** SHA-256 of these files, concatenated. */
  sha256: string
}

/** Hashes the complete CSV files of the tables: anyone can download and hash them again. */
function sealOf(tables: Table[]): Seal {
  const hash = createHash('sha256')
  for (const table of tables) hash.update(toCsv(table))
  return { files: tables.map(csvName), sha256: hash.digest('hex') }
}

/** Figures shown outside the tables, whose definitions are included too. */
const SHOWN = [
  'donateurs',
  'don-moyen',
  'reactivation',
  'acquisition',
  'couverture',
  'montants-fidelite',
  'montant-par-donateur',
  'concentration',
]

/** Definitions of the figures shown, in page order. */
function rulesOf({ rules, comparison }: Answers, tables: Table[]): Definition[] {
  const shown = new Set<string | undefined>([
    ...SHOWN,
    ...tables.map(({ definition }) => definition),
    ...(comparison.en_cours ? ['projection', 'prevision'] : []),
  ])
  return rules.sections.flatMap(({ definitions }) =>
    definitions.filter((one) => shown.has(one.code)),
  )
}

const COSTS = ['couts-campagnes', 'couts-par-exercice']

/** The report of a year, consistent in time. Throws a Refusal. */
export async function readRapport(request: Request, annee: number) {
  const { found, fraicheur: fresh } = await atOneMoment(
    () => call(fraicheur, {}, request),
    () => readAnswers(request, annee),
  )
  const tables = wholeTables(annee, found)
  const shown = shownTables(annee, tables, found)
  const isCosted = shown.exercices.rows.length > 0
  const whole = Object.values(tables).filter(
    ({ name, rows }) => rows.length > 0 && (isCosted || !COSTS.includes(name)),
  )
  return {
    annee,
    organisation: readOrganisation(),
    fraicheur: fresh,
    horizon: found.reach.horizon,
    produit: found.produit,
    comparison: found.comparison,
    weights: found.weights,
    prevision: previsionOf(found),
    aims: found.aims,
    regular: found.regular,
    loyalty: found.loyalty,
    before: comparedWith(found.loyalty, found.loyaltyByYear),
    chain: found.chain,
    publication: found.publication,
    arrete: found.arrete,
    drawings: drawAll(annee, found),
    tables: shown,
    rules: rulesOf(found, whole),
    seal: sealOf(whole),
    version,
    written: new Date().toISOString(),
  }
}

export type Rapport = Awaited<ReturnType<typeof readRapport>>
