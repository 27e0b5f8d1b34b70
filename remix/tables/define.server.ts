import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { Annee, type AnneeParams } from '#contract/values'
import { formatWeight } from '#figures/format'
import { thisYear } from '#figures/today'
import { Refusal } from '../service/refusal.server'
import { call } from '../service/service.server'
import { inOrder } from '../ui/sorting'
import type { Download, ShownTable, Table } from '../ui/table'
import { csvWeight } from './csv.server'

/** Reads a table afresh for its file; `query` comes from the file's URL. */
export type Reader = (request: Request, query: URLSearchParams) => Promise<Table>

/** A table: its loader builds it from what it read, and its file has the same name and content. */
export interface TableDefinition<Read extends unknown[]> {
  name: string
  build: (...read: Read) => ShownTable
  read: Reader
}

type Content = Omit<Table, 'name'>
type Nothing = z.ZodUndefined
type Whole<Answer extends z.ZodType> = Endpoint<Nothing, Nothing, Nothing, Answer>
type Yearly<Answer extends z.ZodType> = Endpoint<typeof AnneeParams, Nothing, Nothing, Answer>

/**
 * Defines a table from one call without parameters, once for both screen and file. Exported by a `*.server.ts` file of
 * this folder, it becomes downloadable without being registered.
 */
export const defineTable = <Answer extends z.ZodType>(
  name: string,
  endpoint: Whole<Answer>,
  content: (answer: z.output<Answer>) => Content,
): TableDefinition<[answer: z.output<Answer>]> =>
  defineTableOf<[answer: z.output<Answer>]>(
    name,
    async (request) => [await call<Whole<Answer>>(endpoint, {}, request)],
    content,
  )

/** Defines a table from one call about a year, named by the file's URL. */
export const defineYearTable = <Answer extends z.ZodType>(
  name: string,
  endpoint: Yearly<Answer>,
  content: (annee: number, answer: z.output<Answer>) => Content,
): TableDefinition<[annee: number, answer: z.output<Answer>]> =>
  defineTableOf<[annee: number, answer: z.output<Answer>]>(
    name,
    async (request, query) => {
      const annee = readAnnee(query)
      return [annee, await call<Yearly<Answer>>(endpoint, { params: { annee } }, request)]
    },
    (annee, answer) => ({ ...content(annee, answer), query: { annee } }),
  )

/** Defines a table from other calls, made by `read` for the file. */
export function defineTableOf<Read extends [unknown, ...unknown[]]>(
  name: string,
  read: (request: Request, query: URLSearchParams) => Promise<Read>,
  content: (...read: Read) => Content,
): TableDefinition<Read> {
  const tableOf = (...args: Read): Table => ({ name, ...content(...args) })
  return {
    name,
    build: (...args) => {
      const table = tableOf(...args)
      return { ...table, ...latestOf(table), download: downloadOf(table) }
    },
    read: async (request, query) => inOrder(tableOf(...(await read(request, query))), query),
  }
}

/** Maximum cells of a table per page: a row of a dozen links weighs 3 kB. */
const CELLS = 2_500

/** The rows of a table by year shown on screen. */
function latestOf({ byYear, columns, rows }: Table): Pick<ShownTable, 'rows' | 'omitted'> {
  const most = byYear ? Math.floor(CELLS / columns.length) : rows.length
  return { rows: rows.slice(-most), omitted: Math.max(0, rows.length - most) }
}

/** Link to the table's CSV file, with its size. */
function downloadOf(table: Table): Download {
  const query = Object.entries(table.query ?? {}).map(([name, value]) => [name, String(value)])
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  return {
    href: `/telechargements/${table.name}.csv${search}`,
    text: `Télécharger «\u00A0${table.title}\u00A0» (CSV, ${formatWeight(csvWeight(table))})`,
  }
}

/** The year in a URL, or the current one; throws a Refusal if invalid. */
export function readAnnee(query: URLSearchParams): number {
  const asked = query.get('annee')
  if (!asked) return thisYear()
  const annee = Annee.safeParse(asked)
  if (annee.success) return annee.data
  const detail = annee.error.issues[0]?.message ?? 'Cette année n’est pas valide.'
  throw new Refusal(422, { detail, code: 'invalide', champ: 'annee' })
}

/** A screen's workbook: its heading and its tables in order, one per sheet. */
export interface Classeur {
  /** Last segment of the screen's address. */
  ecran: string
  titre: string
  feuilles: Readonly<Record<string, { name: string; read: Reader }>>
  /** Of a sheet that is there only where it is asked for and tells something: the parameter that asks. */
  selon: Readonly<Record<string, string>>
}

/** Defines a workbook; exported by a file of this folder, it has its address too. */
export const defineClasseur = (
  ecran: string,
  titre: string,
  feuilles: Classeur['feuilles'],
  selon: Classeur['selon'] = {},
): Classeur => ({ ecran, titre, feuilles, selon })

const isClasseur = (value: unknown): value is Classeur =>
  typeof value === 'object' && value !== null && 'feuilles' in value

const isDefinition = (value: unknown): value is TableDefinition<unknown[]> =>
  typeof value === 'object' && value !== null && 'build' in value && 'read' in value

const valuesOf = (modules: Record<string, object>): unknown[] =>
  Object.values(modules).flatMap((module) => Object.values(module) as unknown[])

/** Tables exported by modules, by name; throws on duplicate names. */
export function collectTables(modules: Record<string, object>): Record<string, Reader> {
  const readers: Record<string, Reader> = {}
  for (const { name, read } of valuesOf(modules).filter(isDefinition)) {
    if (Object.hasOwn(readers, name)) throw new Error(`Two tables have one name: ${name}`)
    readers[name] = read
  }
  return readers
}

/** Workbooks exported by modules, by their screen. */
export const collectClasseurs = (modules: Record<string, object>): Record<string, Classeur> =>
  Object.fromEntries(
    valuesOf(modules)
      .filter(isClasseur)
      .map((classeur) => [classeur.ecran, classeur]),
  )
