import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

const HEADER =
  'id,order_id,order_amount,order_date,contact_id,codemedia_code,campaign_code,origincode_code,product_code\n'
const MEDIA = ['POSTAL', 'CALLCENTER', 'WEB', 'SMS']
const CAMPAIGNS = ['VFL2024', 'NOEL2023', 'PRINTEMPS', '']

const CONTACTS_HEADER = 'contact_id,firstname,lastname,city,zip,email,phone\n'
const FIRST_NAMES = ['Anne', 'Zoé', 'Émile', 'Paul', 'Nadia', 'Yves', 'Chloé']

/** The first contact; the others follow. */
const FIRST_CONTACT = 100_000

/** A tenth as many donors as gifts. */
export const donorsOf = (rows: number) => Math.ceil(rows / 10)

/** One donation as a CSV line; `shift` changes its amount. */
function donation(row: number, donors: number, shift: number): string {
  const hash = Math.imul(row, 2654435761) >>> 0
  const year = 2013 + (hash % 13)
  const month = String(1 + (hash % 12)).padStart(2, '0')
  const day = String(1 + (hash % 28)).padStart(2, '0')
  const amount = ((500 + (hash % 20_000) + shift) / 100).toFixed(2)
  const contact = FIRST_CONTACT + ((Math.imul(row, 40503) >>> 0) % donors)
  return `${row},${900_000_000 + row},${amount},${year}-${month}-${day},${contact},${MEDIA[row & 3]},${CAMPAIGNS[(row >>> 2) & 3]},O${row % 40},P${row % 12}\n`
}

function contact(numero: number): string {
  const zip = String((numero * 7) % 95_000).padStart(5, '0')
  const phone = `06${String(numero).padStart(8, '0')}`
  return `${numero},${FIRST_NAMES[numero % 7]},Nom${numero % 200_000},Ville${numero % 9_000},${zip},nom${numero}@exemple.fr,${phone}\n`
}

/** Writes the lines that `line` makes of 1 to `count`, never all of them in memory. */
export async function writeLines(
  file: string,
  header: string,
  count: number,
  line: (row: number) => string,
): Promise<void> {
  const stream = createWriteStream(file)
  let text = header
  for (let row = 1; row <= count; row++) {
    text += line(row)
    if (text.length > 1_000_000) {
      if (!stream.write(text)) await once(stream, 'drain')
      text = ''
    }
  }
  stream.end(text)
  await once(stream, 'finish')
}

/** Writes a file of donations, of which those that `changes` names have another amount. */
export const writeDonations = (
  file: string,
  rows: number,
  changes: (row: number) => boolean = () => false,
): Promise<void> =>
  writeLines(file, HEADER, rows, (row) => donation(row, donorsOf(rows), changes(row) ? 7 : 0))

/** Writes those of the donations alone that `changes` names, with another amount. */
export const writeChanges = (
  file: string,
  rows: number,
  changes: (row: number) => boolean,
): Promise<void> =>
  writeLines(file, HEADER, rows, (row) => (changes(row) ? donation(row, donorsOf(rows), 7) : ''))

/** Writes a day's file: gifts of known donors that follow so many. */
export const writeDay = (file: string, rows: number, count: number): Promise<void> =>
  writeLines(file, HEADER, count, (row) => donation(rows + row, donorsOf(rows), 0))

/** Writes the cards of all donors. */
export const writeContacts = (file: string, rows: number): Promise<void> =>
  writeLines(file, CONTACTS_HEADER, donorsOf(rows), (row) => contact(FIRST_CONTACT + row - 1))
