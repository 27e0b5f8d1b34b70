import type { ActionFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { asRefusal, isUncertain } from '../service/refusal.server'
import { call } from '../service/service.server'
import { keepName, nameIn } from './decideur.server'
import { redirectWith } from './message.server'
import { textOf } from './text'
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

interface Noted {
  message: string
  ton?: 'succes' | 'attention'
}

/** Answers a form of a screen's own: its page at `where` says what was noted, or shows it again with why it was not. */
export async function answerNote(
  form: FormData,
  noting: Promise<Noted>,
  where: string,
  name?: string,
) {
  const cookies = await keepName(form, name)
  try {
    const { message: texte, ton = 'succes' } = await noting
    return await redirectWith(where, { ton, texte }, cookies)
  } catch (error) {
    return shownAgain(form, error, cookies)
  }
}

type Nothing = z.ZodUndefined
type Decided = Endpoint<Nothing, Nothing, z.ZodObject, z.ZodType<{ message: string }>>

interface Decision<E extends Decided> extends Outcome {
  /** The call that records it: each field of its body is the form's of that name. */
  by: E
  /** What the form says otherwise. */
  body?: Partial<z.input<E['body']>>
}

/** What a form says of a call's body. */
const bodyOf = ({ body }: Decided, form: FormData) =>
  Object.fromEntries(
    Object.keys(body.shape).map((field) => [
      field,
      field === 'nom' ? nameIn(form) : textOf(form, field),
    ]),
  )

/**
 * The action of a page whose forms are decisions: what they ask for is recorded, and its outcome told; on a refused reason
 * or name, or another field of `champs`, the form is shown again.
 */
export const decision =
  <E extends Decided>(asked: (form: FormData) => Decision<E>) =>
  async ({ request }: ActionFunctionArgs) => {
    const form = await request.formData()
    const { by, body, ...outcome } = asked(form)
    const decided = call<Decided>(by, { body: { ...bodyOf(by, form), ...body } }, request)
    return answerDecision(form, decided, { champs: ['raison', 'nom'], ...outcome })
  }
