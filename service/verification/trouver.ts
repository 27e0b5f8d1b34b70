import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../database/connect'
import { type Derived, derive, isLate as isDerivedLate, keepDerived } from '../jobs/derived'
import { readCles } from './cle'
import { REGLES } from './regles'
import { SEUILS } from './seuils'

/** Which rules there are and from where on they hold: others make all reasons anew. */
const VERSION = createHash('sha256')
  .update(JSON.stringify([SEUILS, REGLES.map(({ code, points }) => [code, points])]))
  .digest('hex')

/** What reasons are found in: the published figures, the contacts and the words of their names. */
const SIGNALEMENTS: Derived = {
  etat: 'signalements_etat',
  source: {
    publication: sql`(select numero from derniers_chiffres)`,
    contacts: sql`(select imports from mots_contacts_etat)`,
    regles: sql`${VERSION}`,
  },
  timeout: '10min',
  ofDonations: true,
}

/** Whether figures, contacts or rules changed since the reasons were last looked for. */
export const isLate = (db: Db): Promise<boolean> => isDerivedLate(db, SIGNALEMENTS)

/** Looks for every reason; one that is found again stays. What comes after `trouves_le` may not have been seen. */
async function findReasons(tx: Db): Promise<void> {
  await sql`update signalements_etat set trouves_le = statement_timestamp()`.execute(tx)
  const cleOf = await readCles(tx)
  for (const { code, trouver: find } of REGLES) {
    const question = await find(tx, cleOf(code))
    // A table of its own: what is inserted elsewhere is never looked for in parallel.
    await sql`create temporary table trouves on commit drop as ${question}`.execute(tx)
    await sql`
      insert into signalements (contact_id, regle, cle, points, faits)
      select distinct on (contact_id, cle) contact_id, ${code}, cle, points, faits
      from trouves
      order by contact_id, cle, points desc
      on conflict (contact_id, regle, cle) do update
        set points = excluded.points, faits = excluded.faits, passage = now()`.execute(tx)
    await sql`drop table trouves`.execute(tx)
  }
  // At the end, of the few that were found: beside each question it would make all contacts known first.
  await sql`
    delete from signalements
    where passage <> now()
      or contact_id not in (
        select contact_id from donateurs_annees where contact_id = any (array(select contact_id from signalements))
      )`.execute(tx)
  await sql`analyze signalements`.execute(tx)
}

/** Looks for every reason anew, in one state of the data. */
export const trouver = (db: Db): Promise<boolean> => derive(db, SIGNALEMENTS, findReasons)

/** Keeps the reasons up to date until `stop`. */
export const keepSignalements = (db: Db, log: Logger) =>
  keepDerived(db, SIGNALEMENTS, findReasons, (err) =>
    log.warn({ err }, 'recherche des donateurs à vérifier remise à plus tard'),
  )
