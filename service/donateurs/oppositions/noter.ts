import { sql } from 'kysely'
import type { NatureOpposition } from '#contract/oppositions'
import { plural } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { Problem } from '../../problem'
import type { Colonnes, Lues } from './lire-texte'
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

const refused = (message: string, champ = 'texte') => new Problem('invalide', message, { champ })

/** The first of them, as they are written. */
const citer = (textes: readonly (string | number)[]) =>
  textes.slice(0, 5).join(', ') + (textes.length > 5 ? '…' : '')

/** The mailboxes of these texts, and which texts name none. */
async function readAdresses(tx: Db, emails: string[]) {
  const { rows } = await sql<Adresse>`
    select distinct boite as email, ${EMPREINTE} as adresse
    from unnest(${emails}::text[]) as texte
    cross join unnest(emails_nommes(texte)) as boite`.execute(tx)
  const { illisibles } = onlyRow(
    await sql<{ illisibles: string[] }>`
      select coalesce(array_agg(texte) filter (where emails_nommes(texte) = '{}'), '{}') as illisibles
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

/** Whether this may be a number that nobody bears yet: a name or a sentence is none, and would stay for good. */
const isNumero = (texte: string) => /\d/.test(texte) && !/[\s/]/.test(texte)

/**
 * These contacts, an unknown number as the cards write it where only its capitals differ; and which stay unknown. Throws a
 * Problem for a text that is no number.
 */
async function readContacts(tx: Db, lus: string[], colonnes: Colonnes | null) {
  const autres = await listInconnus(tx, lus)
  if (autres.length === 0) return { contacts: lus, inconnus: [] }
  const { rows } = await sql<{ lu: string; contact_id: string }>`
    select lu, contact_id
    from unnest(${autres}::text[]) as lu
    join donateurs on lower(contact_id collate "default") = lower(lu)`.execute(tx)
  const ecrits = new Set(rows.map(({ lu }) => lu))
  const contacts = [
    ...lus.filter((lu) => !ecrits.has(lu)),
    ...rows.map(({ contact_id }) => contact_id),
  ]
  const inconnus = autres.filter((lu) => !ecrits.has(lu))
  const textes = inconnus.filter((lu) => !isNumero(lu))
  if (textes.length > 0)
    throw refused(
      `Ni numéro de contact ni e\u2011mail\u00A0: ${citer(textes.map((texte) => `«\u00A0${texte}\u00A0»`))}. ${
        colonnes
          ? `Corrigez ces cases (lues\u00A0: ${nommer(colonnes)}), ou donnez à leur colonne un autre titre.`
          : 'Écrivez un numéro ou un e\u2011mail par ligne, ou nommez «\u00A0Contact\u00A0» et «\u00A0E-mail\u00A0», à la première ligne, les colonnes du fichier.'
      }`,
    )
  return { contacts: [...new Set(contacts)], inconnus }
}

const nommer = ({ titres }: Colonnes) =>
  titres.map((titre) => `«\u00A0${titre}\u00A0»`).join(' et ')

/** What a file's columns do not say, in a sentence: nobody is noted for these lines. */
const direVides = ({ titres, vides }: Colonnes, lues: string) =>
  vides.length > 0 &&
  `${plural(vides.length, 'ligne n’a', 'lignes n’ont')} rien dans ${titres.length > 1 ? 'les colonnes' : 'la colonne'} ${lues}\u00A0: personne n’y est noté (${vides.length > 1 ? 'lignes' : 'ligne'} ${citer(vides)}).`

/** Throws a Problem for a day that is still to come. */
async function refuseFutur(tx: Db, jour: string): Promise<void> {
  const { venu } = onlyRow(
    await sql<{ venu: boolean }>`
      select ${jour}::date <= (now() at time zone 'Europe/Paris')::date as venu`.execute(tx),
  )
  if (!venu)
    throw refused(
      'Ce jour n’est pas encore venu\u00A0: une opposition vaut dès qu’elle est notée.',
      'jour',
    )
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
export const noter = (db: Db, { contacts: lus, emails, colonnes }: Lues, acte: Acte) =>
  db.transaction().execute(async (tx) => {
    await refuseFutur(tx, acte.jour)
    const { contacts, inconnus } = await readContacts(tx, lus, colonnes)
    const { adresses, illisibles } = await readAdresses(tx, emails)
    if (contacts.length + adresses.length === 0)
      throw refused('Aucun numéro de contact ni e\u2011mail ne se lit dans cette liste.')
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
        ? 'Rien ne change\u00A0: ces oppositions étaient déjà notées.'
        : `${plural(ecrites, 'opposition est notée', 'oppositions sont notées')}${deja > 0 ? `, ${plural(deja, 'autre', 'autres')} ${deja > 1 ? 'l’étaient' : 'l’était'} déjà` : ''}.`,
      inconnus.length > 0 &&
        `${plural(inconnus.length, 'numéro n’est pas connu', 'numéros ne sont pas connus')} de la base (${citer(inconnus)})\u00A0: l’opposition vaudra si un fichier l’apporte.`,
      illisibles.length > 0 &&
        `${plural(illisibles.length, 'adresse ne se lit pas et n’est pas notée', 'adresses ne se lisent pas et ne sont pas notées')} (${citer(illisibles)}).`,
      colonnes && `Colonnes lues\u00A0: ${nommer(colonnes)}.`,
      colonnes && direVides(colonnes, nommer(colonnes)),
    ]
    return { ecrites, inconnus: inconnus.length, message: parts.filter(Boolean).join(' ') }
  })

/** Says that whom an act names may be written to again; throws a Problem where it does not hold, or no more. */
export const lever = (db: Db, numero: number, acte: Omit<Acte, 'nature' | 'jour'>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // As inscrire_oppositions does: nobody objects or lifts between this look and what is written.
    await sql`select pg_advisory_xact_lock(hashtextextended('oppositions_actes', 0))`.execute(tx)
    const { rows } = await sql<{
      nature: NatureOpposition
      contacts: string[]
      adresses: Buffer[]
      jour: string
    }>`
      select
        nature, array_remove(array[contact_id], null) as contacts, array_remove(array[adresse], null) as adresses,
        (now() at time zone 'Europe/Paris')::date::text as jour
      from oppositions_en_vigueur
      where numero = ${numero}`.execute(tx)
    const [opposition] = rows
    if (!opposition)
      throw new Problem('conflit', 'Cette opposition ne vaut plus : elle est déjà levée.')
    await inscrire(tx, true, opposition, { ...acte, ...opposition })
  })
