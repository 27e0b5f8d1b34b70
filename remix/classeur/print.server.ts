import {
  findElement,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
  prependMarkupInsideElement,
  replaceElement,
  sanitizeTextContent,
} from 'write-excel-file/utility'
import { LAST_SHEET } from './definitions.server'
import type { Feature } from './library'
import { pagesFor } from './size'

const SHEET = 'xl/worksheets/sheet{id}.xml'

/** Text of an Excel header or footer, where & starts a code. */
const printed = (text: string) => sanitizeTextContent(text.replaceAll('&', '&&'))

const LONGEST_TITLE = 120

function margins(title: string): string {
  const head = `&amp;L&amp;"-,Bold"${printed(title.slice(0, LONGEST_TITLE))}`
  const foot = `&amp;LAnalyse - Gestion des Dons&amp;RPage &amp;P sur &amp;N`
  return `<headerFooter><oddHeader>${head}</oddHeader><oddFooter>${foot}</oddFooter></headerFooter>`
}

/** Print titles: heading row and row names, repeated on every page. */
function repeated(sheet: string, at: number): string {
  if (sheet === LAST_SHEET) return ''
  const place = sanitizeTextContent(`'${sheet.replaceAll("'", "''")}'`)
  return (
    `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">` +
    `${place}!$A:$A,${place}!$1:$1</definedName>`
  )
}

/** Print setup: A4 landscape, fitted to page width, with title and headings on every page. */
export const printing = (titles: string[]): Feature => ({
  files: {
    transform: {
      [SHEET]: {
        transform: (xml, _, { sheetIndex }) => {
          const sheet = findElement(xml, 'worksheet')
          if (!sheet) throw new Error('A sheet of the workbook has no element worksheet')
          const fitted = prependMarkupInsideElement(
            xml,
            sheet,
            '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
          )
          return insertElementMarkupAccordingToOrderOfSiblings(
            fitted,
            margins(titles[sheetIndex] ?? ''),
            getOrderOfSiblings(SHEET, 'worksheet') ?? [],
            'worksheet',
          )
        },
        transformElementAttributes: (tag, attributes, _, { columns = [] }) => {
          if (tag !== 'pageSetup') return attributes
          const fitToWidth = pagesFor(columns.map(({ width = 0 }) => width))
          return { ...attributes, fitToWidth, fitToHeight: 0 }
        },
      },
      'xl/workbook.xml': {
        transform: (xml, sheets) => {
          const names = findElement(xml, 'definedNames')
          if (!names) throw new Error('The workbook has no element definedNames')
          const each = sheets.map(({ sheet = '' }, at) => repeated(sheet, at)).join('')
          return replaceElement(xml, names, `<definedNames>${each}</definedNames>`)
        },
      },
    },
  },
})
