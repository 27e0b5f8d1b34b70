import { asRefusal, isUncertain } from '../service/refusal.server'
import { keepName } from './decideur.server'
import { redirectWith } from './message.server'
import { shownAgain } from './written.server'

interface Outcome {
  /** Where the outcome is told. */
  retour: string
  /** Where it is told that somebody else decided meanwhile, if not there. */
  again?: string
  /** Fields for whose refusal the form is shown again. */
  champs?: readonly string[]
  /** Fallback message of a failure. */
  failed: string
  /** What may be so where it is unknown whether it was recorded, and what will say it. */
  perhaps: string
}

/**
 * Answers the form of a decision: shows it again where one of its fields is refused; else goes on to say that it was
 * recorded, or why not, and keeps who decided for the next form.
 */
export async function answerDecision(
  form: FormData,
  decided: Promise<{ message: string }>,
  { retour, again = retour, champs = [], failed, perhaps }: Outcome,
) {
  try {
    const { message } = await decided
    return await redirectWith(
      retour,
      { ton: 'succes', texte: `✅ ${message}` },
      await keepName(form),
    )
  } catch (error) {
    const refusal = asRefusal(error)
    const { champ } = refusal
    if (champ !== undefined && champs.includes(champ)) return shownAgain(form, error)
    const said = refusal.detail ?? failed
    const sentence = /[.!?]$/.test(said) ? said : `${said}.`
    const texte = isUncertain(refusal)
      ? `❌ ${sentence} L’issue n’est pas connue\u00A0: ${perhaps}\u00A0; recommencer est sans risque, rien n’est enregistré deux fois.`
      : `❌ ${said}`
    const where = refusal.code === 'conflit' ? again : retour
    return redirectWith(where, { ton: 'erreur', texte }, await keepName(form))
  }
}
