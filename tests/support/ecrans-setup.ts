import type { TestProject } from 'vitest/node'
import { type Applications, openApplications } from './applications'
import { WORKERS } from './workers'

declare module 'vitest' {
  interface ProvidedContext {
    applications: Pick<Applications, 'server' | 'shared' | 'places'>
  }
}

/** Opens what the tests of the screens share. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { server, shared, places, stop } = await openApplications(WORKERS)
  // What is provided is copied: addresses only.
  const plain = JSON.parse(JSON.stringify({ server, shared, places })) as Pick<
    Applications,
    'server' | 'shared' | 'places'
  >
  project.provide('applications', plain)
  return stop
}
