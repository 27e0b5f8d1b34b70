import type { ProblemAnswer, ProblemCode } from '#contract/problem'

/**
 * An expected error: a code for programs, and one French sentence that tells people what happened and what to do.
 * `champ` and `etat` are sent to the caller under these names, `fichierId` as `fichier_id`.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly champ: string | undefined
  readonly etat: ProblemAnswer['etat']
  /** A refused file that is staged all the same. */
  readonly fichierId: string | undefined

  constructor(
    code: ProblemCode,
    message: string,
    about: {
      champ?: string
      etat?: NonNullable<ProblemAnswer['etat']>
      fichierId?: string
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: about.cause })
    this.name = 'Problem'
    this.code = code
    this.champ = about.champ
    this.etat = about.etat
    this.fichierId = about.fichierId
  }
}
