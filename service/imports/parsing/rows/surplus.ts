import { createScanner } from './scanner'

/** So many rows tell what all have. */
const ROWS = 200
const BYTES = 64 * 1024

/** Spreadsheets leave a few at the ends of rows. */
const MOST = 1_000

/** How many empty cells every one of the first rows has beyond the header; 0 where one has none, or one that is filled. */
export function surplusOf(rows: Buffer, delimiter: string, width: number): number {
  let surplus: number | undefined
  let seen = 0
  const scanner = createScanner({
    delimiter,
    width: width + MOST,
    firstLine: 1,
    accept: (row) => {
      if (seen++ >= ROWS) return undefined
      const more = row.count - width
      let isEmpty = more > 0
      for (let place = width; place < row.count; place++)
        if (row.starts[place] !== row.ends[place]) isEmpty = false
      const own = isEmpty ? more : 0
      surplus = surplus === undefined || surplus === own ? own : 0
      return undefined
    },
    reject: () => undefined,
  })
  scanner.push(rows.subarray(0, BYTES))
  if (rows.length <= BYTES) scanner.end()
  return surplus ?? 0
}
