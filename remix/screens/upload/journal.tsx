import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { JournalImports } from '#contract/imports'
import { formatDuration, formatShortInstant, formatWeight, plural } from '#figures/format'
import { Bounded } from '../../ui/bounded'
import { DataTable } from '../../ui/data-table'
import { Hash } from '../../ui/hash'
import type { ShownTable } from '../../ui/table'
import { followPath } from './address'
import { modelOf, STATUS, TYPES } from './words'

type Entry = JournalImports['imports'][number]

interface Props {
  journal: JournalImports
  table: ShownTable
}

/** The latest imports. The screen stacks some columns; the CSV has them all. */
export function Journal({ journal, table }: Props) {
  const of = (show: (entry: Entry) => ReactNode) => (row: number) => {
    const entry = journal.imports[row]
    return entry && show(entry)
  }
  return (
    <DataTable
      table={table}
      render={{
        commence: of((entry) => <StartCell entry={entry} />),
        fichier: of((entry) => (entry.partage === null ? <FileCell entry={entry} /> : undefined)),
        etat: of((entry) => <StateCell entry={entry} />),
      }}
    />
  )
}

function StartCell({ entry: { commence_le, importe_par } }: { entry: Entry }) {
  return (
    <>
      {formatShortInstant(commence_le)}
      <span className="mention under">par {importe_par}</span>
    </>
  )
}

function FileCell({ entry }: { entry: Entry }) {
  const { type, filename, taille, sha256, outil } = entry
  const model = modelOf(outil)
  return (
    <>
      <Link to={followPath(entry)}>
        <Bounded longest={44}>{filename}</Bounded>
      </Link>
      <span className="mention under">
        {TYPES[type]}, {formatWeight(taille)}
      </span>
      <span className="mention under">
        Empreinte&nbsp;
        <Hash hash={sha256} digits={8} />
      </span>
      {model && <span className="mention under">modèle {model}</span>}
    </>
  )
}

function StateCell({ entry: { status, processing_time, annule, resultat } }: { entry: Entry }) {
  return (
    <>
      {STATUS[status]}
      {status !== 'processing' && (
        <span className="mention under">en {formatDuration(processing_time)}</span>
      )}
      {annule !== null && resultat && (
        <span className="mention under">{plural(resultat.retires, 'retirée')}</span>
      )}
    </>
  )
}
