import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProblemAnswer, ProblemCode } from '#contract/problem'
import { PROTECTIONS } from '#edge/headers'
import { UNREADABLE } from '#edge/unreadable'
import { Problem } from '../../problem'
import { Abandoned } from '../database/abandon'
import { faultOf, isUnavailable } from '../database/errors'

/** French plurals start above one. */
const some = (count: number | bigint, word: string) => `${count} ${word}${count > 1 ? 's' : ''}`

const TYPES: Record<string, string> = {
  number: 'Un nombre est attendu.',
  nan: 'Un nombre est attendu.',
  int: 'Un nombre entier est attendu.',
  string: 'Un texte est attendu.',
  object: 'Des champs sont attendus, en JSON.',
}

/** French messages for values the contract has no own sentence for; zod's are English. */
const explain: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'Cette valeur est obligatoire.'
      : (TYPES[issue.expected] ?? 'Cette valeur n’est pas du type attendu.')
  if (issue.code === 'invalid_value')
    return `Une valeur parmi ${issue.values.map(String).join(', ')} est attendue.`
  if (issue.code === 'too_small')
    return issue.origin === 'string'
      ? `Au moins ${some(issue.minimum, 'caractère')} ici.`
      : `Cette valeur doit être supérieure ou égale à ${issue.minimum}.`
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? `${some(issue.maximum, 'caractère')} au plus ici.`
      : `Cette valeur doit être inférieure ou égale à ${issue.maximum}.`
  return 'Cette valeur n’est pas valide.'
}

/** Makes zod's messages French. */
const speakFrench = (): void => void z.config({ customError: explain })

const STATUS: Record<ProblemCode, number> = {
  invalide: 422,
  fichier_manquant: 422,
  introuvable: 404,
  conflit: 409,
  trop_grand: 413,
  trop_de_demandes: 429,
  trop_lent: 408,
  indisponible: 503,
  illisible: 400,
  non_identifie: 401,
  refuse: 403,
  nom_refuse: 421,
  methode_refusee: 405,
  adresse_trop_longue: 414,
  format_refuse: 415,
  en_tetes_trop_longs: 431,
  inattendu: 500,
}

/** The problem to show the user, or undefined if only an incident number helps. */
function toProblem(error: FastifyError | Error): Problem | undefined {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const first = error.validation[0]
    const unknown = (first?.params as { keys?: string[] } | undefined)?.keys?.[0]
    const champ = unknown ?? first?.instancePath.replace(/^\//, '').replaceAll('/', '.') ?? ''
    return new Problem('invalide', first?.message ?? 'La demande n’est pas valide.', { champ })
  }
  if (isUnavailable(error))
    return new Problem(
      'indisponible',
      'La base de données ne répond pas. Réessayez dans quelques instants.',
      { cause: error },
    )
  const fault = faultOf(error)
  if (fault === 'busy' || fault === 'conflict')
    return new Problem(
      'indisponible',
      'La base de données est occupée par une autre opération. Réessayez dans quelques instants.',
      { cause: error },
    )
  return undefined
}

/** Refusals by Fastify itself, before our code runs. */
const REFUSED: Record<number, ProblemAnswer> = {
  400: { code: 'illisible', detail: UNREADABLE[400] },
  404: { code: 'introuvable', detail: 'Cette adresse n’existe pas.' },
  405: { code: 'methode_refusee', detail: UNREADABLE[405] },
  408: { code: 'trop_lent', detail: UNREADABLE[408] },
  413: { code: 'trop_grand', detail: 'La demande est trop longue.' },
  414: { code: 'adresse_trop_longue', detail: 'L’adresse est trop longue.' },
  415: {
    code: 'format_refuse',
    detail: 'Ce format n’est pas accepté ici. Envoyez un formulaire avec un fichier, ou du JSON.',
  },
  431: { code: 'en_tetes_trop_longs', detail: UNREADABLE[431] },
}

/** Response to a request that never reached our code. */
export const refusalOf = (status: number): ProblemAnswer =>
  REFUSED[status] ?? { code: 'illisible', detail: UNREADABLE[400] }

/** Retry-After of a 503, in seconds. */
const RETRY_S = 5

/** Logged only: nobody is left to read the response (nginx's 499). */
const GONE = 499

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Abandoned) return reply.code(GONE).send()
  const problem = toProblem(error)
  if (problem) {
    const status = STATUS[problem.code]
    request.log[status >= 500 ? 'error' : 'info'](
      { code: problem.code, champ: problem.champ, err: status >= 500 ? error : undefined },
      'demande refusée',
    )
    const answer: ProblemAnswer = { detail: problem.message, code: problem.code }
    if (problem.champ) answer.champ = problem.champ
    if (problem.etat) answer.etat = problem.etat
    if (problem.fichierId) answer.fichier_id = problem.fichierId
    if (status === 503) reply.header('retry-after', RETRY_S)
    return reply.code(status).send(answer)
  }
  const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
  if (status < 500) {
    request.log.info({ code: error.code, statut: status }, 'demande illisible')
    return reply.code(status).send(refusalOf(status))
  }
  request.log.error({ err: error }, 'erreur inattendue')
  const answer: ProblemAnswer = {
    detail: `Une erreur inattendue s’est produite. Réessayez\u00A0; si elle revient, signalez l’incident ${request.id}.`,
    code: 'inattendu',
  }
  return reply.code(500).send(answer)
}

/** Replies to a URL the router cannot parse, which bypasses the error handler. */
export function answerBadUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 400
  request.log.info({ code: error.code, statut: status }, 'adresse illisible')
  void reply
    .code(status)
    .headers(PROTECTIONS)
    .type('application/json; charset=utf-8')
    .send(refusalOf(status))
}

/** Turns every error into a ProblemAnswer; unexpected ones carry the incident id found in the log. */
export function answerProblems(app: FastifyInstance): void {
  speakFrench()
  app.setErrorHandler(answerError)
}
