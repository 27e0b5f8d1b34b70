import type { Fiche } from '#contract/fiches'
import { formatDay } from '#figures/format'
import { cardPath } from '../../../ui/donor-link'
import { Section } from '../../../ui/page'
import { YearLink } from '../../../ui/year-link'
import { ThankForm } from '../remerciements/form'
import { REPRISE_PATH } from '../remerciements/paths'

/** When this person was thanked and by whom, and the form that notes it. */
export function Thanked({ fiche, jour }: { fiche: Fiche; jour: string }) {
  const { contact_id, remerciements, carriere, anonymise_le } = fiche
  const last = remerciements.reduce((latest, one) => {
    const day = one.jour ?? ''
    return day > latest ? day : latest
  }, '')
  if (anonymise_le) return null
  return (
    <Section title="Remerciements" id="remerciements">
      {carriere.dernier_don && last < carriere.dernier_don && (
        <p>Pas encore remercié du don du {formatDay(carriere.dernier_don)}.</p>
      )}
      {remerciements.length > 0 && (
        <ul>
          {remerciements.map(({ numero, jour: day, par }) => (
            <li key={numero}>
              Remercié le {formatDay(day)} par {par}.{' '}
              <YearLink
                to={`${REPRISE_PATH}?${new URLSearchParams({ numero: String(numero), retour: cardPath(contact_id) })}`}
                aria-label={`Reprendre le remerciement du ${formatDay(day)}`}
              >
                Reprendre
              </YearLink>
            </li>
          ))}
        </ul>
      )}
      <ThankForm button="Remercié" jour={jour} contact={contact_id} />
    </Section>
  )
}
