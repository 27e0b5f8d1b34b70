import { isDisposableEmailDomain } from 'disposable-email-domains-js'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { RESERVE } from '../../verification/regles/domaine'
import { CODES_POSTAUX, TELEPHONES } from '../../verification/regles/factices'

const isFactice = (domaine: string) => RESERVE.test(domaine) || isDisposableEmailDomain(domaine)

/** What many write who have nothing to write there: no two people are one for it. */
export const CODE_POSTAL_FACTICE = sql`(code_postal = any(${CODES_POSTAUX}::text[]))`
export const TELEPHONE_FACTICE = sql`(telephone = any(${TELEPHONES}::text[]) or btrim(substr(telephone, 2), substr(telephone, 2, 1)) = '')`

/** What a mailbox of nobody is named, without signs and digits: as the verification has them, and after who only sends. */
const BOITES_FACTICES = [
  ...['nospam', 'aucun', 'aucune', 'none', 'nomail', 'noemail', 'pasdemail', 'pasmail', 'pasemail'],
  ...[
    'pasdeemail',
    'sansmail',
    'sansemail',
    'inconnu',
    'inconnue',
    'unknown',
    'na',
    'mail',
    'email',
  ],
  ...['adresse', 'votremail', 'votreemail', 'yourmail', 'youremail', 'neant', 'rien', 'abc'],
  ...['noreply', 'nepasrepondre', 'nobody', 'personne'],
]

const SIGNES = '[-._+0-9]*'
/** How these begin, as most mailboxes do not: told in half of the time. */
const DEBUTS_FACTICES = `^${SIGNES}(?:${[...new Set(BOITES_FACTICES.map((nom) => nom.slice(0, 3).replaceAll(/\B/g, SIGNES)))].join('|')})`

/** The mailboxes of nobody: of a reserved or disposable domain, or named after having none; one letter repeated is no name. */
export const boiteFactice = (domaines: readonly string[]) => sql`(
  ${domaines.length > 0 ? sql`split_part(email, '@', 2) = any(${domaines}::text[])` : sql`false`}
  or email ~ ${DEBUTS_FACTICES} and translate(split_part(email, '@', 1), '._-+0123456789', '') = any(${BOITES_FACTICES}::text[])
  or substr(email, 2, 1) = left(email, 1) and btrim(split_part(email, '@', 1), left(email, 1)) = ''
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
