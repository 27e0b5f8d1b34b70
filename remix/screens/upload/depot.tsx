import { Form, Link } from '@remix-run/react'
import type { DepotDossier, SortDepot } from '#contract/depot'
import { citer, plural } from '#figures/format'
import { Alert } from '../../ui/alert'
import { Bounded } from '../../ui/bounded'
import { DataTable } from '../../ui/data-table'
import type { ShownTable } from '../../ui/table'
import { followPath } from './address'
import { depotPath } from './paths'

/** What became of a file of the folder. */
export const SORTS: Record<SortDepot, string> = {
  en_cours: 'En cours',
  importe: 'Importé',
  a_decider: 'Attend vos choix',
  refuse: 'Refusé',
  parti: 'Retiré à la main',
}

/** So many files that wait are shown open. */
const SHOWN = 3

/** What waits for somebody of the folder, and what stands in its way. */
export function DepotWaiting({ depot: { attendent, phrase } }: { depot: DepotDossier }) {
  const rest = attendent.slice(SHOWN)
  return (
    <>
      {phrase !== null && (
        <Alert tone="warning" title="Le dossier">
          <p>{phrase}</p>
        </Alert>
      )}
      {attendent.length > 0 && (
        <Alert
          tone="information"
          title={plural(
            attendent.length,
            'fichier du dossier attend vos choix',
            'fichiers du dossier attendent vos choix',
          )}
        >
          <Waiting files={attendent.slice(0, SHOWN)} />
          {rest.length > 0 && (
            <details>
              <summary>{plural(rest.length, 'autre')}</summary>
              <Waiting files={rest} />
            </details>
          )}
        </Alert>
      )}
    </>
  )
}

const Waiting = ({ files }: { files: DepotDossier['attendent'] }) => (
  <ul>
    {files.map(({ depot_id, nom, phrase }) => (
      <li key={depot_id}>
        <Form method="post" action={depotPath(depot_id)}>
          <Bounded longest={44}>{nom}</Bounded>&nbsp;: {phrase}{' '}
          <button
            type="submit"
            className="button button-outline button-small"
            aria-label={`Faire les choix de ${citer(nom)}`}
          >
            Faire les choix
          </button>{' '}
          <button
            type="submit"
            className="button button-outline button-small"
            name="acte"
            value="ecarter"
            aria-label={`Écarter ${citer(nom)}`}
          >
            Écarter
          </button>
        </Form>
      </li>
    ))}
  </ul>
)

/** The last files of the folder; one that was imported leads to its import. */
export const DepotFiles = ({ depot, table }: { depot: DepotDossier; table: ShownTable }) => (
  <DataTable
    table={table}
    render={{
      fichier: (row) => {
        const file = depot.fichiers[row]
        if (!file) return null
        const { nom, upload_id, type } = file
        const name = <Bounded longest={44}>{nom}</Bounded>
        return upload_id && type ? <Link to={followPath({ type, upload_id })}>{name}</Link> : name
      },
    }}
  />
)
