import type { TypedResponse } from '@remix-run/node'
import { keepName } from '../decideur.server'
import { redirectWith } from '../message.server'
import { asRefusal, isUncertain, Refusal } from '../refusal.server'

interface Words {
  /** Fallback message of a failure. */
  failed: string
  /** Message when it is unknown whether it was recorded. */
  uncertainty: string
}

/** The refusal of one of these fields, for which the form is shown again; null once it is decided, or refused otherwise. */
export async function refusedField(
  decided: Promise<unknown>,
  ...champs: readonly string[]
): Promise<Refusal | null> {
  const refused: unknown = await decided.then(
    () => null,
    (error: unknown) => error,
  )
  return refused instanceof Refusal && champs.includes(refused.champ ?? '') ? refused : null
}

/** Redirects to `retour`, stating that a decision was recorded, or why not; keeps who decided for the next form. */
export async function redirectWithOutcome(
  retour: string,
  form: FormData,
  decided: Promise<{ message: string }>,
  { failed, uncertainty }: Words,
): Promise<TypedResponse<never>> {
  const cookies = await keepName(form)
  try {
    const { message } = await decided
    return await redirectWith(retour, { ton: 'succes', texte: `✅ ${message}` }, cookies)
  } catch (error) {
    const refusal = asRefusal(error)
    const said = refusal.detail ?? failed
    const sentence = /[.!?]$/.test(said) ? said : `${said}.`
    const texte = isUncertain(refusal) ? `❌ ${sentence} ${uncertainty}` : `❌ ${said}`
    return redirectWith(retour, { ton: 'erreur', texte }, cookies)
  }
}
