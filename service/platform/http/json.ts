import type { FastifyInstance } from 'fastify'
import { Problem } from '../../problem'

const PROTO = new Problem(
  'invalide',
  'Aucune clé ne peut s’appeler «\u00A0__proto__\u00A0». Pour une valeur de ce nom, mettez une espace devant.',
)

/** Treats an empty body as none: calls without one also carry the JSON content type. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else
      void parse(request, String(body), (error, value) =>
        done(error && /"__proto__"\s*:/.test(String(body)) ? PROTO : error, value),
      )
  })
}
