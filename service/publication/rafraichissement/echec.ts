import { type DatabaseFault, faultOf } from '../../platform/database/errors'

const CHIFFRES_PRECEDENTS = 'Les chiffres précédents restent affichés.'

const AWAY = 'la base de données a cessé de répondre'

const CAUSES: Partial<Record<DatabaseFault, string>> = {
  conflict: 'un autre l’a remplacé ou abandonné entre-temps',
  busy: 'la base de données est restée occupée trop longtemps',
  disk_full: 'il n’y a plus de place sur le disque de la base de données',
  unavailable: AWAY,
  too_slow: AWAY,
}

function causeOf(error: unknown, id: string): string {
  const fault = faultOf(error)
  return (fault && CAUSES[fault]) ?? `erreur inattendue, à signaler avec l’incident ${id}`
}

/** Shown where the service stopped before a refresh that waited. */
export const ARRETE =
  'Le service s’est arrêté avant ce rafraîchissement\u00a0: il commencera avec lui. Les chiffres précédents restent affichés.'

/** Message shown to the user for a failed refresh; the log has the details under the refresh's id. */
export function explain(error: unknown, id: string, stopped: boolean): string {
  if (stopped) return `Le service s’est arrêté pendant le rafraîchissement. ${CHIFFRES_PRECEDENTS}`
  return `Le rafraîchissement a échoué\u00a0: ${causeOf(error, id)}. ${CHIFFRES_PRECEDENTS}`
}
