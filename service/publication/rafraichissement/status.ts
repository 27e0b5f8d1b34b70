import { sql } from 'kysely'
import type { RefreshStatus, RefreshView } from '#contract/rafraichissement'
import type { Db } from '../../platform/database/connect'
import { Problem } from '../../problem'
import { MORT } from './entry'

const ANNULEE = 'Annulée avec le rafraîchissement\u00a0: ses chiffres précédents restent affichés.'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The state of a refresh, whichever process runs it, its views with their roles: with an expired lease, it failed. Throws a Problem if there is
 * none.
 */
export async function readStatus(
  db: Db,
  id: string,
  roles: ReadonlyMap<string, string> = new Map(),
): Promise<RefreshStatus> {
  const refresh = UUID.test(id)
    ? await db
        .selectFrom('rafraichissements')
        .leftJoin('leases', 'job_id', 'id')
        .select(['id', 'status', 'error', 'commence_le', 'termine_le', 'renewals'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!refresh) throw new Problem('introuvable', 'Ce rafraîchissement n’existe pas.')

  const isDead = refresh.status === 'in_progress' && refresh.renewals === null
  const status = isDead ? 'error' : refresh.status
  const ended = isDead ? new Date() : refresh.termine_le
  const rows = await readVues(db, id)
  const views = rows
    .map((row) => (isDead && row.status === 'in_progress' ? toDeadRow(row) : row))
    .map(status === 'error' ? toUndoneView : toView)
    .map((view) => ({ ...view, role: roles.get(view.name) ?? null }))
  return {
    refresh_id: refresh.id,
    status,
    views,
    current_view: views.find((view) => view.status === 'in_progress')?.name ?? null,
    completed_views: views.filter((view) => view.status === 'completed').length,
    total_views: views.length,
    total_estimated_time: sum(views.map((view) => view.estimated_duration)),
    started_at: refresh.commence_le.toISOString(),
    finished_at: ended?.toISOString() ?? null,
    error: isDead ? MORT : refresh.error,
  }
}

interface VueRow {
  name: string
  display_name: string
  status: RefreshView['status']
  inchangee: boolean
  duration: number | null
  elapsed: number | null
  estimated_duration: number | null
  error: string | null
  pid: number | null
  pid_duration: number | null
}

/** The views; the running one with its backend from pg_stat_activity. */
async function readVues(db: Db, id: string): Promise<VueRow[]> {
  const { rows } = await sql<VueRow>`
    select name, display_name, vues.status, inchangee, duration, estimated_duration, error,
      extract(epoch from greatest(clock_timestamp(), commence_le) - commence_le)::float8 as elapsed,
      activity.pid,
      extract(epoch from clock_timestamp() - activity.query_start)::float8 as pid_duration
    from rafraichissement_vues as vues
    left join leases on job_id = rafraichissement_id
    left join pg_stat_activity as activity
      on vues.status = 'in_progress'
      and activity.pid = backend_pid and activity.xact_start = backend_since
      and activity.state = 'active'
    where rafraichissement_id = ${id}
    order by position`.execute(db)
  return rows
}

/** The view at which a dead refresh stopped. */
const toDeadRow = (row: VueRow): VueRow => ({ ...row, status: 'error', error: MORT, pid: null })

function toView(row: VueRow): Omit<RefreshView, 'role'> {
  return {
    name: row.name,
    display_name: row.display_name,
    status: row.status,
    duration: row.duration,
    current_duration: row.status === 'in_progress' ? row.elapsed : null,
    estimated_duration: row.estimated_duration,
    progress_percentage: progressOf(row),
    postgresql_info:
      row.pid === null ? null : { pid: row.pid, duration: Math.max(0, row.pid_duration ?? 0) },
    annulee: false,
    inchangee: row.inchangee,
    error: row.error,
  }
}

/** A view of a failed refresh: nothing of it is visible, however far it got. */
function toUndoneView(row: VueRow): Omit<RefreshView, 'role'> {
  if (row.status !== 'completed') return toView(row)
  const undone = { status: 'error', progress_percentage: 0, annulee: true, error: ANNULEE } as const
  return { ...toView(row), inchangee: false, ...undone }
}

/** PostgreSQL reports no progress of a refresh: estimated from the last runs, at most 95 % until done. */
function progressOf({ status, elapsed, estimated_duration }: VueRow): number {
  if (status === 'completed') return 100
  if (status !== 'in_progress' || !elapsed || !estimated_duration) return 0
  return Math.min(95, Math.floor((100 * elapsed) / estimated_duration))
}

const sum = (durations: readonly (number | null)[]): number | null =>
  durations.reduce(
    (total, duration) => (total === null || duration === null ? null : total + duration),
    0,
  )
