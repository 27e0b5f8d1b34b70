/** Months in words, as a table program or a person writes them, without accents. */
const MOIS = [
  'janvier janv jan january',
  'fevrier fevr fev february feb',
  'mars mar march',
  'avril avr april apr',
  'mai may',
  'juin june jun',
  'juillet juil july jul',
  'aout aou august aug',
  'septembre sept sep september',
  'octobre oct october',
  'novembre nov november',
  'decembre dec december',
]
const NUMERO = new Map(
  MOIS.flatMap((noms, at) => noms.split(' ').map((nom): [string, number] => [nom, at + 1])),
)

const EN_LETTRES =
  /^(?:(?:lun|mar|mer|jeu|ven|sam|dim)[a-z]{0,5}\.?,? )?(\d{1,2})(?:er)?[ -]([a-z]{3,9})\.?[ -](\d{4}|\d{2})(?:,? (?:a )?(.+))?$/
/** « April 3, 2025 », as an English tool has it. */
const MOIS_D_ABORD = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})/
const HEURE = /(\d{1,2}) ?h ?(\d{2})?$/

const simple = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').toLowerCase()

/** 1 to 12; undefined for any other word. */
export const moisDe = (mot: string): number | undefined => NUMERO.get(simple(mot))

/**
 * A date whose month is a word, in digits: « jeudi 3 avril 2025 à 10h22 » is 2025-04-03 10:22. Any other text comes back
 * as it is, but for « 10h22 », which is 10:22. With a word no order is in doubt: a year of two digits is of this century.
 */
export function enChiffres(text: string): string {
  if (text.length > 60 || !/\p{L}/u.test(text)) return text
  const found = EN_LETTRES.exec(simple(text).replace(MOIS_D_ABORD, '$2 $1 $3'))
  const [, day = '', mot = '', year = '', rest] = found ?? []
  const month = NUMERO.get(mot)
  const timeOf = (time: string) =>
    time.replace(HEURE, (_, hour, minute = '00') => `${hour}:${minute}`)
  if (month === undefined) return timeOf(text)
  const digits = [month, day].map((part) => String(part).padStart(2, '0'))
  const date = [year.length === 2 ? `20${year}` : year, ...digits].join('-')
  return rest === undefined ? date : `${date} ${timeOf(rest).toUpperCase()}`
}
