import { sql } from 'kysely'
import { nameOf } from '#files/colonnes'
import type { Db } from './connect'

interface Fiche {
  contact_id: string
  firstname: string | null
  lastname: string | null
}

/** What the cards of these contacts call them now, of who was merged that of the person; null without a name. */
export async function readNoms(
  db: Db,
  contacts: readonly string[],
): Promise<(contact: string | null) => string | null> {
  // Two questions: on several servers the groups lie on one, and the cards on all.
  const { rows: groupes } = await sql<{ contact_id: string; contact_principal: string }>`
    select contact_id, contact_principal from groupes_contacts
    where contact_id = any(${contacts}::text[])`.execute(db)
  const principaux = new Map(groupes.map((one) => [one.contact_id, one.contact_principal]))
  const canonique = (contact: string) => principaux.get(contact) ?? contact
  const { rows: fiches } = await sql<Fiche>`
    select contact_id, firstname, lastname from fiches
    where contact_id = any(${[...new Set(contacts.map(canonique))]}::text[])`.execute(db)
  const noms = new Map(fiches.map((fiche) => [fiche.contact_id, nameOf(fiche)]))
  return (contact) => (contact === null ? null : (noms.get(canonique(contact)) ?? null))
}
