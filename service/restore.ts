import { parseArgs } from 'node:util'
import { openForCommand } from './database/open'
import { prepareDatabase } from './database/prepare'
import { restore } from './sauvegarde/restore'

// npm run restore -- FOLDER
const { positionals } = parseArgs({ allowPositionals: true })

async function main(): Promise<void> {
  const [folder] = positionals
  if (folder === undefined) throw new Error('indiquez le dossier de la sauvegarde.')
  const database = await openForCommand(process.env, 'owner')
  try {
    await prepareDatabase(database.db)
    const client = await database.pool.connect()
    const restored = await restore(client, folder).finally(() => client.release())
    for (const [table, rows] of Object.entries(restored)) console.log(`${table} : ${rows}`)
    console.log('Restauration terminée. Les chiffres se recalculent au démarrage du service.')
  } finally {
    await database.close()
  }
}

main().catch((error: Error) => {
  console.error(`La restauration a échoué : ${error.message}`)
  process.exitCode = 1
})
