import { withDatabase } from './base'
import { lacksRoom } from './croissance-disque'
import { measureSize, type Unit } from './croissance-mesure'
import { printTable } from './table'

const LARGEST = 50_000_000
const STEP = 10

/** Ten times as many gifts may take so many times as long. */
const GOAL = 12
const GOALS = ['first import', 'refresh of everything']

/** Steps and views that take less are not worth a line in the table. */
const WORTH_MS = 1_000

interface Size {
  dons: number
  measures: Map<string, { unit: Unit; value: number }>
}

const DIVISORS: Record<Unit, number> = { s: 1_000, ms: 1, MB: 1e6 }

function inUnit({ unit, value }: { unit: Unit; value: number }): string {
  const number = value / DIVISORS[unit]
  return `${number.toFixed(number < 100 && unit !== 'MB' ? 2 : 0)} ${unit}`
}

const count = (dons: number) => dons.toLocaleString('en')

/** The power of the number of gifts that a measure grows with: 1 is as they do, 1.08 is 12 times for 10 times. */
function exponent(name: string, small: Size | undefined, large: Size): string {
  const [before, after] = [small?.measures.get(name)?.value, large.measures.get(name)?.value]
  if (!small || !before || !after) return ''
  return (Math.log(after / before) / Math.log(large.dons / small.dons)).toFixed(2)
}

function report(sizes: readonly Size[]): void {
  const names = new Set(sizes.flatMap(({ measures }) => [...measures.keys()]))
  const isWorth = (name: string) =>
    !name.includes(', ') ||
    sizes.some(({ measures }) => (measures.get(name)?.value ?? 0) >= WORTH_MS)
  const cells = (name: string) =>
    sizes.flatMap((size, at) => {
      const measure = size.measures.get(name)
      const value = measure ? inUnit(measure) : ''
      return at === 0 ? [value] : [value, exponent(name, sizes[at - 1], size)]
    })
  console.log()
  printTable(
    [
      'measure',
      ...sizes.flatMap(({ dons }, at) => (at === 0 ? [count(dons)] : [count(dons), 'exponent'])),
      'goal',
    ],
    [...names]
      .filter(isWorth)
      .map((name) => [
        name,
        ...cells(name),
        GOALS.includes(name) ? `≤ ${Math.log10(GOAL).toFixed(2)} (${GOAL} ×)` : '',
      ]),
  )
}

/**
 * How import, refresh, lists, memory and disk grow over three sizes, each ten times the one before, of a tenth as many
 * donors. Argument: the largest (50 million gifts).
 */
export default async function run([given]: string[]): Promise<void> {
  const largest = Number(given ?? LARGEST)
  const sizes: Size[] = []
  for (const dons of [largest / STEP ** 2, largest / STEP, largest].map(Math.round)) {
    const lacking = await lacksRoom(dons)
    if (lacking) {
      console.log(lacking)
      break
    }
    console.log(`${count(dons)} gifts`)
    const size: Size = { dons, measures: new Map() }
    await withDatabase((database) =>
      measureSize(database, dons, (name, unit, value) => {
        size.measures.set(name, { unit, value })
        console.log(`  ${name}: ${inUnit({ unit, value })}`)
      }),
    )
    sizes.push(size)
    report(sizes)
  }
}
