import type { Definition } from '#contract/definitions'
import { typeset } from '#figures/format'

/** How a figure is made; stands beside the code that makes it. */
export type Rule = Omit<Definition, 'code'>

/** Default scope: the gifts that count, and whose. */
const PERIMETRE =
  'Dons de plus de 0\u00A0€ des donateurs qui ne sont pas exclus\u00A0: les imports jusqu’au dernier calcul, les exclusions aussitôt.'

/** Date of the first rules. */
const PREMIERES_REGLES = '2026-11-20'

/** Builds a rule; by default in version 1 and about all gifts. */
export function rule({
  formule,
  exemple,
  perimetre = PERIMETRE,
  ...given
}: Pick<Rule, 'titre' | 'formule' | 'exemple'> & Partial<Rule>): Rule {
  return {
    perimetre: typeset(perimetre),
    version: 1,
    depuis: PREMIERES_REGLES,
    ...given,
    formule: typeset(formule),
    exemple: exemple && typeset(exemple),
  }
}
