import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { Db } from '../database/connect'
import { remember } from '../database/remember'
import { readStamp } from '../database/stamp'
import { type Call, route } from '../http/route'

/** Answers that are kept of one call: of all its years, or of the days that people ask for. */
const MOST = 100

/** Where imports end faster than an answer is read, the last one stands. */
const MOST_ATTEMPTS = 5

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
  route(app, endpoint, async ({ params, query }) => {
    const stamp = await readStamp(db)
    return answers(stamp, JSON.stringify([params, query]), () =>
      ofOneState(db, stamp, () => read({ params, query })),
    )
  })
}

/** Asks again, a few times, where figures changed between the questions of one answer. */
async function ofOneState<Answer>(
  db: Db,
  stamp: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  let before = stamp
  for (let attempt = 1; ; attempt++) {
    const answer = await read()
    const after = await readStamp(db)
    if (after === before || attempt === MOST_ATTEMPTS) return answer
    before = after
  }
}
