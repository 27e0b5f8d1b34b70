import type { TypeFichier } from '#contract/imports'
import { FIELDS, type Kind } from '#files/entetes'
import {
  isMultiline,
  isNamed,
  readCents,
  readDate,
  SCIENTIFIC,
  writeBirthdate,
  writeBoolean,
  writeCode,
  writeId,
  writeName,
} from '../cells/cells'
import { EARLIEST, MAX_CODE, MAX_ID } from '../cells/limits'
import type { Motif } from '../cells/motifs'
import { SOCIETE } from '../dialect/columns'
import type { Row } from '../rows/row'
import { endCell, endRow, type Output, writeCents, writeDay, writeFlag, writeNull } from './output'

/** What was parsed from the last row written. */
export interface Written {
  /** Bounds of its key in the output. */
  keyStart: number
  keyEnd: number
  /** Donations: cents, and the date as YYYYMMDD. */
  cents: number
  day: number
}

export interface RowWriter {
  /** The table's columns, in the order rows are written. */
  columns: string[]
  written: Written
  /**
   * Writes a row; missing fields count as empty. If it is rejected, returns why and leaves the output unchanged. The
   * caller reserves the room.
   */
  write: (row: Row, output: Output) => Motif | undefined
}

const TEXTS = {
  code: writeCode,
  nom: writeName,
  texte: writeCode,
  naissance: writeBirthdate,
  booleen: writeBoolean,
} as const satisfies Partial<Record<Kind, unknown>>

/** Writes one cell; returns why the row is rejected, if it is. */
type CellWriter = (row: Row, output: Output) => Motif | undefined

/** A field to write, and its position in the header. */
interface PlacedField {
  field: string
  kind: Kind
  place: number
}

const isKey = (type: TypeFichier, field: string) =>
  field === (type === 'donations' ? 'id' : 'contact_id')

/**
 * The fields to write in file order; without an id column, a donation's id is its order_id, and a company's name makes a
 * card's last name and whether it is a company's.
 */
function placeFields(type: TypeFichier, places: Map<string, number>): PlacedField[] {
  const instead: Record<string, number | undefined> = {
    id: places.get('order_id'),
    lastname: places.get(SOCIETE),
    is_company: places.get(SOCIETE),
  }
  return FIELDS[type]
    .flatMap(({ field, kind }) => {
      const place = places.get(field) ?? instead[field]
      return place === undefined ? [] : [{ field, kind, place }]
    })
    .sort((one, other) => one.place - other.place)
}

/** Creates the writer of a file's rows; donations dated after `latest` (YYYYMMDD) are rejected. */
export function createRowWriter(
  type: TypeFichier,
  places: Map<string, number>,
  latest: number,
): RowWriter {
  const fields = placeFields(type, places)
  const orderPlace = type === 'donations' ? places.get('order_id') : undefined
  const written: Written = { keyStart: 0, keyEnd: 0, cents: 0, day: 0 }

  const keyWriter =
    (place: number): CellWriter =>
    (row, output) => {
      written.keyStart = output.at
      let length = writeId(row, place, output)
      let from = place
      if (length === 0 && orderPlace !== undefined) {
        from = orderPlace
        length = writeId(row, from, output)
      }
      written.keyEnd = output.at
      if (length === 0) return type === 'donations' ? 'id_absent' : 'contact_absent'
      if (length === SCIENTIFIC) return 'id_scientifique'
      return length > MAX_ID || isMultiline(row, from) ? 'id_invalide' : undefined
    }

  const amountWriter =
    (place: number): CellWriter =>
    (row, output) => {
      const cents = readCents(row, place)
      if (cents === undefined) return 'montant_absent'
      if (typeof cents === 'string') return cents
      written.cents = cents
      writeCents(output, cents)
      return undefined
    }

  const dayWriter =
    (place: number): CellWriter =>
    (row, output) => {
      const day = readDate(row, place)
      if (day === undefined) return 'date_absente'
      if (typeof day === 'string') return day
      if (day < EARLIEST) return 'date_trop_ancienne'
      if (day > latest) return 'date_future'
      written.day = day
      writeDay(output, day)
      return undefined
    }

  const idWriter =
    (place: number, isRequired: boolean): CellWriter =>
    (row, output) => {
      const length = writeId(row, place, output)
      if (length === 0 && isRequired) return 'contact_absent'
      if (length === SCIENTIFIC) return 'id_scientifique'
      if (length > MAX_ID || isMultiline(row, place)) return 'id_invalide'
      if (length === 0) writeNull(output)
      return undefined
    }

  const textWriter = (kind: keyof typeof TEXTS, place: number): CellWriter => {
    const write = TEXTS[kind]
    const longest = kind === 'code' ? MAX_CODE : Infinity
    return (row, output) => {
      const length = write(row, place, output)
      if (length > longest) return 'code_trop_long'
      if (length === 0) writeNull(output)
      return undefined
    }
  }

  const societe = places.get(SOCIETE)

  /** Where a row has a company's name, the card is its, and no person's. */
  const societeWriter = (field: string, place: number, own: CellWriter): CellWriter | undefined => {
    if (societe === undefined) return undefined
    const isFilled = (row: Row) => isNamed(row, societe)
    if (field === 'lastname')
      return (row, output) => {
        if (writeName(row, isFilled(row) ? societe : place, output) === 0) writeNull(output)
        return undefined
      }
    if (field === 'firstname' || field === 'civility')
      return (row, output) => {
        if (!isFilled(row)) return own(row, output)
        writeNull(output)
        return undefined
      }
    if (field === 'is_company')
      return (row, output) => {
        if (!isFilled(row) && place !== societe) return own(row, output)
        writeFlag(output, isFilled(row))
        return undefined
      }
    return undefined
  }

  const cellWriter = (field: string, kind: Kind, place: number): CellWriter => {
    if (isKey(type, field)) return keyWriter(place)
    if (kind === 'montant') return amountWriter(place)
    if (kind === 'jour') return dayWriter(place)
    if (kind === 'id') return idWriter(place, field === 'contact_id')
    const own = textWriter(kind, place)
    return societeWriter(field, place, own) ?? own
  }
  const writers = fields.map(({ field, kind, place }) => cellWriter(field, kind, place))

  const write: CellWriter = (row, output) => {
    const before = output.at
    for (const writeCell of writers) {
      const motif = writeCell(row, output)
      if (motif !== undefined) {
        output.at = before
        return motif
      }
      endCell(output)
    }
    endRow(output)
    return undefined
  }

  return { columns: fields.map(({ field }) => field), written, write }
}
