const UNAVAILABLE = 'Le service d’analyse ne répond pas. Réessayez dans quelques instants.'

/**
 * What the service refused to do, or did not answer: a status and a French sentence. `detail` is the sentence where
 * it is the service's own, `answer` all that it said.
 */
export class Refusal extends Error {
  readonly status: number
  readonly detail: string | undefined
  readonly answer: unknown

  constructor(
    status: number,
    about: { detail?: string | undefined; answer?: unknown; cause?: unknown } = {},
  ) {
    super(about.detail ?? UNAVAILABLE, { cause: about.cause })
    this.name = 'Refusal'
    this.status = status
    this.detail = about.detail
    this.answer = about.answer
  }
}

export const isRefusal = (value: unknown): value is Refusal => value instanceof Refusal

/** Whether what was asked for may have happened all the same: the service never said that it did not. */
export const isUncertain = ({ status }: Refusal): boolean => status >= 500
