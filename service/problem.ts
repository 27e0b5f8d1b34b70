/** What went wrong, for machines; `http/problems.ts` gives each its status. */
export type ProblemCode =
  | 'invalide'
  | 'introuvable'
  | 'conflit'
  | 'trop_grand'
  | 'trop_de_demandes'
  | 'trop_lent'
  | 'refuse'
  | 'indisponible'

/**
 * An expected error: a code for machines, and one French sentence that tells a person what happened
 * and what to do. `champ` names the field it is about; `etat` travels to the caller under that name.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly champ: string | undefined
  readonly etat: Record<string, unknown> | undefined

  constructor(
    code: ProblemCode,
    message: string,
    about: { champ?: string; etat?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: about.cause })
    this.name = 'Problem'
    this.code = code
    this.champ = about.champ
    this.etat = about.etat
  }
}
