import { readArguments } from '#process/arguments'
import { reasonOf } from '#process/reason'
import { writeCheckpoint } from '../../exclusions/chaine'
import { run } from '../../platform/database/command'
import { openForCommand } from '../../platform/database/open'
import { prepareDatabase } from '../../platform/database/prepare'
import { restore } from '../backup/restore'

/**
 * The operator chose this backup: a first checkpoint records the log as restored. Checkpoints that saw a later log are
 * kept, and contradict it until someone endorses the older one.
 */
const noteCheckpoint = ({ db, settings }: Awaited<ReturnType<typeof openForCommand>>) =>
  writeCheckpoint(db, settings.DATA_DIR, new Date(), { first: true }).catch((error: unknown) => {
    console.error(
      `${reasonOf(error)}\nLe journal restauré n’est pas celui que les points de contrôle de ${settings.DATA_DIR} ont vu. Si cette sauvegarde est bien celle à reprendre, portez-vous-en garant : npm run audit -- --reprendre --par NOM --motif TEXTE`,
    )
  })

/** `npm run restore -- FOLDER`. */
async function main(): Promise<void> {
  const [folder, ...others] = readArguments({ allowPositionals: true }).positionals
  if (folder === undefined || others.length > 0)
    throw new Error('indiquez le dossier de la sauvegarde, et un seul.')
  const database = await openForCommand(process.env, 'owner')
  try {
    await prepareDatabase(database.db)
    const client = await database.pool.connect()
    const restored = await restore(client, folder).finally(() => client.release())
    for (const [table, rows] of Object.entries(restored)) console.log(`${table} : ${rows}`)
    await noteCheckpoint(database)
    console.log('Restauration terminée. Les chiffres se recalculent au démarrage du service.')
  } finally {
    await database.close()
  }
}

run('La restauration a échoué', main)
