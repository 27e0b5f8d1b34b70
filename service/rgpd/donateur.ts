import type pg from 'pg'

/** A cell of a CSV line that holds exactly this text, with or without quotes. */
const cellOf = (text: string) =>
  `(^|[;,|\\t"])\\s*${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\s*($|[;,|\\t"])`

/** Everything that is stored of one contact, for its right of access. */
export async function exportDonateur(client: pg.ClientBase, contactId: string) {
  const all = async (statement: string, value = contactId) =>
    (await client.query<Record<string, unknown>>(statement, [value])).rows
  const [donateur = null] = await all('select * from donateurs where contact_id = $1')
  return {
    contact_id: contactId,
    donateur,
    donations: await all(
      'select * from donations where contact_id = $1 order by order_date, length(id), id',
    ),
    exclusions: await all(
      'select * from evenements_exclusion where contact_id = $1 order by numero',
    ),
    decisions_legitimes: await all(
      'select * from decisions_legitimes where contact_id = $1 order by decide_le',
    ),
    lignes_rejetees: await all(
      'select fichier_id as import_id, ligne, texte, motif from imports_rejets where texte ~ $1 order by fichier_id, ligne',
      cellOf(contactId),
    ),
  }
}

export interface Anonymisation {
  carte: boolean
  lignesRejetees: number
  donations: number
  evenements: number
  decisions: number
}

/**
 * Empties the contact's card and the rejected lines that name it, now and in every later import; its gifts, the
 * exclusion log and the decisions, which know only its number, stay. Both or neither.
 */
export async function anonymiseDonateur(
  client: pg.ClientBase,
  contactId: string,
): Promise<Anonymisation> {
  const count = async (statement: string, value = contactId) =>
    (await client.query(statement, [value])).rowCount ?? 0
  await client.query('begin')
  try {
    await count('insert into donateurs_anonymises (contact_id) values ($1) on conflict do nothing')
    const carte = await count('update donateurs set firstname = null where contact_id = $1')
    await client.query(`call apres_ecriture('donateurs')`)
    await count('delete from mots_contacts where contact_id = $1')
    const lignesRejetees = await count(
      "update imports_rejets set texte = '(ligne effacée)' where texte ~ $1",
      cellOf(contactId),
    )
    const donations = await count('select 1 from donations where contact_id = $1')
    const evenements = await count('select from evenements_exclusion where contact_id = $1')
    const decisions = await count('select from decisions_legitimes where contact_id = $1')
    await client.query('commit')
    return { carte: carte > 0, lignesRejetees, donations, evenements, decisions }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
