import type { FastifyInstance } from 'fastify'
import { refusalOf } from './problems'

interface Taken {
  parts: string[]
  methods: string[]
}

/** Whether a path segment matches a route's: `:id.csv` matches anything with that suffix. */
const isTaken = (part: string, given: string): boolean =>
  part.startsWith(':') ? given.endsWith(part.replace(/^:\w+/, '')) : part === given

/** Whether a path matches a route like `/api/upload/:id.csv` or `/docs/*`, segment by segment. */
function stands(parts: string[], given: string[]): boolean {
  const isOpen = parts.at(-1) === '*'
  const fixed = isOpen ? parts.slice(0, -1) : parts
  if (isOpen ? given.length < parts.length : given.length !== parts.length) return false
  return fixed.every((part, at) => isTaken(part, given[at] ?? ''))
}

/** The path without query, decoded as the router does. */
const pathOf = (url: string): string => decodeURI(url.split(/[?#]/, 1)[0] ?? '')

/**
 * Replies to unrouted requests before reading their body: 405 if the path exists under other methods, else 404. Call
 * before registering the first route.
 */
export function answerUnrouted(app: FastifyInstance): void {
  const routes: Taken[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ parts: url.split('/'), methods: [method].flat() })
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const given = pathOf(request.url).split('/')
    const allowed = routes
      .filter(({ parts }) => stands(parts, given))
      .flatMap(({ methods }) => methods)
    if (allowed.length === 0 || allowed.includes(request.method))
      return reply.code(404).send(refusalOf(404))
    return reply
      .code(405)
      .header('allow', [...new Set(allowed)].sort().join(', '))
      .send(refusalOf(405))
  })
  // Missing static files of /docs end up here.
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(refusalOf(404)))
}
