import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CsvEndpoint } from '#contract/endpoint'
import { ProblemAnswer } from '#contract/problem'
import { boundToNow } from '../database/abandon'
import { taken } from './route'

/** A file under the name that a browser saves it as; its lines are read as fast as they are sent. */
export interface CsvFile {
  name: string
  lines: AsyncIterable<string>
}

interface Asked<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  request: FastifyRequest
}

/** Serves a CSV file of the contract: what the call takes is parsed before `open` sees it. */
export function csvRoute<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType>(
  app: FastifyInstance,
  endpoint: CsvEndpoint<Params, Query, Body>,
  open: (
    asked: Asked<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<CsvFile> | CsvFile,
): void {
  app.route({
    method: taken(endpoint.body) ? 'POST' : 'GET',
    url: endpoint.path,
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    schema: {
      summary: endpoint.summary,
      ...(taken(endpoint.params) && { params: endpoint.params }),
      ...(taken(endpoint.query) && { querystring: endpoint.query }),
      ...(taken(endpoint.body) && { body: endpoint.body }),
      response: {
        200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
        '4xx': ProblemAnswer,
        '5xx': ProblemAnswer,
      },
    },
    handler: async (request, reply) => {
      const asked = {
        params: request.params as z.output<Params>,
        query: request.query as z.output<Query>,
        body: request.body as z.output<Body>,
        request,
      }
      const { name, lines } = await open(asked)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(boundToNow(lines)))
    },
  })
}
