import { typeset } from '#figures/format'
import { type DatabaseFault, faultOf } from '../platform/database/errors'
import { Problem } from '../problem'

export const NOTHING_IMPORTED =
  'L’import n’est pas allé à son terme\u00a0: rien n’a été importé, et vous pouvez le relancer.'

export const NOTHING_LEFT =
  'L’import n’est pas allé à son terme\u00a0: rien n’a été importé. Choisissez le fichier à nouveau.'

export const SERVICE_STOPPED = 'Le service s’est arrêté pendant l’import.'

export const isDiskFull = (error: unknown) => faultOf(error) === 'disk_full'

export const DISK_FULL =
  'Il n’y a plus de place sur le disque de la base de données. Prévenez l’administrateur, puis choisissez le fichier à nouveau.'

const SENTENCES: Partial<Record<DatabaseFault, string>> = {
  disk_full: DISK_FULL,
  busy: 'La base de données est restée occupée trop longtemps.',
  too_slow: 'La base de données a mis trop de temps à répondre.',
  unavailable: 'La connexion à la base de données a été coupée.',
}

const UNEXPECTED =
  'Une erreur inattendue s’est produite. Si elle revient, prévenez l’administrateur.'

/** Message shown to the user for a failed import. */
export function explain(error: unknown): string {
  if (error instanceof Problem) return typeset(error.message)
  const fault = faultOf(error)
  return (fault && SENTENCES[fault]) ?? UNEXPECTED
}

/** An import, or a reading, asked of a service that ends. */
export const stopping = () =>
  new Problem('indisponible', 'Le service s’arrête. Réessayez dans quelques instants.')

/** A file, or its reading, that was forgotten or imported meanwhile. */
export const plusLa = () =>
  new Problem(
    'introuvable',
    'Ce fichier n’est plus en attente. Choisissez-le à nouveau et recommencez.',
    { champ: 'fichier_id' },
  )
