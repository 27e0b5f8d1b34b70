import { Link } from '@remix-run/react'
import type { BilanControles, EcartOuvert } from '#contract/controles'
import type { Fraicheur } from '#contract/rafraichissement'
import {
  capital,
  citer,
  formatCount,
  formatDay,
  formatInstantBeside,
  periodOf,
  plural,
  typeset,
} from '#figures/format'
import { FailureLink, progressOf } from './computing'
import { RefreshButton } from './refresh-button'
import { useShell } from './shell-data'
import { showSigned } from './table'
import { YearLink } from './year-link'

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
  const named = en_ecart.map((phrase) => citer(typeset(phrase))).join(', ')
  return `⚠ ${plural(others, 'contrôle')} sur ${formatCount(total)} en écart\u00A0: ${named}${unnamed > 0 ? ` et ${plural(unnamed, 'autre')}` : ''}`
}

const areAllSound = ({ concordants, total }: BilanControles) => concordants === total

interface Props {
  fraicheur: Fraicheur
  /** « Actualiser » stands behind it, where the screen has it nowhere else. */
  refreshable: boolean
}

/** When the figures were computed, and what they do not include yet. */
export function Freshness({ fraicheur, refreshable }: Props) {
  const { controles } = fraicheur
  const annee = useShell()?.suspects.annee
  const ecarts = fraicheur.ecarts_comptables.filter((ecart) => ecart.annee === annee)
  return (
    <div className="freshness">
      <p>
        {fraicheur.calcule_le ? (
          <>
            {fraicheur.dernier_don
              ? `Dernier don\u00A0: ${formatDay(fraicheur.dernier_don)} · calculé`
              : 'Calculé'}{' '}
            le{' '}
            <time dateTime={fraicheur.calcule_le}>
              {formatInstantBeside(fraicheur.calcule_le, fraicheur.dernier_don)}
            </time>
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
      {refreshable && <RefreshButton small />}
      {controles && !areAllSound(controles) && (
        <p className="notice">
          <Controls {...controles} />
        </p>
      )}
      {ecarts.length > 0 && <Gaps ecarts={ecarts} />}
      <Awaited fraicheur={fraicheur} />
    </div>
  )
}

/** The gaps of a year with the accounts, that of the year before those of its months. */
const Gaps = ({ ecarts }: { ecarts: readonly EcartOuvert[] }) => (
  <p className="notice">
    <Link to={`/upload/controles?annee=${ecarts[0]?.annee}#ecart`}>
      ⚠ Écart avec la comptabilité,{' '}
      {ecarts
        .map((ecart) => `${periodOf(ecart)}\u00A0: ${showSigned(ecart.ecart, 'montant')}`)
        .join(' · ')}
    </Link>
  </p>
)

/** What is awaited of a refresh, in words; empty if nothing. */
function awaited(fraicheur: Fraicheur): string {
  const { attendu, calcule_le, avancement, echec_id } = fraicheur
  if (avancement !== null) return `le calcul est en cours (${progressOf(fraicheur)}).`
  if (echec_id !== null) {
    const kept = calcule_le === null ? '' : ', les chiffres d’avant restent affichés'
    const again = attendu ? ' Il recommencera de lui-même.' : ''
    return `le dernier calcul a échoué${kept}.${again} «\u00A0Actualiser\u00A0» le relance tout de suite.`
  }
  if (!attendu) return ''
  return 'prise en compte automatique dans quelques instants, ou tout de suite avec «\u00A0Actualiser\u00A0».'
}

function Awaited({ fraicheur }: { fraicheur: Fraicheur }) {
  const { avancement, echec_id } = fraicheur
  const what = newer(fraicheur)
  const how = awaited(fraicheur)
  if (!how) return null
  return (
    <p className="notice">
      {what ? `${what} en attente\u00A0: ${how}` : capital(how)}{' '}
      {avancement === null && echec_id !== null && <FailureLink id={echec_id} />}
    </p>
  )
}

/** Likewise, linking to all controls. */
const Controls = (bilan: BilanControles) => (
  <YearLink to="/upload/controles">{agreeing(bilan)}</YearLink>
)
