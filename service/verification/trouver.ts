import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../database/connect'
import { keep } from '../jobs/keep'
import { readCles } from './cle'
import { REGLES } from './regles'
import { SEUILS } from './seuils'

/** Which rules there are and from where on they hold: others make all reasons anew. */
const VERSION = createHash('sha256')
  .update(JSON.stringify([SEUILS, REGLES.map(({ code, points }) => [code, points])]))
  .digest('hex')

/** What reasons are found in: the published figures, the contacts and the words of their names. */
const PRESENT = sql`
  (select numero from derniers_chiffres),
  (select imports from mots_contacts_etat),
  ${VERSION}`

/** Whether figures, contacts or rules changed since the reasons were last looked for. */
export async function isLate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    select (publication, contacts, regles) is distinct from (${PRESENT}) as late
    from signalements_etat`.execute(db)
  return rows[0]?.late ?? true
}

/** Looks for every reason anew, in one state of the data; one that is found again stays. Another process that is at it is left alone. */
export async function trouver(db: Db): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Before the first query, as a refresh does: no other partition may be put in place meanwhile.
      await sql`lock table donations in access share mode`.execute(tx)
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('signalements')) as mine`.execute(tx)
      if (!rows[0]?.mine) return
      await sql`set local work_mem = '64MB'`.execute(tx)
      await sql`set local jit = off`.execute(tx)
      await sql`set local statement_timeout = '10min'`.execute(tx)
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
      await sql`
        update signalements_etat
        set (publication, contacts, regles, trouves_le) = (${PRESENT}, now())`.execute(tx)
    })
  await sql`analyze signalements`.execute(db)
}

/** Keeps the reasons up to date until `stop`. */
export const keepSignalements = (db: Db, log: Logger) =>
  keep(
    async () => {
      if (await isLate(db)) await trouver(db)
    },
    (err) => log.warn({ err }, 'recherche des donateurs à vérifier remise à plus tard'),
  )
