import type { Fiche } from '#contract/fiches'
import { Section } from '../../../ui/page'
import { YearLink } from '../../../ui/year-link'
import { donneesJsonPath, donneesPath, effacementPath } from '../donnees/paths'

interface Props {
  fiche: Fiche
  /** Whether the screen empties cards; else a command does. */
  rgpdEcran: boolean
}

/** What a person may ask: what is stored of them, and that it be forgotten. */
export function Rights({ fiche: { contact_id, oppositions, anonymise_le }, rgpdEcran }: Props) {
  const isAsked = oppositions.some(({ nature }) => nature === 'effacement')
  return (
    <Section title="Droits de la personne" id="droits">
      <p className="fields">
        <YearLink className="button button-outline" to={donneesPath(contact_id)}>
          Ce que nous savons d’elle
        </YearLink>
        <a className="button button-outline" href={donneesJsonPath(contact_id)} download>
          Exporter ce que nous savons d’elle (JSON)
        </a>
        {!anonymise_le && (
          <YearLink className="button button-outline" to={effacementPath(contact_id)}>
            {isAsked ? 'Effacement demandé…' : 'Demander l’effacement'}
          </YearLink>
        )}
      </p>
      {isAsked && !anonymise_le && (
        <p>
          Effacement demandé&nbsp;:{' '}
          {rgpdEcran
            ? 'une deuxième personne doit l’exécuter, sur la page «\u00A0Effacement demandé\u00A0».'
            : 'il sera exécuté par la commande «\u00A0npm run rgpd -- --demandes\u00A0».'}
        </p>
      )}
    </Section>
  )
}
