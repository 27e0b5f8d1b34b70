import { Link } from '@remix-run/react'
import type { BilanControles } from '#contract/controles'
import type { Fraicheur } from '#contract/rafraichissement'
import { formatCount, formatInstant, plural } from '#figures/format'

/** What came since the figures were computed, in words; empty if nothing. */
export function newer(fraicheur: Fraicheur): string {
  const { imports_plus_recents: imports, exclusions_comprises } = fraicheur
  const exclusions = exclusions_comprises ? 0 : fraicheur.exclusions_plus_recentes
  const parts = [
    imports > 0 && plural(imports, 'import récent', 'imports récents'),
    exclusions > 0 &&
      plural(exclusions, 'exclusion ou réintégration', 'exclusions ou réintégrations'),
  ]
  return parts.filter(Boolean).join(' et ')
}

/** How many controls agree, or which do not, in words. */
export function agreeing({ concordants, total, en_ecart }: BilanControles): string {
  const others = total - concordants
  if (others === 0)
    return `${plural(concordants, 'contrôle')} sur ${formatCount(total)} ${concordants > 1 ? 'concordants' : 'concordant'}`
  const unnamed = others - en_ecart.length
  const named = en_ecart.map((phrase) => `«\u00A0${phrase}\u00A0»`).join(', ')
  return `⚠ ${plural(others, 'contrôle')} sur ${formatCount(total)} en écart\u00A0: ${named}${unnamed > 0 ? ` et ${plural(unnamed, 'autre')}` : ''}`
}

const areAllSound = ({ concordants, total }: BilanControles) => concordants === total

/** When the figures were computed, and what they do not include yet. */
export function Freshness({ fraicheur }: { fraicheur: Fraicheur }) {
  const waiting = newer(fraicheur)
  const { controles } = fraicheur
  return (
    <div className="freshness">
      <p>
        {fraicheur.calcule_le ? (
          <>
            Données au{' '}
            <time dateTime={fraicheur.calcule_le}>{formatInstant(fraicheur.calcule_le)}</time>
            {fraicheur.exclusions_comprises && ', exclusions comprises'}
          </>
        ) : (
          'Données pas encore calculées'
        )}
        {controles && areAllSound(controles) && (
          <>
            {' · '}
            <Controls {...controles} />
          </>
        )}
      </p>
      {controles && !areAllSound(controles) && (
        <p className="notice">
          <Controls {...controles} />
        </p>
      )}
      {waiting && (
        <p className="notice">
          {waiting} en attente :{' '}
          {fraicheur.refresh_id
            ? 'le calcul est en cours.'
            : 'prise en compte automatique dans quelques instants, ou tout de suite avec « Actualiser ».'}
        </p>
      )}
    </div>
  )
}

/** Likewise, linking to all controls. */
const Controls = (bilan: BilanControles) => <Link to="/upload/controles">{agreeing(bilan)}</Link>
