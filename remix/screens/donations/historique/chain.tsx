import type { Chaine } from '#contract/exclusions'
import { formatCount, formatInstant, plural } from '#figures/format'
import { Alert } from '../../../ui/alert'

/** Whether the event log is intact, when that was verified, and what vouches for it. */
export function ChainState({ state }: { state: Chaine }) {
  if (!state.valide) return <Broken state={state} />
  return (
    <>
      {state.sans_point_de_controle ? <Unvouched state={state} /> : <Sound state={state} />}
      {state.reprises.length > 0 && <Resumed state={state} />}
    </>
  )
}

function LastHash({ empreinte }: Pick<Chaine, 'empreinte'>) {
  return (
    empreinte && (
      <p className="mention">
        Dernière empreinte&nbsp;: <code>{empreinte}</code>
      </p>
    )
  )
}

function Sound({ state }: { state: Chaine }) {
  const { evenements, points_de_controle: checkpoints, empreinte, verifiee_le } = state
  return (
    <Alert tone="success" title="Chaîne intacte">
      <p>
        Vérifiée le {formatInstant(verifiee_le)}&nbsp;: {plural(evenements, 'événement')}
        {checkpoints > 0 && (
          <>
            , {plural(checkpoints, 'point')} de contrôle{' '}
            {checkpoints > 1 ? 'concordants' : 'concordant'}
          </>
        )}
        .
      </p>
      <LastHash empreinte={empreinte} />
    </Alert>
  )
}

/** Nothing outside the database vouches for the log. */
function Unvouched({ state: { evenements, empreinte, verifiee_le } }: { state: Chaine }) {
  return (
    <Alert tone="warning" title="Chaîne sans point de contrôle">
      <p>
        Vérifiée le {formatInstant(verifiee_le)}&nbsp;: {plural(evenements, 'événement')}, qui{' '}
        {evenements > 1 ? 'se suivent' : 'se suit'}. Mais aucun point de contrôle, hors de la base,
        ne les a notés&nbsp;: un journal réécrit en entier ne se verrait pas. Prévenez l’équipe
        technique.
      </p>
      <LastHash empreinte={empreinte} />
    </Alert>
  )
}

function Resumed({ state: { reprises } }: { state: Chaine }) {
  return (
    <Alert tone="information" title="Journal repris">
      <ul>
        {reprises.map(({ le, evenements, par, motif }) => (
          <li key={le}>
            Le {formatInstant(le)}, {par} s’est porté garant du journal jusqu’à l’événement n°&nbsp;
            {formatCount(evenements)}&nbsp;: «&nbsp;{motif}&nbsp;».
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Broken({ state: { premiere_anomalie: fault, verifiee_le } }: { state: Chaine }) {
  return (
    <Alert tone="error" title="Chaîne rompue">
      <p>{fault ? sentence(fault) : 'L’historique ne concorde pas avec ses empreintes.'}</p>
      <p>
        Ne modifiez rien et prévenez l’équipe technique&nbsp;; la chaîne a été vérifiée le{' '}
        {formatInstant(verifiee_le)}.
      </p>
    </Alert>
  )
}

const sentence = ({ numero, constat }: NonNullable<Chaine['premiere_anomalie']>) =>
  numero === null ? constat : `Événement n°\u00A0${formatCount(numero)}\u00A0: ${constat}`
