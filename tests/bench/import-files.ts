import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

const HEADER =
  'id,order_id,order_amount,order_date,contact_id,codemedia_code,campaign_code,origincode_code,product_code\n'
const MEDIA = ['POSTAL', 'CALLCENTER', 'WEB', 'SMS']
const CAMPAIGNS = ['VFL2024', 'NOEL2023', 'PRINTEMPS', '']

/** One donation as a CSV line; `shift` changes its amount. */
function donation(row: number, donors: number, shift: number): string {
  const hash = Math.imul(row, 2654435761) >>> 0
  const year = 2013 + (hash % 13)
  const month = String(1 + (hash % 12)).padStart(2, '0')
  const day = String(1 + (hash % 28)).padStart(2, '0')
  const amount = ((500 + (hash % 20_000) + shift) / 100).toFixed(2)
  const contact = 100_000 + ((Math.imul(row, 40503) >>> 0) % donors)
  return `${row},${900_000_000 + row},${amount},${year}-${month}-${day},${contact},${MEDIA[row & 3]},${CAMPAIGNS[(row >>> 2) & 3]},O${row % 40},P${row % 12}\n`
}

/** Writes a file of donations, of which those that `changes` names have another amount. */
export async function writeDonations(
  file: string,
  rows: number,
  changes: (row: number) => boolean = () => false,
): Promise<void> {
  const stream = createWriteStream(file)
  let text = HEADER
  for (let row = 1; row <= rows; row++) {
    text += donation(row, Math.ceil(rows / 10), changes(row) ? 7 : 0)
    if (text.length > 1_000_000) {
      if (!stream.write(text)) await once(stream, 'drain')
      text = ''
    }
  }
  stream.end(text)
  await once(stream, 'finish')
}
