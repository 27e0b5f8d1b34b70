import { defineConfig } from 'vitest/config'

const withPostgres = {
  globalSetup: 'tests/support/postgres.ts',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // As for the browser tests: continuous integration names what failed once and tries it again
  // (but no property: its other inputs would prove nothing).
  retry: process.env['CI'] ? 1 : 0,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    minWorkers: 1,
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], testTimeout: 60_000 } },
      { test: { name: 'service', include: ['tests/service/**/*.test.ts'], ...withPostgres } },
      {
        test: {
          name: 'ecrans',
          include: ['tests/ecrans/**/*.test.ts'],
          globalSetup: 'tests/support/ecrans-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], ...withPostgres } },
    ],
  },
})
