import type { Cell, CellObject, Row } from 'write-excel-file/node'
import { type FileColumn, fileColumns } from '../tables/file-columns.server'
import { groupedTitle, isNumeric, showCell, type Cell as TableCell, type Table } from '../ui/table'
import { cellOf } from './cells.server'
import type { Sheet } from './library'
import { heightFor, roomOf, roomOfHeading, widthFor } from './size'
import { cellText } from './text'

const BORDER = '#8A8A96'

const HEADING_STYLE = {
  fontWeight: 'bold',
  textColor: '#0B2F55',
  backgroundColor: '#E6F0FA',
  bottomBorderStyle: 'thin',
  bottomBorderColor: BORDER,
  alignVertical: 'center',
  wrap: true,
} as const satisfies CellObject

const TOTAL_STYLE = {
  fontWeight: 'bold',
  topBorderStyle: 'thin',
  topBorderColor: BORDER,
} as const satisfies CellObject

interface Heading {
  title: string
  width: number
  align: 'left' | 'right'
  /** Separates text from the number before it. */
  indent?: number
}

/** The heading row; headings wrap rather than widen their columns. */
export function headingRow(headings: Heading[]): Row {
  const texts = headings.map(({ title, width }) => ({ text: title, width, bold: true }))
  const height = heightFor(texts) + 4
  return headings.map(({ title, align, indent }) => ({
    ...HEADING_STYLE,
    type: String,
    value: cellText(title),
    align,
    ...(indent !== undefined && { indent }),
    height,
  }))
}

/** A column's heading, sized to its content; numbers are right-aligned, years and texts left-aligned. */
function headingOf({ column, of }: FileColumn, at: number, lines: TableCell[][]): Heading {
  const title = groupedTitle(column)
  const isNumber = isNumeric(column)
  const indent = isNumber || at === 0 ? 0 : 1
  const cells = lines.map((row) => roomOf(showCell(of(row), column.format)))
  return {
    title,
    width: widthFor(Math.max(roomOfHeading(title), ...cells) + indent),
    align: isNumber ? 'right' : 'left',
    ...(indent > 0 && { indent }),
  }
}

/** A table as a sheet, with heading row and first column frozen. */
export function sheetOf(sheet: string, table: Table): Sheet {
  const columns = fileColumns(table)
  const { rows, totals = [] } = table
  const headings = columns.map((column, at) => headingOf(column, at, [...rows, ...totals]))
  const cellsOf = (row: TableCell[], style: Partial<CellObject>): Cell[] => {
    const texts = columns.flatMap(({ column, of }, at) =>
      column.format === 'texte'
        ? [{ text: String(of(row) ?? ''), width: headings[at]?.width ?? 0 }]
        : [],
    )
    const height = heightFor(texts)
    return columns.map(({ column, of }, at) => ({
      align: headings[at]?.align ?? 'left',
      indent: headings[at]?.indent ?? 0,
      alignVertical: 'top',
      height,
      ...(column.format === 'texte' && { wrap: true }),
      ...style,
      ...cellOf(of(row), column),
    }))
  }
  return {
    sheet,
    data: [
      headingRow(headings),
      ...rows.map((row) => cellsOf(row, {})),
      ...totals.map((row) => cellsOf(row, TOTAL_STYLE)),
    ],
    columns: headings.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
    stickyColumnsCount: 1,
    orientation: 'landscape',
  }
}
