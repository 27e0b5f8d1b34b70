import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { CsvEndpoint, Endpoint } from '#contract/endpoint'

const folder = path.resolve('service/contract')

const isEndpoint = (value: unknown): value is Endpoint | CsvEndpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'summary' in value

/** Every call of the contract, those that answer files too. */
export async function listEndpoints(): Promise<(Endpoint | CsvEndpoint)[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const modules = await Promise.all(
    files.map((file) => import(path.join(folder, file)) as Promise<object>),
  )
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint))
}
