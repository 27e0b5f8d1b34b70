import type pg from 'pg'

/** The mailboxes of a contact's card, as it is and as imports have known it, with how oppositions keep them ($1: the contact). */
const ADRESSES = `
  select distinct empreinte_adresse(interne, externe, boite) as adresse
  from (
    select email from donateurs where contact_id = $1
    union all
    select fiche ->> 'email'
    from lignes_avant_import, lateral (values (avant), (apres)) as fiches (fiche)
    where cle = $1 and fichier_id in (select fichier_id from fichiers where type = 'donateurs')
  ) as fiches
  cross join unnest(emails_nommes(fiches.email)) as boite
  cross join secret_raisons`

/** Every act about a contact, by number or by a mailbox of its card. */
export async function exportOppositions(
  client: pg.ClientBase,
  contactId: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select numero, levee, nature, contact_id, email, jour, raison, par, ecrit_le
     from oppositions_actes left join oppositions_adresses using (adresse)
     where contact_id = $1 or adresse in (${ADRESSES})
     order by numero`,
    [contactId],
  )
  return rows
}

/**
 * Erases the addresses of a contact from the oppositions, before its card is. What holds of the person then holds of the number
 * and of each mailbox, which only a hash tells: whoever brings one of them back is not written to either.
 */
export async function forgetOppositions(client: pg.ClientBase, contactId: string): Promise<void> {
  await client.query(
    `with adresses as materialized (${ADRESSES}), natures as materialized (
       select nature, min(jour) as jour
       from oppositions_en_vigueur
       where contact_id = any (membres_des_groupes(array[$1])) or adresse in (select adresse from adresses)
       group by nature
     )
     select inscrire_oppositions(
       false, nature, array[$1], array(select adresse from adresses), jour,
       'Fiche anonymisée : l’opposition de la personne vaut pour son numéro et ses adresses.', 'npm run rgpd'
     )
     from natures`,
    [contactId],
  )
  await client.query(`delete from oppositions_adresses where adresse in (${ADRESSES})`, [contactId])
}
