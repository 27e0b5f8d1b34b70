import { isDisposableEmailDomain } from 'disposable-email-domains-js'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { RESERVE } from '../../verification/regles/domaine'
import { CODES_POSTAUX, EMAIL_FACTICE, TELEPHONES } from '../../verification/regles/factices'

const isFactice = (domaine: string) => RESERVE.test(domaine) || isDisposableEmailDomain(domaine)

/** What many write who have nothing to write there: no two people are one for it. */
export const CODE_POSTAL_FACTICE = sql`(code_postal = any(${CODES_POSTAUX}::text[]))`
export const TELEPHONE_FACTICE = sql`(telephone = any(${TELEPHONES}::text[]) or telephone ~ '^0?(\\d)\\1{7,}$')`

/** The mailboxes of nobody: of a reserved or disposable domain, or named after having none or after who sends. */
export const boiteFactice = (domaines: readonly string[]) => sql`(
  split_part(email, '@', 2) = any(${domaines}::text[])
  or ${EMAIL_FACTICE} or email ~ '^(no.?reply|ne.?pas.?repondre|nobody|personne|noemail)@'
)`

/** The mailboxes of an office, which several people read. */
export const BOITE_DE_SERVICE = sql`(a.email ~ '^(contact|infos?|accueil|secretariat|secretaire|direction|administration|admin|bureau|mairie|compta(bilite)?|commercial|office|hello|bonjour|courrier|paroisse|presbytere)[-._]?[0-9]*@')`

/** The reserved and disposable domains among those of the cards. */
export async function readDomainesFactices(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ domaine: string }>`
    select distinct lower(split_part(email, '@', 2) collate "C") as domaine from donateurs where email <> ''`.execute(
    tx,
  )
  return [...new Set(rows.map(({ domaine }) => domaine.trim()).filter(isFactice))]
}
