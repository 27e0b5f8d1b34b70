import { partagee } from './ecrans'
import { attribute, type Document, findAll, wordsOf } from './html'

/** What bears a word that somebody looks for, chooses or reads. */
const BEARERS =
  'h1, h2, h3, button, a, label, summary, legend, caption, th, dt, [role=tab], .brand-warning'

/** Whether a screen shows a word as a name of its own, alone or before what it is of. */
export const shows = (document: Document, word: string): boolean =>
  findAll(document, BEARERS)
    .map(wordsOf)
    .some((text) => text === word || text.startsWith(`${word} `))

/** The words that the guide says are on a screen, by the name that its source gives that one. */
export async function motsDuGuide(): Promise<{ on: string; word: string }[]> {
  const { document } = await partagee().ouvrir('/aide')
  return findAll(document, 'main b[data-on]').map((word) => ({
    on: attribute(word, 'data-on') ?? '',
    word: wordsOf(word),
  }))
}

/** Those that it says are on this screen, and are not. */
export async function motsAbsents(on: string, document: Document): Promise<string[]> {
  const words = (await motsDuGuide()).filter((one) => one.on === on).map(({ word }) => word)
  if (words.length === 0) throw new Error(`The guide has no word of ${on}`)
  return words.filter((word) => !shows(document, word))
}
