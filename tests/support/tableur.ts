/**
 * The cells of a CSV text as a spreadsheet takes them that separates lists by `delimiter`: a quote opens a cell only
 * at its start, and what stands between the closing one and the next delimiter belongs to the cell.
 */
export function cellsOf(text: string, delimiter: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  let isStart = true
  const end = () => {
    cells.push(cell)
    cell = ''
    isStart = true
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[++at] ?? ''
      else isQuoted = false
    } else if (char === '"' && isStart) {
      isQuoted = true
      isStart = false
    } else if (char === delimiter || char === '\n' || char === '\r') end()
    else {
      cell += char
      isStart = false
    }
  }
  end()
  return cells
}

/** The same where quotes mean nothing. */
export const piecesOf = (text: string, delimiter: string): string[] =>
  text.split('\n').flatMap((line) => line.split('\r').flatMap((part) => part.split(delimiter)))
