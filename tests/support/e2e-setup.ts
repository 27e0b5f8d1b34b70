import { openApplications } from './applications'

/** Opens what the browser tests share; playwright's workers learn of it through the environment. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { server, shared, stop } = await openApplications()
  process.env['E2E_SERVER'] = JSON.stringify(server)
  process.env['E2E_SHARED'] = JSON.stringify(shared)
  return stop
}
