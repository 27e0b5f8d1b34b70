import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ProblemAnswer } from '#contract/endpoint.ts'
import { isUnavailable } from '../database/unavailable'
import { Problem, type ProblemCode } from '../problem'

const STATUS: Record<ProblemCode, number> = {
  invalide: 422,
  introuvable: 404,
  conflit: 409,
  trop_grand: 413,
  trop_de_demandes: 429,
  refuse: 403,
  indisponible: 503,
}

/** The problem that a person can be told, or undefined where only an incident number helps. */
function toProblem(error: FastifyError | Error): Problem | undefined {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const first = error.validation[0]
    const champ = first?.instancePath.replace(/^\//, '').replaceAll('/', '.') ?? ''
    return new Problem('invalide', first?.message ?? 'La demande n’est pas valide.', { champ })
  }
  if (isUnavailable(error))
    return new Problem(
      'indisponible',
      'La base de données ne répond pas. Réessayez dans quelques instants.',
      { cause: error },
    )
  return undefined
}

/** Answers every error as `{ detail }` in French; what nobody expected gets an incident number, in the log too. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const problem = toProblem(error)
    if (problem) {
      const status = STATUS[problem.code]
      request.log[status >= 500 ? 'error' : 'info'](
        { code: problem.code, champ: problem.champ, err: status >= 500 ? error : undefined },
        'demande refusée',
      )
      const answer: ProblemAnswer = { detail: problem.message }
      if (problem.champ) answer.champ = problem.champ
      if (problem.etat) answer.etat = problem.etat
      return reply.code(status).send(answer)
    }
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
    if (status < 500) {
      request.log.info({ code: error.code, statut: status }, 'demande illisible')
      const detail =
        status === 415
          ? 'Ce format n’est pas accepté ici. Envoyez un formulaire avec un fichier, ou du JSON.'
          : 'La demande n’est pas lisible. Rechargez la page et recommencez.'
      return reply.code(status).send({ detail })
    }
    request.log.error({ err: error }, 'erreur inattendue')
    return reply.code(500).send({
      detail: `Une erreur inattendue s’est produite. Réessayez ; si elle revient, signalez l’incident ${request.id}.`,
      incident: request.id,
    })
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ detail: 'Cette adresse n’existe pas.' }),
  )
}
