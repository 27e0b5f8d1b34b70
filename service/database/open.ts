import { type Config, readLaunchConfig } from '../config'
import { connect, type Database } from './connect'
import { openEmbedded } from './embedded'

type Settings = Pick<Config, 'DATA_DIR'>

/**
 * For commands that work beside the service: the database of DATABASE_OWNER_URL or DATABASE_URL, or else the
 * embedded one, as its owner; an embedded database that was not running is stopped again by `close`.
 */
export async function openForCommand(
  environment: Record<string, string | undefined>,
): Promise<Database & { settings: Settings }> {
  const settings = readLaunchConfig(environment)
  const given = settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL
  const embedded = given === undefined ? await openEmbedded(settings.DATA_DIR) : undefined
  const database = connect(given ?? embedded?.ownerUrl ?? '', { max: 1, statementTimeout: 0 })
  return {
    ...database,
    settings,
    close: async () => {
      await database.close()
      if (embedded?.started) await embedded.stop()
    },
  }
}
