import { readConfig } from '../../config'
import { run } from '../../platform/database/command'
import { connect } from '../../platform/database/connect'
import { prepareDatabase } from '../../platform/database/prepare'

/** `npm run migrate`: runs as the database's owner, before a new version is started. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const database = connect(config.DATABASE_OWNER_URL ?? config.DATABASE_URL, {
    max: 1,
    statementTimeout: 0,
  })
  try {
    const applied = await prepareDatabase(database.db)
    console.log(
      applied.length > 0
        ? `Migrations appliquées : ${applied.join(', ')}`
        : 'La base est déjà à jour.',
    )
  } finally {
    await database.close()
  }
}

run('La migration a échoué', main)
