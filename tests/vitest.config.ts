import { defineConfig } from 'vitest/config'
import { hasCitus } from './support/citus'
import { sansHorloge } from './support/horloge'
import { LongestFirst } from './support/longest-first'
import { WORKERS } from './support/workers'

const setupFiles = ['tests/support/turn.ts']

/** A guard against what hangs; how long a busy machine takes for what goes on is no fault. */
const PATIENCE = 180_000

const withPostgres = {
  globalSetup: 'tests/support/postgres.ts',
  setupFiles,
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
}

/** Tests of what one database server alone can do, and of what several do. */
const ONE_SERVER = [
  'anonymisation',
  'doublons/regles.medium',
  'exclusions/groupes.medium',
  'publications/chaine.medium',
  'publications/pendant-un-import.medium',
]
const SEVERAL_SERVERS = ['repartition']
/** Tests that set the clock, where nothing can. */
const CLOCK = ['horloge.long']

/** Which files of a project run: of one size, or by hand all but the long ones. */
function filesOf(project: string, exclude: string[] = []) {
  const [small, medium, long] = ['', '.medium', '.long'].map(
    (size) => `tests/${project}/**/*${size}.test.{ts,tsx}`,
  ) as [string, string, string]
  switch (process.env['TEST_SIZE']) {
    case 'long':
      return { include: [long], exclude }
    case 'medium':
      return { include: [medium], exclude }
    case 'small':
      return { include: [small], exclude: [medium, long, ...exclude] }
    default:
      return { include: [small], exclude: [long, ...exclude] }
  }
}

const notHere = [
  ...(process.env['TEST_CITUS'] ? ONE_SERVER : SEVERAL_SERVERS),
  ...(sansHorloge ? CLOCK : []),
]

export default defineConfig({
  test: {
    // As many at the end as at the start: Vitest loses the tests of a worker that it ends as idle.
    maxWorkers: WORKERS,
    minWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 60_000 } },
    // A worker loads the service once and not again for each file.
    poolOptions: { forks: { isolate: false } },
    projects: [
      {
        test: {
          name: 'unit',
          ...filesOf('unit'),
          setupFiles,
          testTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'service',
          ...filesOf(
            'service',
            notHere.map((name) => `tests/service/${name}.test.ts`),
          ),
          ...withPostgres,
        },
      },
      {
        test: {
          name: 'ecrans',
          ...filesOf('ecrans'),
          globalSetup: 'tests/support/ecrans-setup.ts',
          setupFiles,
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: hasCitus() ? [] : ['tests/faults/serveurs.test.ts'],
          ...withPostgres,
        },
      },
      {
        test: {
          name: 'compose',
          include: ['tests/compose/**/*.test.ts'],
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 3 * PATIENCE,
          hookTimeout: 3 * PATIENCE,
        },
      },
    ],
  },
})
