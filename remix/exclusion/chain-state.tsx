import type { Chaine } from '#contract/exclusions.ts'
import { formatCount, formatInstant, plural } from '../format'
import { Alert } from '../ui/alert'

/** Whether the event log is whole and unchanged, and when that was found. */
export function ChainState({ state }: { state: Chaine }) {
  return state.valide ? <Sound state={state} /> : <Broken state={state} />
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
      {empreinte && (
        <p className="mention">
          Dernière empreinte&nbsp;: <code>{empreinte}</code>
        </p>
      )}
    </Alert>
  )
}

function Broken({ state: { premiere_anomalie: fault, verifiee_le } }: { state: Chaine }) {
  return (
    <Alert tone="error" title="Chaîne rompue">
      <p>
        {fault
          ? `Événement n° ${formatCount(fault.numero)} : ${fault.constat}`
          : 'L’historique ne concorde pas avec ses empreintes.'}
      </p>
      <p>
        Ne modifiez rien et prévenez l’équipe technique ; la chaîne a été vérifiée le{' '}
        {formatInstant(verifiee_le)}.
      </p>
    </Alert>
  )
}
