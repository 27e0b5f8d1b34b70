import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'

/** A parameter without a value, as a form sends an empty field, is none: `?year=` names no year. */
const withoutEmpty = (query: object): object =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** Validates the input of a call; the messages are French. */
export const checkInput: FastifySchemaCompiler<z.ZodType> = (route) => {
  const check = validatorCompiler(route)
  return route.httpPart === 'querystring' ? (query: object) => check(withoutEmpty(query)) : check
}
