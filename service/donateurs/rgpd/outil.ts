import type pg from 'pg'

/** Tables with what was read of tools' files, and the keys that lead to contacts. */
export const TABLES_OUTIL = ['identites', 'identites_ambigues', 'voies', 'lectures_fichiers']

/** Tables of tools' files that wait to be imported: those that are not named after another file. */
async function listWaiting(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ nom: string }>(`
    select format('depots.%I', relname) as nom
    from pg_class
    where relnamespace = 'depots'::regnamespace and relkind in ('r', 'p') and relname ~ '_[0-9a-f]{32}$'
      and right(relname, 32) not in (select replace(fichier_id::text, '-', '') from fichiers where type <> 'fichier')`)
  return rows.map(({ nom }) => nom)
}

/**
 * Forgets tools' files that wait to be imported: nobody's rows can be taken out of their bytes, so they must be sent
 * again. One that is being imported is waited for.
 */
export async function forgetWaiting(client: pg.ClientBase): Promise<void> {
  // Gifts in view go with them, and what an account made until its rows could be dropped.
  let tables = await listWaiting(client)
  while (tables.length > 0) {
    for (const table of tables) await client.query(`drop table if exists ${table} cascade`)
    tables = await listWaiting(client)
  }
  await client.query('delete from lectures_fichiers')
  await client.query(`
    delete from imports_rejets
    where fichier_id in (select fichier_id from fichiers where type = 'fichier' and en_depot)`)
  await client.query(`
    delete from leases
    where kind in ('staging', 'lecture')
      and (kind = 'lecture' or job_id in (select fichier_id from fichiers where type = 'fichier'))`)
  await client.query(`
    delete from fichiers
    where type = 'fichier' and en_depot and fichier_id not in (select fichier_id from imports)`)
  await client.query(`update fichiers set en_depot = false where type = 'fichier' and en_depot`)
}

/** Removes the keys that lead to a contact, and when its card was said; from then on none is remembered of it. */
export async function forgetKeys(client: pg.ClientBase, contactId: string): Promise<void> {
  for (const table of ['identites', 'voies', 'fiches_dites', 'fiches_dites_avant_import'])
    await client.query(`delete from ${table} where contact_id = $1`, [contactId])
  await client.query('delete from identites_ambigues where contact_id = $1 or autre_id = $1', [
    contactId,
  ])
}
