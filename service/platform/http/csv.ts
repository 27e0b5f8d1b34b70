import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CsvEndpoint } from '#contract/endpoint'
import { ProblemAnswer } from '#contract/problem'
import { Abandoned, boundToNow } from '../database/abandon'
import type { Db } from '../database/connect'
import { note } from './exports'
import { createMake, type Make } from './files/files'
import { readPersonne } from './identite'
import { taken } from './route'

declare module 'fastify' {
  interface FastifyInstance {
    makeFile: Make
    journalOfFiles: Db
  }
}

/** A CSV file under its download name; the journal notes its query, or what is `noted` in place of it. */
export interface CsvFile {
  name: string
  lines: AsyncIterable<string>
  noted?: object
}

/** Sets the spool folder of files being sent, and the journal that notes them; call before the routes that serve any. */
export function keepFilesIn(
  app: FastifyInstance,
  { folder, journal }: { folder: string; journal: Db },
): void {
  app.decorate('makeFile', createMake(folder))
  app.decorate('journalOfFiles', journal)
}

/** Fastify reports stream errors until the response ends; those after the reader left concern nobody. */
const untold = (stream: Readable): Readable => stream.on('error', () => undefined)

/** Yields `first`, then the rest of the iterator. */
async function* resume<Item>(first: IteratorResult<Item>, rest: AsyncIterator<Item>) {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

interface Asked<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  request: FastifyRequest
}

/**
 * Serves a file of the contract: input is parsed before `open` sees it. Waits for a slot and the first bytes before
 * sending the status; later failures break the connection.
 */
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
    config: { reads: true },
    schema: {
      summary: endpoint.summary,
      ...(taken(endpoint.params) && { params: endpoint.params }),
      ...(taken(endpoint.query) && { querystring: endpoint.query }),
      ...(taken(endpoint.body) && { body: endpoint.body }),
      response: {
        200: { description: 'The file', content: { [endpoint.type]: { schema: z.string() } } },
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
      const leaving = new AbortController()
      reply.raw.once('close', () => leaving.abort(new Abandoned()))
      const { name, lines, noted = asked.query as object } = await open(asked)
      const made = await app.makeFile(readPersonne(request), boundToNow(lines), leaving.signal)
      const { journal, type } = endpoint
      const sent = journal
        ? note(app.journalOfFiles, request, { fichier: journal.code, query: noted, type })(
            made.read(),
          )
        : made.read()
      const parts = boundToNow(sent)[Symbol.asyncIterator]()
      const first = await parts.next()
      if (made.length !== undefined) reply.header('content-length', made.length)
      return reply
        .type(`${type}; charset=utf-8`)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(untold(Readable.from(resume(first, parts))))
    },
  })
}
