import { asRefusal } from '../service/refusal.server'

/** Filters from the URL, unchecked. */
export type Filters = Record<string, string>

/** The field refused by the service, and its message. */
export interface Fault {
  champ: string
  sentence: string
}

/** The non-empty parameters with these names. */
export const filtersOf = (query: URLSearchParams, names: readonly string[]): Filters =>
  Object.fromEntries([...query].filter(([name, value]) => names.includes(name) && value !== ''))

/**
 * Reads under filters; if the service refuses one of them, or finds no such thing, reads without any and reports the
 * fault.
 */
export async function readFiltered<Answer>(
  asked: Filters,
  names: readonly string[],
  read: (filters: Filters) => Promise<Answer>,
): Promise<{ answer: Answer; asked: Filters; filters: Filters; fault: Fault | null }> {
  try {
    return { answer: await read(asked), asked, filters: asked, fault: null }
  } catch (error) {
    const { champ, code, message } = asRefusal(error)
    const isRefused = code === 'invalide' || code === 'introuvable'
    if (!isRefused || !champ || !names.includes(champ)) throw error
    return { answer: await read({}), asked, filters: {}, fault: { champ, sentence: message } }
  }
}
