import type { Readable } from 'node:stream'
import writeXlsxFile from 'write-excel-file/node'
import { definitions } from '#contract/definitions'
import { horizon } from '#contract/horizon'
import { fraicheur } from '#contract/rafraichissement'
import { suspects } from '#contract/suspects'
import { thisYear } from '#figures/today'
import { version } from '../../package.json'
import { call } from '../service/service.server'
import type { Classeur } from '../tables/define.server'
import type { Table } from '../ui/table'
import { type About, definitionsSheet, LAST_SHEET } from './definitions.server'
import type { Sheet } from './library'
import { atOneMoment } from './moment.server'
import { printing } from './print.server'
import { sheetOf } from './sheet.server'

/** Streams a workbook; each sheet prints under its title. */
export function writeClasseur(sheets: { sheet: Sheet; title: string }[]): Promise<Readable> {
  const file = writeXlsxFile(
    sheets.map(({ sheet }) => sheet),
    {
      fontFamily: 'Calibri',
      fontSize: 11,
      features: [printing(sheets.map(({ title }) => title))],
    },
  )
  return (file.toStream as () => Promise<Readable>)()
}

type Tables = [sheet: string, table: Table][]

const tells = ({ rows }: Table) => rows.some(([, ...cells]) => cells.some((cell) => cell !== null))

async function readTables({ feuilles, selon }: Classeur, request: Request, query: URLSearchParams) {
  const asked = Object.entries(feuilles).filter(([sheet]) => {
    const parameter = selon[sheet]
    return parameter === undefined || Boolean(query.get(parameter))
  })
  const tables = await Promise.all(
    asked.map(async ([sheet, { read }]): Promise<Tables[number]> => [
      sheet,
      await read(request, query),
    ]),
  )
  return tables.filter(([sheet, table]) => !(sheet in selon) || tells(table))
}

/** Merges the tables' queries; which of the aims a sheet is about, its title says. */
function askedOf(tables: Tables): About['asked'] {
  const queries = tables.map(([, { query }]) => query)
  const { objectif: _, ...asked } = Object.assign({}, ...queries) as About['asked']
  return asked
}

async function readAll(ecran: Classeur, request: Request, query: URLSearchParams) {
  const [tables, { horizon: day }] = await Promise.all([
    readTables(ecran, request, query),
    call(horizon, {}, request),
  ])
  const asked = askedOf(tables)
  const annee = Number(asked['annee'] ?? day?.slice(0, 4) ?? thisYear())
  const [rules, weights] = await Promise.all([
    call(definitions, { params: { annee } }, request),
    call(suspects, { params: { annee } }, request),
  ])
  return { tables, asked, horizon: day, definitions: rules, suspects: weights }
}

/** Streams a screen's workbook, and returns what its name depends on. Throws a Refusal. */
export async function openClasseur(
  ecran: Classeur,
  request: Request,
  query: URLSearchParams,
): Promise<{ asked: About['asked']; bytes: Readable }> {
  const { found, ...fresh } = await atOneMoment(
    () => call(fraicheur, {}, request),
    () => readAll(ecran, request, query),
  )
  const { tables, asked } = found
  const about = { ...found, ...fresh, titre: ecran.titre, version, written: new Date() }
  const bytes = await writeClasseur([
    ...tables.map(([sheet, table]) => ({ sheet: sheetOf(sheet, table), title: table.title })),
    { sheet: definitionsSheet(about), title: `${ecran.titre}\u00A0: ${LAST_SHEET}` },
  ])
  return { asked, bytes }
}
