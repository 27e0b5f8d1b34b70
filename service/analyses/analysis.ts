import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { Config } from '../config'
import type { Db } from '../platform/database/connect'
import { remember } from '../platform/database/remember'
import { readStamp } from '../platform/database/stamp'
import { type Call, route } from '../platform/http/route'
import type { Ahead } from './ahead'
import type { Rule } from './definition'

/** Dependencies of an analysis. */
export interface Given {
  config: Config
  db: Db
  ahead: Ahead
}

/** Sections of the definitions page: a figure is explained under the screen where it first appears. */
export const SECTIONS = [
  'Dashboard',
  'Montants',
  'Nouveaux',
  'Actifs',
  'Donateurs',
  'Campagnes',
] as const

/** An analysis, exported by each file of this folder: the calls it serves, and the definitions of its figures. */
export interface Analysis {
  calls?: readonly ((app: FastifyInstance, given: Given) => void)[]
  section?: (typeof SECTIONS)[number]
  /** By code, with the year's figures as examples. */
  definitions?: (
    given: Given,
    annee: number,
  ) => Promise<Record<string, Rule>> | Record<string, Rule>
}

/** Cached responses per call: enough for all years, or for the days requested. */
const MOST = 100

/** If imports keep completing faster than a response is computed, the last one is returned. */
const MOST_ATTEMPTS = 5

type Asked<Params, Query> = Given & Pick<Call<Params, Query, undefined>, 'params' | 'query'>

/**
 * A read-only call on figures: its response is cached while no figure changes, which matters when many donors were
 * excluded since the publication, and asked ahead after the next one where it took long.
 */
export const call =
  <Params extends z.ZodType, Query extends z.ZodType, Answer extends z.ZodType>(
    endpoint: Endpoint<Params, Query, z.ZodUndefined, Answer>,
    read: (asked: Asked<z.output<Params>, z.output<Query>>) => Promise<z.input<Answer>>,
  ) =>
  (app: FastifyInstance, given: Given): void => {
    const answers = remember<string, z.input<Answer>>(MOST)
    route(app, endpoint, async ({ params, query }) => {
      const key = JSON.stringify([params, query])
      const ask = async () => {
        const stamp = await readStamp(given.db)
        return answers(stamp, key, () =>
          ofOneState(given.db, stamp, () => read({ ...given, params, query })),
        )
      }
      const begun = performance.now()
      const answer = await ask()
      given.ahead.note(endpoint.path + key, performance.now() - begun, ask)
      return answer
    })
  }

/** Retries, a few times, if figures changed between the queries of one response. */
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
