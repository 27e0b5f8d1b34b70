import type { Cout } from './processeur'

export const median = (values: number[]): number => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Prints rows under their heads, columns aligned. */
export function printTable(heads: string[], rows: string[][]): void {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  console.log(line(heads))
  console.log(line(widths.map((width) => '-'.repeat(width))))
  for (const row of rows) console.log(line(row))
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** The seconds that pass, and those of a processor. */
export const both = ({ ms, processeur }: Cout): [string, string] => [
  seconds(ms),
  seconds(processeur),
]
