import { findAll, getByRole, listByRole, nameOf, wordsOf } from './html'
import type { Ecran, Visite } from './visite'

/** What the page says of the form that led to it. */
export const issueDe = ({ document }: Ecran): string =>
  findAll(document, '.outcome').map(wordsOf).join(' ')

const EXCLURE = 'Exclure le donateur '

/** The donors of a list who can still be excluded. */
export function valides({ document }: Ecran): string[] {
  const buttons = listByRole(document, 'row', 'VALIDE').flatMap((row) =>
    listByRole(row, 'button', EXCLURE),
  )
  if (buttons.length === 0)
    throw new Error(`Nobody can be excluded: ${wordsOf(getByRole(document, 'main')).slice(0, 500)}`)
  return [...new Set(buttons.map((button) => nameOf(button).replace(EXCLURE, '')))]
}

/** Presses 'Exclure' or 'Réintégrer' beside a donor, as far as the page that asks for confirmation. */
export async function demanderDecision(
  visite: Visite,
  ecran: Ecran,
  operation: 'Exclure' | 'Réintégrer',
  contact: string,
): Promise<Ecran> {
  const [button] = listByRole(ecran.document, 'button', `${operation} le donateur ${contact}`)
  if (!button) throw new Error(`Nothing to press for ${contact}`)
  return visite.presser(ecran, button)
}

export const confirmer = (visite: Visite, question: Ecran): Promise<Ecran> =>
  visite.presser(
    question,
    getByRole(getByRole(question.document, 'main'), 'button', /^(Exclure|Réintégrer)$/),
  )

/** The same with the confirmation. */
export const decider = async (...asked: Parameters<typeof demanderDecision>): Promise<Ecran> =>
  confirmer(asked[0], await demanderDecision(...asked))
