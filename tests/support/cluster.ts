import { inject } from 'vitest'
import { type Access, openRoles } from '../../service/platform/database/roles'
import { runService } from './application'
import { type Options, type Server, startServer as start } from './server'

export { debianBinaries, type Server } from './server'

/** A server with the database `dons` and the addresses under which each role reaches it. */
export interface Cluster extends Server {
  access: Access
}

/** Makes and starts a server, of the embedded version unless other programs are given. */
export const startServer = (options: Options = {}): Promise<Server> =>
  start(
    options.binaries || options.fill
      ? options
      : {
          ...options,
          fill: async (folder, run) => {
            await run('cp', ['-R', `${inject('initialised')}/.`, folder])
          },
        },
  )

/** The same, with the roles and the database of the application. */
export async function createCluster(options: Options = {}): Promise<Cluster> {
  const server = await startServer(options)
  return { ...server, access: await openRoles(server.adminUrl, 'dons') }
}

/** The settings of a service on it. */
export const settingsOf = ({ access, dataDir }: Cluster) => ({
  DATABASE_URL: access.url,
  DATABASE_OWNER_URL: access.ownerUrl,
  DATA_DIR: dataDir,
})

/** The service on its database, as a process. */
export const startService = (cluster: Cluster, env: Record<string, string> = {}) =>
  runService({ ...settingsOf(cluster), LOG_LEVEL: 'silent', ...env })

/** The administrator's address of the database `dons`. */
export const donsUrl = ({ access }: Cluster) => access.adminUrl.replace(/\/postgres$/, '/dons')
