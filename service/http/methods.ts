import type { FastifyInstance } from 'fastify'
import { refusalOf } from './problems'

interface Taken {
  path: RegExp
  methods: string[]
}

/** `/api/upload/:type.csv` as the addresses that it stands for. */
function patternOf(url: string): RegExp {
  const literal = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]*').replace(/\*/g, '.*')}$`)
}

/** The address without its query, decoded as the router does. */
const pathOf = (url: string): string => decodeURI(url.split(/[?#]/, 1)[0] ?? '')

/**
 * Answers what no route takes, before its body is read: 405 where the address is known under other methods, else 404.
 * To be called before the first route is registered.
 */
export function answerUnrouted(app: FastifyInstance): void {
  const routes: Taken[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ path: patternOf(url), methods: [method].flat() })
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const path = pathOf(request.url)
    const allowed = routes
      .filter((route) => route.path.test(path))
      .flatMap(({ methods }) => methods)
    if (allowed.length === 0 || allowed.includes(request.method))
      return reply.code(404).send(refusalOf(404))
    return reply
      .code(405)
      .header('allow', [...new Set(allowed)].sort().join(', '))
      .send(refusalOf(405))
  })
  // A file that is missing among those of /docs comes here by itself.
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(refusalOf(404)))
}
