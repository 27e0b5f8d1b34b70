import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import { CHAMP_FICHIER, CHAMP_FICHIER_OUTIL } from '#contract/constants'
import type { TypeImport } from '#contract/imports'
import { formatLimit } from '#figures/format'
import { MESSAGES, TYPES_ACCEPTES } from '#files/accepted'
import { Problem } from '../../problem'
import { DISK_FULL, isDiskFull } from '../failure'
import type { Comptes } from '../parsing/lecture'

const INCOMPLETE =
  'L’envoi du fichier est incomplet ou illisible. Choisissez le fichier à nouveau et recommencez.'

/** The multipart field of each file. */
export const CHAMPS: Record<TypeImport, string> = { ...CHAMP_FICHIER, fichier: CHAMP_FICHIER_OUTIL }

/** No file was sent or chosen. */
export const missing = (type: TypeImport) =>
  new Problem('fichier_manquant', MESSAGES.manquant[type], { champ: CHAMPS[type] })

/** Usual limit of file systems. */
const MAX_NAME = 255

/** Yields the parts of a request; throws a Problem if it is malformed. */
export async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts()
  } catch (error) {
    throw error instanceof Problem || /^FST_/.test((error as Partial<FastifyError>).code ?? '')
      ? error
      : new Problem('invalide', INCOMPLETE, { cause: error })
  }
}

/**
 * Throws a Problem if a file of this name is not taken. What a file of a tool really is, is found out by reading it: workbooks
 * that are not read have sentences of their own.
 */
export function checkNom(type: TypeImport, nom: string): void {
  if (type === 'fichier' && !/\.(?:csv|txt|tsv|xls[xmb]?|ods)$/i.test(nom))
    throw new Problem('invalide', MESSAGES.outil)
  if (type !== 'fichier' && !/\.csv$/i.test(nom)) throw new Problem('invalide', MESSAGES.type)
}

/** Throws a Problem if a part is not the expected file. */
export function checkPart(type: TypeImport, part: MultipartFile): void {
  if (part.fieldname !== CHAMPS[type])
    throw new Problem(
      'invalide',
      `Le fichier est attendu dans le champ «\u00a0${CHAMPS[type]}\u00a0».`,
    )
  if (!part.filename) throw missing(type)
  if (part.filename.length > MAX_NAME || /\p{Cc}|\p{Surrogate}/u.test(part.filename))
    throw new Problem(
      'invalide',
      `Le nom du fichier dépasse ${MAX_NAME} caractères, ou en contient d’illisibles. Renommez le fichier et recommencez.`,
    )
  const media = part.mimetype.split(';')[0]?.trim().toLowerCase() ?? ''
  checkNom(type, part.filename)
  if (type !== 'fichier' && !TYPES_ACCEPTES.includes(media))
    throw new Problem('invalide', MESSAGES.type)
}

export function tooLarge(maxBytes: number): Problem {
  return new Problem(
    'trop_grand',
    `Le fichier dépasse la taille maximale de ${formatLimit(maxBytes)}. Partagez-le en plusieurs fichiers.`,
  )
}

/** Amounts are returned in euros as floats, exact to the cent up to 2^46; well below 2^53 cents. */
export const MOST_CENTS = 100 * 2 ** 46

export function checkSum({ centimes, courtesCentimes }: Comptes): void {
  if (centimes + courtesCentimes > MOST_CENTS)
    throw new Problem(
      'invalide',
      'Les montants de ce fichier font ensemble plus de 70\u00a0000\u00a0milliards d’euros\u00a0: leur somme ne serait plus juste au centime. Vérifiez la colonne des montants.',
    )
}

/** Converts an error into a Problem for the user, about the file field by default. */
export function refusalOf(error: unknown, type: TypeImport, maxBytes: number): unknown {
  const problem = translate(error, maxBytes)
  if (!(problem instanceof Problem) || problem.code !== 'invalide' || problem.champ) return problem
  const about = { champ: CHAMPS[type], cause: problem.cause }
  return new Problem('invalide', problem.message, about)
}

/** Translates errors of @fastify/multipart and its parser. */
function translate(error: unknown, maxBytes: number): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const code = (error as { code?: unknown }).code
  const about = { cause: error }
  if (isDiskFull(error)) return new Problem('indisponible', DISK_FULL, about)
  if (code === 'FST_FILES_LIMIT') return new Problem('invalide', MESSAGES.tropDeFichiers, about)
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes)
  if (
    /boundary|end of (form|multipart)|malformed|terminated early|premature|aborted/i.test(
      error.message,
    )
  )
    return new Problem('invalide', INCOMPLETE, about)
  if (typeof code === 'string' && /^FST_(PARTS|FIELDS|PROTO|INVALID_MULTIPART)/.test(code))
    return new Problem('invalide', 'Le formulaire reçu n’est pas celui qui est attendu.', about)
  return error
}
