import type { ChainePublications } from '#contract/publications'
import { formatCount, formatInstant, plural } from '#figures/format'
import { Alert } from '../../../ui/alert'

const sentence = ({ numero, constat }: NonNullable<ChainePublications['premiere_anomalie']>) =>
  numero === null ? constat : `Publication n°\u00A0${formatCount(numero)}\u00A0: ${constat}`

/** Whether the publications are intact, and since when that is vouched for; nothing before the first one. */
export function PublicationsChain({ state }: { state: ChainePublications }) {
  const { valide, publications, trouvees, repond_depuis: since, premiere_anomalie: fault } = state
  if (!valide)
    return (
      <Alert tone="error" title="Publications modifiées">
        <p>
          {fault && sentence(fault)} Les chiffres d’avant et leurs causes ne sont plus sûrs. Ne
          modifiez rien et prévenez l’équipe technique.
        </p>
      </Alert>
    )
  if (publications === 0) return null
  return (
    <p className="mention">
      {plural(publications, 'publication')}, chaîne intacte&nbsp;: elle garantit ce qui a été publié
      depuis le {formatInstant(since)}
      {trouvees !== null && (
        <>
          , et jusqu’au n°&nbsp;{formatCount(trouvees)} de ce qu’une mise à jour ou une restauration
          a trouvé ce jour-là
        </>
      )}
      .
    </p>
  )
}
