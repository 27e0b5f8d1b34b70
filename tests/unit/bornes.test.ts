import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listEndpoints } from '../support/contrat'

/** What the walk reads of a schema, as zod keeps it. */
interface Definition {
  type: string
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  in?: z.ZodType
  out?: z.ZodType
}

const definitionOf = (schema: z.ZodType) => schema.def as Definition

/** The most entries that a schema lets through: Infinity if it says none. */
function mostOf(schema: z.ZodType): number {
  if (schema instanceof z.ZodArray) {
    const checks = (schema.def.checks ?? []).map(({ _zod }) => _zod.def as { maximum?: number })
    return Math.min(...checks.map(({ maximum = Infinity }) => maximum), Infinity)
  }
  const { keyType } = definitionOf(schema)
  if (keyType instanceof z.ZodEnum) return keyType.options.length
  const { maxProperties } = schema.meta() ?? {}
  return typeof maxProperties === 'number' ? maxProperties : Infinity
}

/** Where a schema, or one that it is made of, has no bound. */
function unbounded(schema: z.ZodType, at: string): string[] {
  const {
    element,
    shape,
    innerType,
    keyType,
    valueType,
    options,
    in: from,
    out,
  } = definitionOf(schema)
  const parts: [string, z.ZodType | undefined][] = [
    ['[]', element],
    ...Object.entries(shape ?? {}).map(([name, part]): [string, z.ZodType] => [`.${name}`, part]),
    ['', innerType],
    ['{}', valueType],
    ...(options ?? []).map((part): [string, unknown] => ['', part]),
    ['', from],
    ['', out],
  ].filter((part): part is [string, z.ZodType] => part[1] instanceof z.ZodType)
  const own = (element ?? keyType) && mostOf(schema) === Infinity ? [at] : []
  return [...own, ...parts.flatMap(([name, part]) => unbounded(part as z.ZodType, at + name))]
}

const endpoints = await listEndpoints()

describe('[A1] Aucune réponse ne croît sans borne', () => {
  test('le parcours voit un tableau et un dictionnaire sans borne, où qu’ils soient', () => {
    const schema = z.object({
      libres: z.array(z.object({ textes: z.array(z.string()).max(3) })).nullable(),
      bornes: z.array(z.string()).max(3),
      nommes: z.record(z.enum(['a', 'b']), z.array(z.number())),
      mots: z.record(z.string(), z.string()).optional(),
    })
    expect(unbounded(schema, '')).toEqual(['.libres', '.nommes{}', '.mots'])
  })

  test('chaque tableau et chaque dictionnaire des réponses a son maximum', () => {
    expect(endpoints.length).toBeGreaterThan(60)
    const found = endpoints.flatMap((endpoint) =>
      'answer' in endpoint ? unbounded(endpoint.answer, endpoint.path) : [],
    )
    expect(found).toEqual([])
  })
})
