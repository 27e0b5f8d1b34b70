import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RefreshStatus } from '#contract/rafraichissement'
import { MOTS } from '../../service/donateurs/recherche/words'
import type { Db } from '../../service/platform/database/connect'
import { onlyRow } from '../../service/platform/database/only-row'
import { isLate } from '../../service/platform/jobs/derived'
import { readState } from '../../service/publication/controles/verifier'
import { SIGNALEMENTS } from '../../service/verification/trouver'

const LOOK_MS = 200

/** So many looks in a row must find nothing at work: what is done in several statements rests between them. */
const LOOKS = 5

/** What has not followed by then is told, and waited for no longer: it may fail again and again. */
const PATIENCE_MS = 40 * 60_000

/** What the service brings up to date by itself, after imports and refreshes. */
const FOLLOWERS: Record<string, (db: Db) => Promise<boolean>> = {
  'words of the search': (db) => isLate(db, MOTS),
  'doubtful donors': (db) => isLate(db, SIGNALEMENTS),
  controls: async (db) => (await readState(db)).late,
}

/** Whether a job or a statement runs, or a refresh is about to. */
async function isBusy(db: Db): Promise<boolean> {
  const { busy } = onlyRow(
    await sql<{ busy: boolean }>`
      select (select du from rafraichissement_du)
        or exists (select from leases)
        or exists (
          select from pg_stat_activity
          where state = 'active' and pid <> pg_backend_pid()
            and backend_type in ('client backend', 'parallel worker', 'autovacuum worker')
        ) as busy`.execute(db),
  )
  return busy
}

/** Milliseconds until all was done, and until each that was late was not any more: none for what never came to that. */
export interface Quiet {
  ms: number
  followed: Map<string, number | undefined>
}

/** Waits until nothing is left to do. */
export async function awaitQuiet(db: Db): Promise<Quiet> {
  const begun = performance.now()
  const followed: Quiet['followed'] = new Map()
  let quiet = 0
  let since = 0
  for (;;) {
    const ms = performance.now() - begun
    let late = false
    for (const [name, isBehind] of Object.entries(FOLLOWERS))
      if (await isBehind(db)) {
        late = true
        followed.set(name, undefined)
      } else if (followed.has(name)) followed.set(name, followed.get(name) ?? ms)
    quiet = late || (await isBusy(db)) ? 0 : quiet + 1
    if (quiet === 1) since = ms
    if (quiet === LOOKS || ms > PATIENCE_MS) return { ms: quiet === LOOKS ? since : ms, followed }
    await wait(LOOK_MS)
  }
}

interface Latest {
  id: string
  failure: string | null
  /** It ended well, and knows every import. */
  knows: boolean
}

/** Waits for the refresh that starts by itself after an import, and answers what its status tells. */
export async function awaitRefresh(db: Db, service: string): Promise<RefreshStatus> {
  for (;;) {
    const { rows } = await sql<Latest>`
      select id, error as failure,
        status = 'completed' and (select imports from derniers_chiffres) = (select imports from etat_donnees) as knows
      from rafraichissements
      order by numero desc
      limit 1`.execute(db)
    const [latest] = rows
    if (latest?.failure) throw new Error(latest.failure)
    if (latest?.knows) {
      const answer = await fetch(`${service}/api/analytics/refresh-views-status/${latest.id}`)
      return (await answer.json()) as RefreshStatus
    }
    await wait(LOOK_MS)
  }
}

/** Milliseconds from the begin of a refresh to its end. */
export const lasted = ({ started_at, finished_at }: RefreshStatus) =>
  Date.parse(finished_at ?? '') - Date.parse(started_at)
