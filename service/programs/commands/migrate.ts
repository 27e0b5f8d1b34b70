import { readConfig } from '../../config'
import { openLog } from '../../log'
import { connect } from '../../platform/database/connect'
import { prepareDatabase } from '../../platform/database/prepare'

/** `npm run migrate`: runs as the database's owner, before a new version is started. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = openLog(config.LOG_LEVEL)
  const database = connect(config.DATABASE_OWNER_URL ?? config.DATABASE_URL, { max: 1 })
  try {
    const applied = await prepareDatabase(database.db)
    log.info({ applied }, applied.length > 0 ? 'migrations appliquées' : 'base déjà à jour')
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  openLog('info').fatal({ err: error }, 'migration impossible')
  process.exitCode = 1
})
