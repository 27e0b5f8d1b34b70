import type { Fiche } from '#contract/fiches'
import { formatDay } from '#figures/format'
import { NATURES_OPPOSITION } from '#files/oppositions-columns'
import { Alert } from '../../../ui/alert'
import { YearLink } from '../../../ui/year-link'
import { OPPOSITIONS } from '../oppositions/paths'

/** That nobody writes to this person, and since when. */
export function Opposed({ fiche: { oppositions, contact_id } }: { fiche: Fiche }) {
  if (oppositions.length === 0)
    return (
      <p className="mention">
        <YearLink to={`${OPPOSITIONS}?${new URLSearchParams({ contact: contact_id })}#noter`}>
          Noter une opposition ou un décès
        </YearLink>
      </p>
    )
  return (
    <Alert tone="warning" title="À ne pas solliciter">
      <ul>
        {oppositions.map(({ numero, nature, jour, raison, contact_id: number, email }) => (
          <li key={numero}>
            {NATURES_OPPOSITION[nature]}, depuis le {formatDay(jour)}
            {number === null ? ` (par l’e-mail ${email ?? 'effacé'})` : ''}&nbsp;: «&nbsp;{raison}
            &nbsp;»
          </li>
        ))}
      </ul>
      <p>Aucun fichier de sélection ne contient cette personne.</p>
      <YearLink to={OPPOSITIONS}>Voir les oppositions</YearLink>
    </Alert>
  )
}
