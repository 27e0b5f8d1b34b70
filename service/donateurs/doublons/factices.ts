import { isDisposableEmailDomain } from 'disposable-email-domains-js'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { RESERVE } from '../../verification/regles/domaine'
import { CODES_POSTAUX, TELEPHONES } from '../../verification/regles/factices'

const isFactice = (domaine: string) => RESERVE.test(domaine) || isDisposableEmailDomain(domaine)

/** What many write who have nothing to write there: no two people are one for it. */
export const CODE_POSTAL_FACTICE = sql`(code_postal = any(${CODES_POSTAUX}::text[]))`
export const MOBILE_FACTICE = sql`(mobile = any(${TELEPHONES}::text[]) or mobile ~ '^0?(\\d)\\1{7,}$')`

/** The reserved and disposable domains among those of the cards. */
export async function readDomainesFactices(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ domaine: string }>`
    select distinct lower(split_part(email, '@', 2) collate "C") as domaine from donateurs where email <> ''`.execute(
    tx,
  )
  return [...new Set(rows.map(({ domaine }) => domaine.trim()).filter(isFactice))]
}
