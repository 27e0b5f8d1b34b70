import { Form, useLocation, useNavigate } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { RefreshStatus, RefreshView, StatutJob } from '#contract/rafraichissement'
import { formatDuration } from '#figures/format'
import { Alert } from './alert'
import { AutoRefreshSwitch } from './auto-refresh'
import { usePolling } from './polling'
import { Progress } from './progress'

const INTERVAL_MS = 500
const CLOSING_DELAY_MS = 2_000

const STATUS_LABELS: Record<StatutJob, string> = {
  completed: 'Terminé',
  in_progress: 'En cours...',
  error: 'Erreur',
  pending: 'En attente',
}

const isRunning = ({ status }: { status: StatutJob }) =>
  status === 'in_progress' || status === 'pending'

/** The current URL without the refresh: where the dialog closes to. */
export function withoutRefresh(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.delete('rafraichissement')
  query.delete('sans-actualisation')
  // Browsers of 2023 know no size of it.
  const text = String(query)
  return text === '' ? pathname : `${pathname}?${text}`
}

function ViewCard({ view }: { view: RefreshView }) {
  const elapsed = view.duration ?? view.current_duration
  return (
    <li className="view-card">
      <div className="view-heading">
        <strong>{view.display_name}</strong>
        <code>{view.name}</code>
        <span className={`badge badge-${view.status}`}>{STATUS_LABELS[view.status]}</span>
      </div>
      {view.role && <p className="mention">{view.role}</p>}
      {view.inchangee && <p className="mention">Inchangée depuis le dernier rafraîchissement</p>}
      <Progress label={`Progression de ${view.display_name}`} percent={view.progress_percentage} />
      <p className="view-facts">
        <span>Durée&nbsp;: {formatDuration(elapsed)}</span>
        <span>Estimée&nbsp;: {formatDuration(view.estimated_duration)}</span>
        {view.postgresql_info && (
          <>
            <span>PID&nbsp;: {view.postgresql_info.pid}</span>
            <span>Durée PostgreSQL&nbsp;: {formatDuration(view.postgresql_info.duration)}</span>
          </>
        )}
      </p>
      {view.error &&
        (view.annulee ? (
          <p className="mention">{view.error}</p>
        ) : (
          <Alert tone="error" title="Erreur">
            <p>{view.error}</p>
          </Alert>
        ))}
    </li>
  )
}

function Overview({ status }: { status: RefreshStatus }) {
  const { completed_views: completed, total_views: total } = status
  const position = Math.min(completed + (isRunning(status) ? 1 : 0), total)
  return (
    <div className="refresh-overview">
      <p role="status" className="visually-hidden">
        {STATUS_LABELS[status.status]}
      </p>
      <Progress label="Progression globale" percent={total > 0 ? (completed / total) * 100 : 0} />
      <p>
        Vue {position} sur {total}
        {status.total_estimated_time !== null && (
          <> · Temps total estimé&nbsp;: {formatDuration(status.total_estimated_time)}</>
        )}
      </p>
    </div>
  )
}

interface Props {
  refresh: { status: RefreshStatus } | { failure: string }
}

/** Follows a refresh over the screen that requested it, then reloads that screen. */
export function RefreshDialog({ refresh }: Props) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const first = 'status' in refresh ? refresh.status : null
  const polling = usePolling({
    url: first && `/rafraichissement/${encodeURIComponent(first.refresh_id)}`,
    intervalMs: INTERVAL_MS,
    first,
    goesOn: (status) => status !== null && isRunning(status),
  })
  const status = polling.value
  const done = status?.status === 'completed'
  const target = withoutRefresh(pathname, search)

  useEffect(() => {
    const shown = dialog.current
    if (!shown) return
    shown.close()
    shown.showModal()
    return () => shown.close()
  }, [])

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => navigate(target, { replace: true }), CLOSING_DELAY_MS)
    return () => clearTimeout(timer)
  }, [done, navigate, target])

  const running = status !== null && !polling.failed && isRunning(status)
  const failure = polling.failed
    ? 'Erreur lors de la récupération du statut'
    : 'failure' in refresh
      ? refresh.failure
      : status?.status === 'error'
        ? status.error || 'Erreur lors du rafraîchissement'
        : null

  return (
    <dialog
      ref={dialog}
      open
      className="dialog"
      aria-labelledby="rafraichissement-titre"
      onCancel={(event) => {
        event.preventDefault()
        if (!running) navigate(target, { replace: true })
      }}
    >
      <h2 id="rafraichissement-titre">Rafraîchissement des vues matérialisées</h2>
      {failure && (
        <Alert tone="error" title="Erreur">
          <p>{failure}</p>
        </Alert>
      )}
      {status && <Overview status={status} />}
      {status && (
        <ul className="view-cards">
          {status.views.map((view) => (
            <ViewCard key={view.name} view={view} />
          ))}
        </ul>
      )}
      <div className="dialog-actions">
        {running && <AutoRefreshSwitch ofDialog />}
        <Form method="get" action={pathname} replace>
          {[...new URLSearchParams(target.split('?')[1])].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="button" disabled={running}>
            {done ? 'Fermer' : 'Annuler'}
          </button>
        </Form>
      </div>
    </dialog>
  )
}
