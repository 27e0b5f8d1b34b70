// Writes the two files that an empty base offers to look around with into the folder of its argument; the build runs it.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PREFIXE_DEMONSTRATION as MARK } from '#contract/constants'
import { CONTACTS_HEADER, DONATIONS_HEADER, generateDemo, type Row, toCsv } from './generate'

const DONATEURS = 500

/** Their numbers say what they are, and are those of no charity's own people and gifts. */
const marked = (rows: readonly Row[], ...numbers: readonly number[]): Row[] =>
  rows.map((row) =>
    row.map((cell, at) =>
      numbers.includes(at) && !cell.startsWith(MARK) ? `${MARK}${cell}` : cell,
    ),
  )

const folder = process.argv[2] ?? '.'
const { contacts, donations } = generateDemo(DONATEURS, new Date())
mkdirSync(folder, { recursive: true })
for (const [name, rows] of [
  ['Contacts', [CONTACTS_HEADER, ...marked(contacts, 0)]],
  ['Donations', [DONATIONS_HEADER, ...marked(donations, 0, 1, 4)]],
] as const)
  writeFileSync(path.join(folder, `${name}-demonstration.csv`), toCsv(rows))
