import { type Config, readLaunchConfig } from '../../config'
import { connect, type Database } from './connect'
import { openEmbedded } from './embedded'

type Settings = Pick<Config, 'DATA_DIR'>

/**
 * The service's tables may run code the service attached, with the rights of whoever uses them: refuses the owner of
 * the exclusion log if the two roles differ.
 */
async function refuseLogOwner({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ refused: boolean }>(`
    select journal.relowner <> donnees.relowner and pg_has_role(journal.relowner, 'usage') as refused
    from pg_class journal, pg_class donnees
    where journal.oid = to_regclass('public.evenements_exclusion')
      and donnees.oid = to_regclass('public.donateurs')`)
  if (rows[0]?.refused)
    throw new Error(
      'cette commande travaille sur les tables du service : donnez-lui dans DATABASE_URL l’adresse du rôle dons_service, pas celle du propriétaire de la base.',
    )
}

/**
 * Opens, for a command, the configured database or else the embedded one; `close` stops an embedded database that this
 * call started. `as` selects the role: the service's, or the owner's for commands that migrate or fill. Throws an Error
 * with one French sentence if the service's work would run with the owner's rights.
 */
export async function openForCommand(
  environment: Record<string, string | undefined>,
  as: 'owner' | 'service',
): Promise<Database & { settings: Settings }> {
  const settings = readLaunchConfig(environment)
  const { DATABASE_URL: service, DATABASE_OWNER_URL: owner } = settings
  const given = as === 'owner' ? (owner ?? service) : (service ?? owner)
  const embedded = given === undefined ? await openEmbedded(settings.DATA_DIR) : undefined
  const own = as === 'owner' ? embedded?.ownerUrl : embedded?.url
  const database = connect(given ?? own ?? '', { max: 1, statementTimeout: 0 })
  const close = async () => {
    await database.close()
    if (embedded?.started) await embedded.stop()
  }
  try {
    if (as === 'service') await refuseLogOwner(database)
  } catch (error) {
    await close()
    throw error
  }
  return { ...database, settings, close }
}
