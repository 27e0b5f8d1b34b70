import { Link } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { formatCount, formatDuration, plural } from '#figures/format'
import { A_VERIFIER, changedBy } from '../../tables/links'
import { Alert } from '../../ui/alert'
import { Computing } from '../../ui/computing'
import { usePolling } from '../../ui/polling'
import { Progress } from '../../ui/progress'
import { useReload } from '../../ui/reload'
import { isAwaited, useFraicheur } from '../../ui/renewal'
import { YearLink } from '../../ui/year-link'
import type { ImportStatus } from './import-status.server'
import { readingPath, statusPath, undoPath } from './paths'
import { Result } from './result'

interface Props {
  status: ImportStatus
  /** Whether the page was loaded with another one. */
  isNew: boolean
  /** The status could no longer be read: the last one is shown. */
  failed: boolean
  onSuccess: (result: ImportStatus) => void
}

/** An import's progress and outcome. */
export function StatusPanel({ status, isNew, failed, onSuccess }: Props) {
  const watched = useRef(status.status)

  useEffect(() => {
    if (watched.current === status.status) return
    watched.current = status.status
    if (status.status === 'completed') onSuccess(status)
  }, [status, onSuccess])
  useReload(isNew)

  switch (status.status) {
    case 'processing':
      return <Running status={status} failed={failed} />
    case 'completed':
      return <Completed status={status} />
    case 'error':
      return <Failed status={status} />
  }
}

function Running({ status, failed }: { status: ImportStatus; failed: boolean }) {
  const { current_step, percentage, processed, total, speed } = status.progress
  return (
    <section className="card preview">
      <p role="status" className="visually-hidden">
        {current_step}
      </p>
      <h2>
        {status.annule === null ? 'Import en cours' : 'Annulation en cours'}&nbsp;:{' '}
        {status.filename}
      </h2>
      <Progress label={current_step} percent={percentage} />
      <p className="upload-counts">
        {formatCount(processed)} / {formatCount(total)}
        {speed !== null && <> · {plural(Math.round(speed), 'ligne')} par seconde</>}
      </p>
      {failed && (
        <Alert tone="warning">
          <p>Le suivi s’est arrêté. Rechargez la page pour connaître l’état de l’import.</p>
        </Alert>
      )}
    </section>
  )
}

function Completed({ status }: { status: ImportStatus }) {
  return status.annule === null ? <Imported status={status} /> : <Undone status={status} />
}

/** An import that undid another. */
function Undone({ status }: { status: ImportStatus }) {
  return (
    <section className="card preview">
      <Alert tone="success" title="Annulation terminée">
        <p>
          {status.filename}&nbsp;: {status.message}
        </p>
      </Alert>
      <NewFigures />
      <p className="download">
        <YearLink to="/dashboard">Voir le dashboard</YearLink>
      </p>
    </section>
  )
}

function Imported({ status }: { status: ImportStatus }) {
  const { resultat } = status
  const imported = resultat
    ? resultat.inseres + resultat.modifies + resultat.inchanges
    : status.progress.processed
  return (
    <section className="card preview">
      <Alert tone="success" title="Import terminé !">
        <p>
          {status.filename}&nbsp;:{' '}
          {status.type === 'fichier'
            ? plural(imported, 'don importé', 'dons importés')
            : plural(imported, 'ligne importée', 'lignes importées')}{' '}
          en {formatDuration(status.processing_time)}.
        </p>
        {status.message && <p>{status.message}</p>}
      </Alert>
      {resultat && <Result status={status} resultat={resultat} />}
      {status.type !== 'donateurs' && resultat && resultat.inseres + resultat.modifies > 0 && (
        <p className="download">
          <Link to={changedBy(status.fichier_id)}>Voir les dons que cet import a changés</Link>
        </p>
      )}
      {status.outil?.suite && <OtherSheets {...status.outil.suite} />}
      <NewFigures />
      <NewSuspects status={status} />
      {status.annulable && (
        <p className="download">
          <Link className="button button-outline" to={undoPath(status.fichier_id)}>
            Annuler cet import
          </Link>
        </p>
      )}
      <Next status={status} />
    </section>
  )
}

/** What comes next: the gifts, where there are only donors yet; else their figures. */
function Next({ status: { type } }: { status: ImportStatus }) {
  const fraicheur = useFraicheur()
  const isAlone =
    type === 'donateurs' && fraicheur?.dernier_don === null && !fraicheur.dons_attendus
  return (
    <p className="download">
      {isAlone ? (
        <Link className="button" to="/upload?onglet=donations">
          Importer les donations
        </Link>
      ) : (
        <YearLink className="button" to="/dashboard">
          Voir le dashboard
        </YearLink>
      )}
    </p>
  )
}

/** Sheets of the same workbook with the same columns: one click leads to the account of each. */
const OtherSheets = ({ fichier_id, feuilles }: { fichier_id: string; feuilles: string[] }) => (
  <div className="rejects">
    <h3>
      {feuilles.length > 1 ? 'D’autres feuilles ont' : 'Une autre feuille a'} les mêmes colonnes
    </h3>
    <p className="upload-actions">
      {feuilles.map((feuille) => (
        <Link
          key={feuille}
          className="button button-outline"
          to={`${readingPath(fichier_id)}?${new URLSearchParams({ feuille })}`}
        >
          {feuille}&nbsp;: même lecture
        </Link>
      ))}
    </p>
  </div>
)

/** Whether the figures know the import yet. */
function NewFigures() {
  const fraicheur = useFraicheur()
  if (!fraicheur) return null
  return isAwaited(fraicheur) ? (
    <Computing fraicheur={fraicheur} />
  ) : (
    <p role="status" className="mention">
      Les chiffres sont à jour.
    </p>
  )
}

const LOOK_MS = 2_000

/** Donors to review since the import; polled until known. */
function NewSuspects({ status }: { status: ImportStatus }) {
  const { value } = usePolling({
    url: statusPath(status.fichier_id),
    intervalMs: LOOK_MS,
    first: status,
    goesOn: ({ suspects }) => suspects?.en_cours === true,
  })
  if (!value.suspects) return null
  const { nouveaux, en_cours } = value.suspects
  if (en_cours)
    return (
      <p role="status" className="mention">
        Recherche de donateurs à vérifier en cours, après le rafraîchissement des chiffres&nbsp;: le
        résultat s’affichera ici.
      </p>
    )
  if (nouveaux === 0)
    return (
      <p role="status" className="mention">
        Aucun nouveau donateur à vérifier.
      </p>
    )
  const query = new URLSearchParams({ import: status.fichier_id })
  return (
    <p role="status">
      <Link to={`${A_VERIFIER}?${query}`}>
        {plural(nouveaux, 'nouveau donateur à vérifier', 'nouveaux donateurs à vérifier')}
      </Link>
    </p>
  )
}

function Failed({ status }: { status: ImportStatus }) {
  return (
    <Alert tone="error" title="❌ Import Échoué">
      <p>{status.filename}</p>
      <p>{status.message}</p>
      {status.errors.length > 0 && (
        <>
          <p>Détails de l'erreur :</p>
          <ul>
            {status.errors.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}
