import { isUnavailable } from '../database/unavailable'

const CHIFFRES_PRECEDENTS = 'Les chiffres précédents restent affichés.'

/** PostgreSQL's codes of what a person can do something about. */
const CAUSES: Record<string, string> = {
  '40001': 'un autre l’a remplacé ou abandonné entre-temps',
  '55P03': 'la base de données est restée occupée trop longtemps',
  '53100': 'il n’y a plus de place sur le disque de la base de données',
}

function causeOf(error: unknown, id: string): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  const cause = typeof code === 'string' ? CAUSES[code] : undefined
  if (cause) return cause
  if (isUnavailable(error)) return 'la base de données a cessé de répondre'
  return `erreur inattendue, à signaler avec l’incident ${id}`
}

/** What a person is told of a failed refresh; the log says the rest under the refresh's id. */
export function explain(error: unknown, id: string, stopped: boolean): string {
  if (stopped) return `Le service s’est arrêté pendant le rafraîchissement. ${CHIFFRES_PRECEDENTS}`
  return `Le rafraîchissement a échoué\u00a0: ${causeOf(error, id)}. ${CHIFFRES_PRECEDENTS}`
}
