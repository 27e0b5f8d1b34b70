import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'service',
          include: ['tests/service/**/*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          minWorkers: 1,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
