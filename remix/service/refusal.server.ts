import type { ProblemCode } from '#contract/problem'
import { typeset } from '#figures/format'

const UNAVAILABLE = 'Le service d’analyse ne répond pas. Réessayez dans quelques instants.'

/** The service's words in a refusal; empty if it did not reply, or something else did. */
interface About {
  detail?: string | undefined
  code?: ProblemCode | undefined
  champ?: string | undefined
  fichier_id?: string | undefined
  cause?: unknown
}

/**
 * A call refused by the service, or without reply (`indisponible`). The message is a French sentence for users,
 * `detail` the same if the service wrote it; `champ` names the field at fault, `fichierId` a refused file that may be
 * read by saying what its columns are.
 */
export class Refusal extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly detail: string | undefined
  readonly champ: string | undefined
  readonly fichierId: string | undefined

  constructor(status: number, { detail, code, champ, fichier_id, cause }: About = {}) {
    const said = detail && typeset(detail)
    super(said ?? UNAVAILABLE, { cause })
    this.name = 'Refusal'
    this.status = status
    this.code = code ?? (status >= 500 ? 'indisponible' : 'refuse')
    this.detail = said
    this.champ = champ
    this.fichierId = fichier_id
  }
}

/** For `catch`: returns the Refusal, rethrows any other error. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** Whether the call may have taken effect: the service never said that it did not. */
export const isUncertain = ({ code }: Refusal): boolean =>
  code === 'indisponible' || code === 'inattendu'
