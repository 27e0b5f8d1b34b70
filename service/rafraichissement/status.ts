import { sql } from 'kysely'
import type { RefreshStatus, RefreshView } from '#contract/rafraichissement'
import { toTheEnd } from '../database/abandon'
import type { Db } from '../database/connect'
import { Problem } from '../problem'
import { expireDead } from './bail'

const ANNULEE = 'Annulée avec le rafraîchissement\u00a0: ses chiffres précédents restent affichés.'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Where a refresh stands, whichever process runs it; a Problem where there is none of this id. */
export async function readStatus(db: Db, id: string): Promise<RefreshStatus> {
  await toTheEnd(() => expireDead(db))
  const refresh = UUID.test(id)
    ? await db
        .selectFrom('rafraichissements')
        .select(['id', 'status', 'error', 'commence_le', 'termine_le'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!refresh) throw new Problem('introuvable', 'Ce rafraîchissement n’existe pas.')

  const rows = await readVues(db, id)
  const views = rows.map(refresh.status === 'error' ? toUndoneView : toView)
  return {
    refresh_id: refresh.id,
    status: refresh.status,
    views,
    current_view: views.find((view) => view.status === 'in_progress')?.name ?? null,
    completed_views: views.filter((view) => view.status === 'completed').length,
    total_views: views.length,
    total_estimated_time: sum(views.map((view) => view.estimated_duration)),
    started_at: refresh.commence_le.toISOString(),
    finished_at: refresh.termine_le?.toISOString() ?? null,
    error: refresh.error,
  }
}

interface VueRow {
  name: string
  display_name: string
  status: RefreshView['status']
  duration: number | null
  elapsed: number | null
  estimated_duration: number | null
  error: string | null
  pid: number | null
  pid_duration: number | null
}

/** The views with, for the running one, what PostgreSQL says of its process. */
async function readVues(db: Db, id: string): Promise<VueRow[]> {
  const { rows } = await sql<VueRow>`
    select name, display_name, vues.status, duration, estimated_duration, error,
      extract(epoch from clock_timestamp() - commence_le)::float8 as elapsed,
      activity.pid,
      extract(epoch from clock_timestamp() - activity.query_start)::float8 as pid_duration
    from rafraichissement_vues as vues
    join rafraichissement_baux as baux using (rafraichissement_id)
    left join pg_stat_activity as activity
      on vues.status = 'in_progress'
      and activity.pid = baux.pid and activity.xact_start = baux.pid_depuis
      and activity.state = 'active'
    where rafraichissement_id = ${id}
    order by position`.execute(db)
  return rows
}

function toView(row: VueRow): RefreshView {
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
    error: row.error,
  }
}

/** A view of a refresh that failed: nothing of it is visible, however far it came. */
function toUndoneView(row: VueRow): RefreshView {
  if (row.status !== 'completed') return toView(row)
  const undone = { status: 'error', progress_percentage: 0, annulee: true, error: ANNULEE } as const
  return { ...toView(row), ...undone }
}

/** PostgreSQL tells nothing of a refresh's progress: the last runs do, and never more than 95 % before the end. */
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
