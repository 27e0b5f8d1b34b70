import devises from './devises.json'

const lower = (texts: string[]) => new Set(texts.map((text) => text.toLowerCase()))
const EUROS = lower(devises.euros)
const DEVISES = lower([...devises.codes, ...devises.signes, ...devises.euros])
const TITRES = new Set(devises.titres)

/** Whether a word of a heading says in which currency amounts are. */
export const motDeDevise = (mot: string): boolean => TITRES.has(mot)

/** Whether a cell is a currency alone: « CHF », « $ ». */
export const estDevise = (text: string): boolean => DEVISES.has(text.trim().toLowerCase())

/** Whether a cell says euros: they pass without being asked about. */
export const estEuro = (text: string): boolean => EUROS.has(text.trim().toLowerCase())

const CENTIMES = new Set(devises.centimes)
const CODES = new Set(devises.codes)
const SIGNES = devises.signes.filter((signe) => !/\p{L}/u.test(signe))

/** In what the amounts under such a heading are, where that is not euros: « Montant CHF », « amount_cents ». */
export function uniteDuTitre(titre: string): string | undefined {
  const mots = titre.split(/[^\p{L}€]+|(?=€)|(?<=€)/u)
  const centimes = mots.find((mot) => CENTIMES.has(mot.toLowerCase()))
  if (centimes !== undefined || mots.some(estEuro)) return centimes?.toLowerCase()
  return mots.find((mot) => CODES.has(mot)) ?? SIGNES.find((signe) => titre.includes(signe))
}

/** What may stand between a sign of a currency and the digits of its amount. */
const ENTRE = /[\s()+\-\u2212.,]/g

/**
 * Cuts an amount such as « $ 50 », « 1'250.00 CHF » or « (50 €) » into its currency, as it is written, and the rest of it;
 * without one where it names none.
 */
export function couperDevise(text: string): { devise: string | undefined; nombre: string } {
  const first = text.search(/\d/)
  const last = text.length - (/\d(\D*)$/.exec(text)?.[1]?.length ?? 0)
  const parts = first < 0 ? [text] : [text.slice(0, first), text.slice(last)]
  const found = parts.map((part) => part.replace(ENTRE, ' ').trim()).filter((part) => part !== '')
  const [mot, other] = found
  // « Fr. » is one with its point.
  const devise =
    mot !== undefined && text.includes(`${mot}.`) && estDevise(`${mot}.`) ? `${mot}.` : mot
  if (devise === undefined || other !== undefined || !estDevise(devise))
    return { devise: undefined, nombre: text }
  const at = text.indexOf(devise)
  return { devise, nombre: `${text.slice(0, at)}${text.slice(at + devise.length)}`.trim() }
}
