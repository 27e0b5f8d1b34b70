import { type RawBuilder, sql } from 'kysely'

/** How oppositions keep the mailbox `boite`; the secret is read once. */
export const EMPREINTE = sql`
  empreinte_adresse((select interne from secret_raisons), (select externe from secret_raisons), boite)`

/**
 * Those of `lignes` (a table with `contact_id`, numbers that count) who must not be written to: one of their numbers is opposed,
 * in capitals or not, or a mailbox of one of their cards is, in whatever spelling. Who objects to e-mails by number objects for
 * the mailboxes of that card, on whichever other card they stand; a number that no card bears is one in other capitals. Both
 * sides fold capitals as this database does, whose locale may know accents.
 */
export const opposes = (lignes: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with personnes as materialized (
    select contact_id, contact_id as numero from ${lignes} as choisis
    union all
    select groupes.contact_principal, groupes.contact_id
    from groupes_contacts as groupes
    join ${lignes} as choisis on choisis.contact_id = groupes.contact_principal
  ), vigueur as materialized (
    select contact_id, adresse, nature from oppositions_en_vigueur
  ), connus as materialized (
    select cartes.contact_id, email
    from vigueur
    join donateurs as cartes on cartes.contact_id = vigueur.contact_id
    where nature = 'email'
  ), inconnus as materialized (
    select lower(contact_id collate "default") as numero
    from vigueur
    where nature = 'email' and contact_id is not null and contact_id not in (select contact_id from connus)
  ), adresses as materialized (
    select adresse from vigueur where adresse is not null
    union
    select ${EMPREINTE}
    from (
      select email from connus
      union all
      select email from inconnus join donateurs as cartes on lower(cartes.contact_id collate "default") = numero
    ) as cartes
    cross join unnest(emails_nommes(email)) as boite
  )
  select contact_id from personnes where lower(numero collate "default") in (select lower(contact_id collate "default") from vigueur)
  union
  select personnes.contact_id
  from personnes
  join donateurs as cartes on cartes.contact_id = personnes.numero
  cross join unnest(emails_nommes(cartes.email)) as boite
  where (select exists (select from adresses))
    and ${EMPREINTE} in (select adresse from adresses)
)`
