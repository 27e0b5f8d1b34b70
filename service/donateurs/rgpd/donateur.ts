import type pg from 'pg'
import { exportOppositions, forgetOppositions } from './oppositions'
import { forgetKeys, forgetWaiting } from './outil'
import { cellOf, eraseDecisions, eraseRejects, type Fiche, listStaged } from './traces'

/** All contacts who are the same person as this one, as somebody said, it included and first. */
export async function listPersonne(client: pg.ClientBase, contactId: string): Promise<string[]> {
  const { rows } = await client.query<{ contact_id: string }>(
    `select contact_id
     from unnest(membres_des_groupes(array[$1])) as contact_id
     order by contact_id <> $1, length(contact_id), contact_id collate "C"`,
    [contactId],
  )
  return rows.map((row) => row.contact_id)
}

/** Everything stored about a contact, for the right of access. */
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
      'select * from evenements_exclusion where contact_id = $1 or contact_principal = $1 order by numero',
    ),
    decisions_legitimes: await all(
      'select * from decisions_legitimes where contact_id = $1 order by decide_le',
    ),
    contact_collectif_possible: await all(
      'select * from collectifs_possibles where contact_id = $1',
    ),
    signalements: await all('select * from signalements where contact_id = $1 order by regle, cle'),
    imports: await all(
      `select fichier_id as import_id, cle, avant, apres from lignes_avant_import
       where cle = $1 or avant ->> 'contact_id' = $1 or apres ->> 'contact_id' = $1 order by fichier_id, cle`,
    ),
    listes_gardees: await all(
      'select nom, depuis, jusqua from listes_membres join listes_gardees using (liste_id) where contact_id = $1 order by 1, 2',
    ),
    oppositions: await exportOppositions(client, contactId),
    remerciements: await all('select * from remerciements where contact_id = $1 order by numero'),
    identites: await all(
      `select encode(cle, 'hex') as cle from identites where contact_id = $1 order by 1`,
    ),
    voies: await all(
      `select encode(voie, 'hex') as cle, genre, carte, dite_le, fichier_id as import_id
       from voies where contact_id = $1 order by 1`,
    ),
    separations_de_cles: await all(
      'select contact_id, nouveau_id, raison, le from contacts_partages where $1 in (contact_id, nouveau_id) order by numero',
    ),
    cellules_dites: await all('select * from fiches_dites where contact_id = $1'),
    memes_personnes: await all(
      'select * from identites_ambigues where contact_id = $1 or autre_id = $1 order by 1, 2',
    ),
    doublons: await all(
      'select contact_id, autre_id, regle from doublons where $1 in (contact_id, autre_id) order by 1, 2, 3',
    ),
    remboursements: await all(
      'select * from remboursements where don_id in (select id from donations where contact_id = $1) order by cle',
    ),
    lignes_rejetees: await all(
      'select fichier_id as import_id, ligne, texte, motif from imports_rejets where texte ~ $1 order by fichier_id, ligne',
      cellOf(contactId),
    ),
  }
}

/** Whether a value has nothing in it but empty lists. */
const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).every(isNothing))

/** Everything stored about a person, by each of their numbers, the asked one first; null where nothing is. */
export async function exportPersonne(client: pg.ClientBase, contactId: string) {
  const [own = contactId, ...others] = await listPersonne(client, contactId)
  const { contact_id, ...rest } = await exportDonateur(client, own)
  if (others.length === 0 && isNothing(rest)) return null
  const meme_personne = []
  for (const other of others) meme_personne.push(await exportDonateur(client, other))
  return { contact_id, ...rest, ...(meme_personne.length > 0 && { meme_personne }) }
}

export interface Anonymisation {
  carte: boolean
  lignesRejetees: number
  signalements: number
  donations: number
  evenements: number
  decisions: number
}

/** Erases the words of a name that nobody else bears: one by one, as several servers may hold whose words they are. */
async function eraseNames(client: pg.ClientBase, fiche: Fiche | null): Promise<void> {
  const { rows } = await client.query<{ mot: string }>(
    'select unnest(tsvector_to_array(mots_contact($1))) as mot',
    [[fiche?.lastname, fiche?.firstname].filter(Boolean).join(' ')],
  )
  for (const { mot } of rows) {
    const { rowCount } = await client.query(
      'select from mots_contacts where mots @@ quote_literal($1)::tsquery limit 1',
      [mot],
    )
    if (rowCount === 0) await client.query('delete from mots_noms where mot = $1', [mot])
  }
}

const VIDER = 'select vider_fiches($1::text::regclass, array[$2])'

/** Empties what imports changed of a card. */
const ANCIENNES_FICHES = `
  update lignes_avant_import
  set avant = case when avant is not null then '{}'::jsonb end, apres = '{}'
  where cle = $1 and fichier_id in (select fichier_id from fichiers where type = 'donateurs')`

/**
 * Erases a contact's card, in staged files and earlier imports too, the keys that lead to it, rejected lines and
 * previews about them, and their reasons for review,
 * now and in every later import; keeps gifts, the exclusion log and decisions, which only hold the id. Atomic. Remnants
 * in the database's files are removed by `rewriteTables`.
 */
export async function anonymiseDonateur(
  client: pg.ClientBase,
  contactId: string,
  par = 'npm run rgpd',
): Promise<Anonymisation> {
  const count = async (statement: string, value = contactId) =>
    (await client.query(statement, [value])).rowCount ?? 0
  await client.query('begin')
  try {
    // What is derived from cards meanwhile, of an older snapshot, would bring words of it back.
    await client.query(
      'lock table mots_contacts_etat, doublons_etat, signalements_etat in share row exclusive mode',
    )
    const { rows: fiches } = await client.query<Fiche>(
      'select firstname, lastname, email, phone from donateurs where contact_id = $1',
      [contactId],
    )
    await forgetOppositions(client, contactId)
    await client.query(
      'insert into donateurs_anonymises (contact_id, par) values ($1, $2) on conflict do nothing',
      [contactId, par],
    )
    await count('delete from remerciements where contact_id = $1')
    await count('insert into fiches_deplacees values ($1)')
    await client.query(VIDER, ['donateurs', contactId])
    await client.query(`call apres_ecriture('donateurs')`)
    await count('delete from mots_contacts where contact_id = $1')
    await eraseNames(client, fiches[0] ?? null)
    const signalements = await count('delete from signalements where contact_id = $1')
    await count('delete from donateurs_signales where contact_id = $1')
    await count('delete from doublons where $1 in (contact_id, autre_id)')
    await count('delete from doublons_groupes where $1 = any(contacts)')
    // What the others are to each other may change with it.
    await client.query('update doublons_etat set regles = null')
    await forgetWaiting(client)
    await forgetKeys(client, contactId)
    await count('update collectifs_possibles set par_nom = false where contact_id = $1')
    for (const table of await listStaged(client)) await client.query(VIDER, [table, contactId])
    await count(ANCIENNES_FICHES)
    const lignesRejetees = await eraseRejects(client, contactId, fiches[0] ?? null)
    await eraseDecisions(client, contactId, fiches[0] ?? null)
    const donations = await count('select 1 from donations where contact_id = $1')
    const evenements = await count('select from evenements_exclusion where contact_id = $1')
    const decisions = await count('select from decisions_legitimes where contact_id = $1')
    await client.query('commit')
    return {
      carte: fiches.length > 0,
      lignesRejetees,
      signalements,
      donations,
      evenements,
      decisions,
    }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
