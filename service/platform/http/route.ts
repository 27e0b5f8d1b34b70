import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { ProblemAnswer } from '#contract/problem'

export interface Call<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  request: FastifyRequest
  reply: FastifyReply
}

/** Whether the schema accepts anything. */
export const taken = (schema: z.ZodType) => !(schema instanceof z.ZodUndefined)

/** Files are streamed: their call parses the body itself. */
function bodyOf({ body, file }: Endpoint) {
  const json = taken(body) ? body : undefined
  if (file !== undefined) return { upload: { file, json } }
  return json && { body: json }
}

/** Serves one call of the contract: input is parsed before `answer` sees it, output before it is sent. */
export function route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Answer>,
  answer: (
    call: Call<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<z.input<Answer>> | z.input<Answer>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    config: { reads: endpoint.reads },
    schema: {
      summary: endpoint.summary,
      ...(taken(endpoint.params) && { params: endpoint.params }),
      ...(taken(endpoint.query) && { querystring: endpoint.query }),
      ...bodyOf(endpoint),
      response: {
        '4xx': ProblemAnswer,
        '5xx': ProblemAnswer,
        [endpoint.status]: endpoint.answer,
        ...(endpoint.otherStatus && { [endpoint.otherStatus]: endpoint.answer }),
      },
    },
    handler: async (request, reply) => {
      const { params, query, body } = request as Pick<
        Call<z.output<Params>, z.output<Query>, z.output<Body>>,
        'params' | 'query' | 'body'
      >
      const result = await answer({ params, query, body, request, reply })
      return reply.code(reply.statusCode === 200 ? endpoint.status : reply.statusCode).send(result)
    },
  })
}
