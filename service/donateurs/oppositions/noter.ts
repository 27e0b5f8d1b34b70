import { sql } from 'kysely'
import type { ActeOpposition, NatureOpposition } from '#contract/oppositions'
import { formatCount, plural } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { Problem } from '../../problem'
import type { Lues } from './lire-texte'
import { EMPREINTE } from './opposes'

interface Acte {
  nature: NatureOpposition
  jour: string
  raison: string
  par: string
}

interface Adresse {
  email: string
  adresse: Buffer
}

/** The mailboxes of these texts, and how many texts name none. */
async function readAdresses(tx: Db, emails: string[]) {
  const { rows } = await sql<Adresse>`
    select distinct boite as email, ${EMPREINTE} as adresse
    from unnest(${emails}::text[]) as texte
    cross join unnest(emails_nommes(texte)) as boite`.execute(tx)
  const { illisibles } = onlyRow(
    await sql<{ illisibles: number }>`
      select count(*) filter (where emails_nommes(texte) = '{}') as illisibles
      from unnest(${emails}::text[]) as texte`.execute(tx),
  )
  return { adresses: rows, illisibles }
}

/** Those of these contacts that have neither card nor donation. */
async function listInconnus(tx: Db, contacts: string[]): Promise<string[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from donateurs where contact_id = any(${contacts}::text[])
    union
    select contact_brut from dons_des_contacts where contact_brut = any(${contacts}::text[])`.execute(
    tx,
  )
  const connus = new Set(rows.map(({ contact_id }) => contact_id))
  return contacts.filter((contact) => !connus.has(contact))
}

/** These contacts, an unknown number as the cards write it where only its capitals differ; and how many stay unknown. */
async function readContacts(tx: Db, lus: string[]) {
  const autres = await listInconnus(tx, lus)
  if (autres.length === 0) return { contacts: lus, inconnus: 0 }
  const { rows } = await sql<{ lu: string; contact_id: string }>`
    select lu, contact_id
    from unnest(${autres}::text[]) as lu
    join donateurs on lower(contact_id) = lower(lu)`.execute(tx)
  const ecrits = new Set(rows.map(({ lu }) => lu))
  const contacts = [
    ...lus.filter((lu) => !ecrits.has(lu)),
    ...rows.map(({ contact_id }) => contact_id),
  ]
  return { contacts: [...new Set(contacts)], inconnus: autres.length - ecrits.size }
}

const inscrire = async (
  tx: Db,
  levee: boolean,
  { contacts, adresses }: { contacts: string[]; adresses: Buffer[] },
  { nature, jour, raison, par }: Acte,
): Promise<number> => {
  const { inscrites } = onlyRow(
    await sql<{ inscrites: number }>`
      select inscrire_oppositions(
        ${levee}, ${nature}, ${contacts}::text[], ${adresses}::bytea[], ${jour}::date, ${raison}, ${par}
      ) as inscrites`.execute(tx),
  )
  return inscrites
}

/** Notes that these must not be written to, and says in words what was noted; what already holds is not noted again. */
export const noter = (db: Db, { contacts: lus, emails }: Lues, acte: Acte) =>
  db.transaction().execute(async (tx) => {
    const { contacts, inconnus } = await readContacts(tx, lus)
    const { adresses, illisibles } = await readAdresses(tx, emails)
    if (contacts.length + adresses.length === 0)
      throw new Problem(
        'invalide',
        'Aucun numéro de contact ni e\u2011mail ne se lit dans cette liste.',
        { champ: 'texte' },
      )
    const ecrites = await inscrire(
      tx,
      false,
      { contacts, adresses: adresses.map(({ adresse }) => adresse) },
      acte,
    )
    await sql`
      insert into oppositions_adresses (adresse, email)
      select * from unnest(
        ${adresses.map(({ adresse }) => adresse)}::bytea[], ${adresses.map(({ email }) => email)}::text[]
      )
      on conflict (adresse) do nothing`.execute(tx)
    const deja = contacts.length + adresses.length - ecrites
    const parts = [
      ecrites === 0
        ? 'Rien ne change : ces oppositions étaient déjà notées.'
        : `${plural(ecrites, 'opposition est notée', 'oppositions sont notées')}${deja > 0 ? `, ${plural(deja, 'autre', 'autres')} ${deja > 1 ? 'l’étaient' : 'l’était'} déjà` : ''}.`,
      inconnus > 0 &&
        `${plural(inconnus, 'numéro n’est pas connu', 'numéros ne sont pas connus')} de la base\u00A0: l’opposition vaudra si un fichier l’apporte.`,
      illisibles > 0 &&
        `${formatCount(illisibles)} ${illisibles > 1 ? 'adresses ne se lisent pas et ne sont pas notées' : 'adresse ne se lit pas et n’est pas notée'}.`,
    ]
    return { ecrites, message: parts.filter(Boolean).join(' ') }
  })

/** Says that whom an act names may be written to again; throws a Problem where it does not hold. */
export async function lever(
  db: Db,
  { numero, nature, contact_id, vaut }: ActeOpposition,
  acte: Omit<Acte, 'nature' | 'jour'>,
): Promise<void> {
  const inscrites = await db.transaction().execute(async (tx) => {
    const { adresse, jour } = onlyRow(
      await sql<{ adresse: Buffer | null; jour: string }>`
        select adresse, (now() at time zone 'Europe/Paris')::date::text as jour
        from oppositions_actes
        where numero = ${numero}`.execute(tx),
    )
    return inscrire(
      tx,
      true,
      { contacts: contact_id === null ? [] : [contact_id], adresses: adresse ? [adresse] : [] },
      { ...acte, nature, jour },
    )
  })
  if (inscrites === 0 || !vaut)
    throw new Problem('conflit', 'Cette opposition ne vaut plus : elle est déjà levée.')
}
