import type { ProblemCode } from '#contract/problem'

const UNAVAILABLE = 'Le service d’analyse ne répond pas. Réessayez dans quelques instants.'

/** What the service said with a refusal; nothing if it did not reply, or something else did. */
interface About {
  detail?: string | undefined
  code?: ProblemCode | undefined
  champ?: string | undefined
  cause?: unknown
}

/**
 * A call that the service refused, or did not reply to (`indisponible`). The message is a French sentence for people,
 * `detail` the same if the service wrote it; `champ` names the field of the call that it is about.
 */
export class Refusal extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly detail: string | undefined
  readonly champ: string | undefined

  constructor(status: number, { detail, code, champ, cause }: About = {}) {
    super(detail ?? UNAVAILABLE, { cause })
    this.name = 'Refusal'
    this.status = status
    this.code = code ?? (status >= 500 ? 'indisponible' : 'refuse')
    this.detail = detail
    this.champ = champ
  }
}

/** The refusal that a call threw, for `catch`; throws any other error again. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** Whether the call may have taken effect all the same: the service never said that it did not. */
export const isUncertain = ({ code }: Refusal): boolean =>
  code === 'indisponible' || code === 'inattendu'
