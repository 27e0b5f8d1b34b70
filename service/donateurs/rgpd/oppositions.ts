import type pg from 'pg'

/** The mailboxes of a contact's card, as it is and as imports have known it, as oppositions keep them. */
async function readAdresses(client: pg.ClientBase, contactId: string): Promise<Buffer[]> {
  const textsOf = async (statement: string) =>
    (await client.query<{ email: string | null }>(statement, [contactId])).rows.flatMap(
      ({ email }) => email ?? [],
    )
  const texts = [
    ...(await textsOf('select email from donateurs where contact_id = $1')),
    ...(await textsOf(
      `select unnest(array[avant ->> 'email', apres ->> 'email']) as email
       from lignes_avant_import
       where cle = $1 and fichier_id in (select fichier_id from fichiers where type = 'donateurs')`,
    )),
  ]
  const { rows } = await client.query<{ adresse: Buffer }>(
    `select distinct empreinte_adresse(interne, externe, boite) as adresse
     from unnest($1::text[]) as texte
     cross join unnest(emails_nommes(texte)) as boite
     cross join secret_raisons`,
    [texts],
  )
  return rows.map(({ adresse }) => adresse)
}

/** Every act about a contact, by number or by a mailbox of its card. */
export async function exportOppositions(
  client: pg.ClientBase,
  contactId: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select numero, levee, nature, contact_id, email, jour, raison, par, ecrit_le
     from oppositions_actes left join oppositions_adresses using (adresse)
     where lower(contact_id collate "default") = lower($1) or adresse = any ($2::bytea[])
     order by numero`,
    [contactId, await readAdresses(client, contactId)],
  )
  return rows
}

/**
 * Erases the addresses of a contact from the oppositions, before its card is. What holds of the person then holds of the number
 * and of each mailbox, which only a hash tells: whoever brings one of them back is not written to either.
 */
export async function forgetOppositions(client: pg.ClientBase, contactId: string): Promise<void> {
  const adresses = await readAdresses(client, contactId)
  await client.query(
    `with natures as materialized (
       select nature, min(jour) as jour
       from oppositions_en_vigueur
       where adresse = any ($2::bytea[])
         or lower(contact_id collate "default") in (select lower(membre) from unnest(membres_des_groupes(array[$1])) as membre)
       group by nature
     )
     select inscrire_oppositions(
       false, nature, array[$1], $2::bytea[], jour,
       'Fiche anonymisée : l’opposition de la personne vaut pour son numéro et ses adresses.', 'npm run rgpd'
     )
     from natures`,
    [contactId, adresses],
  )
  await client.query('delete from oppositions_adresses where adresse = any ($1::bytea[])', [
    adresses,
  ])
}
