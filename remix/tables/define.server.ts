import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { Table } from '../ui/table'
import { ofAll, type Reader } from './readers.server'

/** A table of one call: the loader builds it from the call's answer, and its file has the same name and content. */
export interface TableDefinition<Answer> {
  name: string
  build: (answer: Answer) => Table
  read: Reader
}

/**
 * Defines a table once, for its screen and for its file. Exported by a `*.server.ts` file of this folder, it can be
 * downloaded without being listed anywhere.
 */
export function defineTable<Answer extends z.ZodType>(
  name: string,
  endpoint: Endpoint<z.ZodUndefined, z.ZodUndefined, z.ZodUndefined, Answer>,
  content: (answer: z.output<Answer>) => Omit<Table, 'name'>,
): TableDefinition<z.output<Answer>> {
  const build = (answer: z.output<Answer>): Table => ({ name, ...content(answer) })
  return { name, build, read: ofAll(endpoint, build) }
}

const isDefinition = (value: unknown): value is TableDefinition<unknown> =>
  typeof value === 'object' && value !== null && 'build' in value && 'read' in value

/** The tables that modules export, by name; throws if two have one name. */
export function collectTables(modules: Record<string, object>): Record<string, Reader> {
  const tables = Object.values(modules).flatMap((module) =>
    Object.values(module).filter(isDefinition),
  )
  const readers = Object.fromEntries(tables.map(({ name, read }) => [name, read]))
  if (Object.keys(readers).length < tables.length) throw new Error('Two tables have one name')
  return readers
}
