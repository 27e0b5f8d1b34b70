import type { Readable } from 'node:stream'
import writeXlsxFile from 'write-excel-file/node'
import type { Sheet } from './library'
import { printing } from './print.server'

/** Streams a workbook; each sheet prints under its title. */
export function writeClasseur(sheets: { sheet: Sheet; title: string }[]): Promise<Readable> {
  const file = writeXlsxFile(
    sheets.map(({ sheet }) => sheet),
    {
      fontFamily: 'Calibri',
      fontSize: 11,
      features: [printing(sheets.map(({ title }) => title))],
    },
  )
  return (file.toStream as () => Promise<Readable>)()
}
