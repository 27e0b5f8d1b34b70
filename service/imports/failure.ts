import { Problem } from '../problem'

export const NOTHING_IMPORTED =
  'L’import n’est pas allé à son terme\u00a0: rien n’a été importé, et vous pouvez le relancer.'

export const SERVICE_STOPPED = 'Le service s’est arrêté pendant l’import.'

/** PostgreSQL has no room left for data. */
export const isDiskFull = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === '53100'

export const DISK_FULL =
  'Il n’y a plus de place sur le disque de la base de données. Prévenez l’administrateur, puis choisissez le fichier à nouveau.'

/** What a person can be told of a failed import. */
export function explain(error: unknown): string {
  if (error instanceof Problem) return error.message
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  if (isDiskFull(error)) return DISK_FULL
  if (code === '57014') return 'La base de données a mis trop de temps à répondre.'
  if (typeof code === 'string' && /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT)/.test(code))
    return 'La connexion à la base de données a été coupée.'
  if (error instanceof Error && /connection terminated|timeout exceeded/i.test(error.message))
    return 'La connexion à la base de données a été coupée.'
  return 'Une erreur inattendue s’est produite. Si elle revient, prévenez l’administrateur.'
}
