import { asRefusal } from './refusal.server'

/** Filters as an address has them; the service checks them. */
export type Filters = Record<string, string>

/** The field that the service refused, and its sentence. */
export interface Fault {
  champ: string
  sentence: string
}

/** Those of these parameters that an address gives a value. */
export const filtersOf = (query: URLSearchParams, names: readonly string[]): Filters =>
  Object.fromEntries([...query].filter(([name, value]) => names.includes(name) && value !== ''))

/** Reads under filters; if the service refuses one of them, or knows of no such thing, without any, and says which and why. */
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
