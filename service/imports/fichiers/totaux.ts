import type { Row } from '../parsing/rows/row'
import { text } from './cellules'
import type { Plan } from './resoudre'

/** What the label of a row of sums begins with, in the languages that tools write. */
const SOMMES = new Set(
  'total totaux totale totales totals subtotal subtotals subtotales soustotal soustotaux somme report solde summe gesamt gesamtsumme zwischensumme suma somma'.split(
    ' ',
  ),
)
/** Those that nobody bears as a name. */
const TOTAUX = /total|totaux|summe|gesamt/
/** Words before it: « Sous-total », « Grand total », « À reporter ». */
const DEVANT = new Set('sous ss s grand sub a zwischen'.split(' '))
/** Words beside it that still make no name. */
const AUTOUR = new Set(
  'a au aux de des d du en et le la les l general generale generaux general partiel cumul cumule nouveau reporter don dons versement versements montant montants mois annee an periode page jour semaine trimestre semestre euros eur global final net brut anterieur precedent precedente initial suivant ligne lignes donateur donateurs janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre january february march april may june july august september october november december q1 q2 q3 q4 t1 t2 t3 t4'.split(
    ' ',
  ),
)

const MOST = 200

const wordsOf = (text: string): string[] =>
  text
    .slice(0, MOST)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const isSomme = (word: string | undefined) => word !== undefined && SOMMES.has(word)
const isAutour = (word: string) =>
  SOMMES.has(word) || DEVANT.has(word) || AUTOUR.has(word) || /^\d+$/.test(word)

/** Whether a text is the label of sums: `sure` where no word in it is one that names somebody; undefined if it is none. */
export function etiquetteDe(text: string): 'sure' | 'possible' | undefined {
  const words = wordsOf(text)
  const [first, second] = words
  if (first === undefined) return undefined
  // « Solde », « Somme » and « Report » alone are last names, too.
  if (words.length === 1 && isSomme(first)) return TOTAUX.test(first) ? 'sure' : 'possible'
  const begins =
    isSomme(first) ||
    (DEVANT.has(first) && isSomme(second)) ||
    (first === 'a' && second === 'reporter')
  const isWhole = words.every(isAutour)
  if (begins) return isWhole ? 'sure' : 'possible'
  // « Janvier Total », as English spreadsheets write it.
  return isWhole && isSomme(words.at(-1)) ? 'sure' : undefined
}

/** How a label begins, or « … total » ends, by one byte each: nearly every cell is none. */
const FIRST = new Set(Buffer.from('tsrgzaTSRGZA'))
const LAST = new Set(Buffer.from('lxLX'))
const mayBe = (first = 0, last = 0) =>
  FIRST.has(first) || LAST.has(last) || first < 0x30 || first > 0x7a

/**
 * Tells rows of sums by a name, the first cell or a number of the donor: « Total janvier », « Sous-total », « Report ».
 * A name such as « Solde » is somebody's where the row says more of a donor: an e-mail, a zip, another name; but not
 * « Total Dupont » with all that the rows since the last sum come to, whatever else it says.
 */
export function createTotaux({
  champs,
  nomComplet,
  cle,
}: Plan): (row: Row, cents: number) => boolean {
  const only = (places: (number | undefined)[]) => places.filter((place) => place !== undefined)
  const noms = only([champs.lastname, champs.firstname, champs.company, nomComplet])
  const numeros = only([champs.contact_id, champs.client])
  const temoins = only([champs.email, champs.phone, champs.zip])
  const labels = [...new Set([0, ...noms, ...numeros])]

  const isFilled = (row: Row) => (place: number) => text(row, place).trim() !== ''
  const names = (row: Row) => (place: number) => {
    const words = wordsOf(text(row, place))
    return words.length > 0 && !words.every(isAutour) && etiquetteDe(words.join(' ')) === undefined
  }

  let depuis = 0
  const isTotal = (row: Row, place: number, cents: number): boolean => {
    const label = text(row, place)
    const etiquette = etiquetteDe(label)
    if (etiquette === undefined) return false
    const isMot = TOTAUX.test(label.toLowerCase())
    if (isMot && cents > 0 && cents === depuis) return true
    const isNom = noms.includes(place)
    if (etiquette === 'sure' && !isNom && (numeros.includes(place) || isMot)) return true
    const isSomebody =
      temoins.some(isFilled(row)) || noms.some(names(row)) || numeros.some(names(row))
    if (etiquette === 'sure') return !isSomebody
    return !isSomebody && ![...numeros, ...only([cle])].some(isFilled(row))
  }

  return (row, cents) => {
    for (const place of labels) {
      if (place >= row.count) continue
      const start = row.starts[place] ?? 0
      const end = row.ends[place] ?? 0
      if (
        start < end &&
        mayBe(row.bytes[start], row.bytes[end - 1]) &&
        isTotal(row, place, cents)
      ) {
        depuis = 0
        return true
      }
    }
    depuis += cents
    return false
  }
}
