import type { TypedResponse } from '@remix-run/node'
import { redirectWith } from '../message.server'
import { asRefusal, isUncertain } from '../refusal.server'

interface Words {
  /** What failed, where the service does not say. */
  failed: string
  /** What is to be said where nobody knows whether it was recorded. */
  uncertainty: string
}

/** Says on the page at `retour` that a decision was recorded, or why it was not. */
export async function redirectWithOutcome(
  retour: string,
  decided: Promise<{ message: string }>,
  { failed, uncertainty }: Words,
): Promise<TypedResponse<never>> {
  try {
    const { message } = await decided
    return await redirectWith(retour, { ton: 'succes', texte: `✅ ${message}` })
  } catch (error) {
    const refusal = asRefusal(error)
    const said = refusal.detail ?? failed
    const sentence = /[.!?]$/.test(said) ? said : `${said}.`
    const texte = isUncertain(refusal) ? `❌ ${sentence} ${uncertainty}` : `❌ ${said}`
    return redirectWith(retour, { ton: 'erreur', texte })
  }
}
