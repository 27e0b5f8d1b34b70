import type { ServerResponse } from 'node:http'
import { PROTECTIONS } from '#edge/headers'

/** Completes the headers of an answer in the moment they are sent, and never replaces one that is set. */
export function completeHeaders(response: ServerResponse, own: Record<string, string>): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    const given = args.find((arg) => typeof arg === 'object') as object | undefined
    const names = new Set(Object.keys(given ?? {}).map((name) => name.toLowerCase()))
    for (const [name, value] of Object.entries({ ...PROTECTIONS, ...own }))
      if (!names.has(name) && !response.hasHeader(name)) response.setHeader(name, value)
    return writeHead(...args)
  }
}
