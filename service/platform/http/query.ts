import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'

/** Drops parameters with an empty value, as forms send them: `?year=` means no year. */
const withoutEmpty = (query: object): object =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** Validates a call's input, with messages in French. */
export const checkInput: FastifySchemaCompiler<z.ZodType> = (route) => {
  const check = validatorCompiler(route)
  return route.httpPart === 'querystring' ? (query: object) => check(withoutEmpty(query)) : check
}
