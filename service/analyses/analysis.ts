import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { Db } from '../database/connect'
import { remember } from '../database/remember'
import { readStamp } from '../database/stamp'
import { type Call, route } from '../http/route'

/** Answers that are kept of one call: of all its years, or of the days that people ask for. */
const MOST = 100

type Asked<Params, Query> = Pick<Call<Params, Query, undefined>, 'params' | 'query'>

/**
 * Serves a call that reads figures and nothing else: its answer is computed once while no figure changes, which matters
 * where many donors were excluded since the publication.
 */
export function analysis<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Answer extends z.ZodType,
>(
  app: FastifyInstance,
  db: Db,
  endpoint: Endpoint<Params, Query, z.ZodUndefined, Answer>,
  read: (asked: Asked<z.output<Params>, z.output<Query>>) => Promise<z.input<Answer>>,
): void {
  const answers = remember<string, z.input<Answer>>(MOST)
  route(app, endpoint, async ({ params, query }) =>
    answers(await readStamp(db), JSON.stringify([params, query]), () => read({ params, query })),
  )
}
