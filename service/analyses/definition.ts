import type { Definition } from '#contract/definitions'

/** How a figure is made, as it stands beside the code that makes it. */
export type Rule = Omit<Definition, 'code'>

/** The gifts that count, and whose: what nearly every figure is of. */
const PERIMETRE =
  'Dons de plus de 0\u00A0€ des donateurs qui ne sont pas exclus, tels qu’ils étaient au dernier calcul.'

/** The day of the first rules. */
const PREMIERES_REGLES = '2026-11-20'

/** With the spaces that French sets before or after a sign, where no line may break. */
const typeset = (text: string): string =>
  text.replace(/ (?=[;:?!»%€])/g, '\u00A0').replace(/« /g, '«\u00A0')

/** A rule, in its first version and about all gifts where it does not say otherwise. */
export function rule({
  formule,
  exemple,
  ...given
}: Pick<Rule, 'titre' | 'formule' | 'exemple'> & Partial<Rule>): Rule {
  return {
    perimetre: PERIMETRE,
    version: 1,
    depuis: PREMIERES_REGLES,
    ...given,
    formule: typeset(formule),
    exemple: exemple && typeset(exemple),
  }
}
