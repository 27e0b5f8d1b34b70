import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Format } from './formats'
import type { Mesure } from './mesure'
import { damaged, type Limites, LIMITES, refuse } from './refus'
import type { Textes } from './textes'
import { erreur, formuleSansValeur, MAX_TEXT, numberText, unescape } from './valeurs'
import { createXmlReader } from './xml'

/** A row with a filled cell: its number in the sheet, and its cells as text up to the last filled one. */
export interface Ligne {
  numero: number
  /** By a filter, or by hand. */
  estMasquee: boolean
  cellules: string[]
}

export interface Contexte {
  textes: Textes
  formats: Format[]
  systeme: 1900 | 1904
  limites: Limites
  mesure: Mesure
}

/** A row whose shared texts are still numbers; cells by their place, from 1. */
interface Brute {
  numero: number
  estMasquee: boolean
  cases: { place: number; texte: string | number }[]
}

interface Cell {
  type: string
  style: number
  value: string | undefined
  inline: string
  isFormula: boolean
}

const ADDRESS = /^\$?([A-Z]{1,4})\$?(\d{1,8})$/i

/** The place of a column, from 1. */
const placeOf = (letters: string) =>
  letters
    .toUpperCase()
    .split('')
    .reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0)

const NOMBRE: Format = { sens: 'nombre' }

/** An ISO date of a strict workbook, as the sheet's other dates are written. */
const isoText = (value: string) =>
  value
    .replace('T', ' ')
    .replace(/(?:\.\d+)?Z?$/, '')
    .replace(/ 00:00:00$/, '')

/** The text of a cell, or the number of the shared one that it shows. */
function textOf(cell: Cell, { formats, systeme }: Contexte): string | number {
  const { type, value, inline, isFormula } = cell
  if (type === 'inlineStr') return unescape(inline)
  if (type === 'e') return erreur(unescape(value ?? '').slice(0, 20))
  const isMissing = value === undefined || (value.trim() === '' && type !== 'str')
  if (isMissing) return isFormula ? formuleSansValeur : ''
  switch (type) {
    case 's':
      return Number(value)
    case 'str':
      return unescape(value)
    case 'b':
      return value.trim() === '0' ? 'FAUX' : 'VRAI'
    case 'd':
      return isoText(value.trim())
    case 'n': {
      const number = Number(value)
      if (!Number.isFinite(number)) throw damaged('a number that is none')
      return numberText(number, formats[cell.style] ?? NOMBRE, systeme)
    }
    default:
      throw damaged(`a cell of type ${type.slice(0, 20)}`)
  }
}

/** Cuts a sheet into rows. Throws a Problem for rows or cells out of order, or beyond the limits. */
function createDecoupe(contexte: Contexte) {
  const { limites, mesure } = contexte
  let ready: Brute[] = []
  let dernier = -1
  let inData = false
  let numero = 0
  let estMasquee = false
  let place = 0
  let cases: Brute['cases'] = []
  let weight = 0
  let cell: Cell | undefined
  let target: 'value' | 'inline' | undefined
  let phonetic = 0

  const openRow = ({ r: written, hidden }: Record<string, string>) => {
    const next = written === undefined ? numero + 1 : Number(written)
    if (!Number.isInteger(next) || next <= numero) throw damaged('rows out of order')
    if (next > limites.lignes) throw refuse('lourd')
    numero = next
    estMasquee = hidden === '1' || hidden === 'true'
    place = 0
    cases = []
    weight = 0
  }
  const openCell = (attributes: Record<string, string>) => {
    const { r: address, t: type = 'n', s: style = '0' } = attributes
    const [, letters = '', row] = (address === undefined ? null : ADDRESS.exec(address)) ?? []
    const next = address === undefined ? place + 1 : placeOf(letters)
    if (next > LIMITES.colonnes) throw refuse('lourd')
    if (next <= place || (row !== undefined && Number(row) !== numero))
      throw damaged('cells out of order')
    place = next
    cell = { type, style: Number(style), value: undefined, inline: '', isFormula: false }
  }
  const closeCell = (closed: Cell) => {
    const texte = textOf(closed, contexte)
    cell = undefined
    if (texte === '') return
    if (typeof texte === 'string') mesure.peserLigne((weight += texte.length))
    else if (Number.isInteger(texte) && texte >= 0) dernier = Math.max(dernier, texte)
    else throw damaged(`no text ${texte}`)
    cases.push({ place, texte })
  }
  const openIn = (opened: Cell, name: string) => {
    if (name === 'v') {
      opened.value ??= ''
      target = 'value'
    } else if (name === 'f') opened.isFormula = true
    else if (name === 'rPh') phonetic++
    else if (name === 't' && phonetic === 0) target = 'inline'
  }

  const reader = createXmlReader({
    open: (name, attributes) => {
      if (name === 'sheetData') inData = true
      if (!inData) return
      if (name === 'row') openRow(attributes)
      else if (name === 'c') openCell(attributes)
      else if (cell) openIn(cell, name)
    },
    text: (text) => {
      if (!cell || !target) return
      const known = cell[target] ?? ''
      if (known.length < MAX_TEXT) cell[target] = known + text
    },
    close: (name) => {
      if (name === 'v' || name === 't') target = undefined
      else if (name === 'rPh') phonetic--
      else if (name === 'c' && cell) closeCell(cell)
      else if (name === 'row' && inData && cases.length > 0)
        ready.push({ numero, estMasquee, cases })
      else if (name === 'sheetData') inData = false
    },
  })
  return {
    push: reader.push,
    end: reader.end,
    /** The highest number of a shared text so far. */
    dernierTexte: () => dernier,
    /** The rows that ended since. */
    take: () => {
      const rows = ready
      ready = []
      return rows
    },
  }
}

/** The cells of a row up to its last filled one, measured. */
function shown({ cases }: Brute, { textes, limites, mesure }: Contexte): string[] {
  const read = ({ texte }: Brute['cases'][number]) =>
    typeof texte === 'number' ? textes.at(texte) : texte
  const last = cases.findLast((one) => read(one) !== '')?.place ?? 0
  if (last > limites.colonnes) throw refuse('lourd')
  const cellules = new Array<string>(last).fill('')
  let weight = last
  for (const one of cases) {
    const text = read(one)
    if (text === '') continue
    mesure.peserLigne((weight += Buffer.byteLength(text)))
    cellules[one.place - 1] = text
  }
  mesure.montrer(weight)
  return cellules
}

/** Reads a sheet row by row. Throws a Problem for what is damaged, or beyond what a workbook of its size may show. */
export async function* readLignes(
  part: AsyncGenerator<Buffer>,
  contexte: Contexte,
): AsyncGenerator<Ligne> {
  const { mesure, textes } = contexte
  const decoupe = createDecoupe(contexte)
  let last = 0
  for await (const piece of part) {
    mesure.lire(piece.length, 'feuille')
    decoupe.push(piece)
    await textes.readTo(decoupe.dernierTexte())
    for (const row of decoupe.take()) {
      const cellules = shown(row, contexte)
      if (cellules.length === 0) continue
      // The lines between take their place, too.
      mesure.montrer(row.numero - last)
      last = row.numero
      yield { numero: row.numero, estMasquee: row.estMasquee, cellules }
      if (mesure.estTour()) await nextTurn()
    }
  }
  decoupe.end()
}
