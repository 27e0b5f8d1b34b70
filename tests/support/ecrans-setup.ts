import type { TestProject } from 'vitest/node'
import { type Applications, openApplications } from './applications'

declare module 'vitest' {
  interface ProvidedContext {
    applications: Pick<Applications, 'server' | 'shared'>
  }
}

/** Opens what the tests of the screens share. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { server, shared, stop } = await openApplications()
  // What is provided is copied: addresses only.
  const plain = JSON.parse(JSON.stringify({ server, shared })) as Pick<
    Applications,
    'server' | 'shared'
  >
  project.provide('applications', plain)
  return stop
}
