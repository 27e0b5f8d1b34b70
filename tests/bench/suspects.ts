import { connect } from '../../service/platform/database/connect'
import { createBase } from '../support/corpus/base'
import { createCorpus, type Ensemble } from '../support/corpus/corpus'
import { measureCorpus } from '../support/corpus/mesurer'
import { withDatabase } from './base'
import { printTable } from './table'

const percent = (part: number) => `${(part * 100).toFixed(1)} %`

/**
 * Recall and precision of the search for fakes, a kind, a rule and in all. Arguments: the set (appris, which the rules were
 * made with, or juge, which judges them), and the sizes of the bases (2000 20000 100000).
 */
export default async function run([ensemble = 'juge', ...sizes]: string[]): Promise<void> {
  if (ensemble !== 'appris' && ensemble !== 'juge') throw new RangeError('appris or juge')
  const all: string[][] = []
  for (const size of sizes.length > 0 ? sizes.map(Number) : [2_000, 20_000, 100_000])
    await withDatabase(async ({ url }) => {
      const database = connect(url, { statementTimeout: 0 })
      try {
        const corpus = createCorpus(ensemble satisfies Ensemble, size)
        const found = await measureCorpus(database.db, createBase(size, size + 1), corpus)
        all.push([String(size), percent(found.rappel), percent(found.precision)])
        console.log(`\n${ensemble}, ${size} donors\n`)
        printTable(
          ['kind', 'fake', 'planted', 'shown', 'by'],
          [...found.genres].map(([genre, { faux, total, montres, regles }]) => [
            genre,
            faux ? 'yes' : 'no',
            String(total),
            String(montres),
            [...regles].map(([code, times]) => `${code} ${times}`).join(', '),
          ]),
        )
        console.log()
        printTable(
          ['rule', 'fakes', 'honest', 'precision'],
          [...found.regles]
            .toSorted(([one], [other]) => one.localeCompare(other))
            .map(([code, { faux, honnetes }]) => [
              code,
              String(faux),
              String(honnetes),
              percent(faux / (faux + honnetes)),
            ]),
        )
      } finally {
        await database.close()
      }
    })
  console.log()
  printTable(['donors', 'recall', 'precision'], all)
}
