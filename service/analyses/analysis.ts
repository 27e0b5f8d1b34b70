import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { Config } from '../config'
import type { Db } from '../platform/database/connect'
import { remember } from '../platform/database/remember'
import { readStamp } from '../platform/database/stamp'
import { type Call, route } from '../platform/http/route'
import type { Rule } from './definition'

/** What an analysis is made of. */
export interface Given {
  config: Config
  db: Db
}

/** The parts of the page of definitions: a figure is explained in that of the screen where it stands first. */
export const SECTIONS = [
  'Dashboard',
  'Montants',
  'Nouveaux',
  'Actifs',
  'Donateurs',
  'Campagnes',
] as const

/** One analysis, what a file of this folder exports: the calls that it answers, and how its figures are made. */
export interface Analysis {
  calls?: readonly ((app: FastifyInstance, given: Given) => void)[]
  section?: (typeof SECTIONS)[number]
  /** By their codes, with the numbers of the year as examples. */
  definitions?: (
    given: Given,
    annee: number,
  ) => Promise<Record<string, Rule>> | Record<string, Rule>
}

/** Answers that are kept of one call: of all its years, or of the days that people ask for. */
const MOST = 100

/** Where imports end faster than an answer is read, the last one stands. */
const MOST_ATTEMPTS = 5

type Asked<Params, Query> = Given & Pick<Call<Params, Query, undefined>, 'params' | 'query'>

/**
 * A call that reads figures and nothing else: its answer is computed once while no figure changes, which matters where
 * many donors were excluded since the publication.
 */
export const call =
  <Params extends z.ZodType, Query extends z.ZodType, Answer extends z.ZodType>(
    endpoint: Endpoint<Params, Query, z.ZodUndefined, Answer>,
    read: (asked: Asked<z.output<Params>, z.output<Query>>) => Promise<z.input<Answer>>,
  ) =>
  (app: FastifyInstance, given: Given): void => {
    const answers = remember<string, z.input<Answer>>(MOST)
    route(app, endpoint, async ({ params, query }) => {
      const stamp = await readStamp(given.db)
      return answers(stamp, JSON.stringify([params, query]), () =>
        ofOneState(given.db, stamp, () => read({ ...given, params, query })),
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
