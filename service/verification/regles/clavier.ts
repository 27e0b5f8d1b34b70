/** Rows of AZERTY, QWERTY, QWERTZ, Dvorak and BÉPO, without accents. */
const RANGEES = [
  ...['azertyuiop', 'qsdfghjklm', 'wxcvbn', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop'],
  ...['yxcvbnm', 'pyfgcrl', 'aoeuidhtns', 'qjkxbmwvz', 'bepoevdljzw', 'auiectsrnm', 'auietsrn'],
]
const LONGUE = 5

const backwards = (text: string) => text.split('').reverse().join('')
const bothWays = (texts: readonly string[]) => [
  ...new Set(texts.flatMap((text) => [text, backwards(text)])),
]

/** The stretches of so many keys of a row. */
const stretches = (row: string, keys: number): string[] =>
  Array.from({ length: Math.max(0, row.length - keys + 1) }, (_, at) => row.slice(at, at + keys))

const without = (text: string, at: number) => text.slice(0, at) + text.slice(at + 1)
const doubled = (text: string, at: number) => text.slice(0, at) + text.slice(at - 1)
const inner = [1, 2, 3, 4] as const

/** The rows, from the left and from the right. */
export const BOTH_WAYS: readonly string[] = bothWays(RANGEES)

/** Five neighbouring keys in either direction, one of them doubled or skipped at most: `azert`, `gfdsq`, `azzert`, `azrty`. */
export const SUITES: readonly string[] = bothWays(
  RANGEES.flatMap((row) => [
    ...stretches(row, LONGUE).flatMap((run) => [run, ...inner.map((at) => doubled(run, at))]),
    ...stretches(row, LONGUE + 1).flatMap((run) => inner.map((at) => without(run, at))),
  ]),
)

/** Four neighbouring keys, or three typed twice, which count where they are a whole name. */
export const SUITES_COURTES: readonly string[] = bothWays(
  RANGEES.flatMap((row) => [...stretches(row, 4), ...stretches(row, 3).map((run) => run + run)]),
)
