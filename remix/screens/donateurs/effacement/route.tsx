import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { Fiche } from '#contract/fiches'
import { parametres } from '#contract/parametres'
import { demanderEffacement, effacer } from '#contract/rgpd'
import { formatDay, plural } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { DecisionForm, POURQUOI } from '../../../forms/decision-form'
import { decision } from '../../../forms/outcome.server'
import { textOf } from '../../../forms/text'
import { call, failing } from '../../../service/service.server'
import { Alert } from '../../../ui/alert'
import { cardPath } from '../../../ui/donor-link'
import { CheckField } from '../../../ui/field'
import { Page } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { SEARCH_PATH } from '../../../ui/search-form'
import { readFiche } from '../fiche/table.server'
import { LEVEE_PATH } from '../oppositions/paths'

export const handle: Handle = {
  title: 'Effacement',
  tab: 'Effacement – Donateurs',
  perhaps: 'Si vous veniez de décider, c’est peut-être enregistré\u00A0: la fiche le dit.',
}
const FAILED = 'Erreur lors de l’effacement'

/** Whether a person asked to be forgotten, and who carries it out here. */
export async function loader({ request }: LoaderFunctionArgs) {
  const contact = new URL(request.url).searchParams.get('contact')?.trim()
  if (!contact) return redirect(SEARCH_PATH)
  const [fiche, { rgpd_ecran }] = await Promise.all([
    readFiche(request, contact, { page: 1, limit: 1 }),
    call(parametres, {}, request),
  ]).catch(failing(FAILED))
  return {
    contact,
    who: whoOf(fiche),
    rgpd_ecran,
    isEmpty: fiche.anonymise_le !== null,
    demande: fiche.oppositions.find(({ nature }) => nature === 'effacement') ?? null,
  }
}

/** Whom it is about, as the card knows them: nothing may be asked for or emptied by a number alone. */
function whoOf({ identite, contact_id, carriere }: Fiche): string {
  const { zip, city, birthdate } = identite
  const known = [
    nameOf(identite) ?? 'Sans nom',
    [zip, city].filter(Boolean).join(' '),
    birthdate && `né(e) le ${formatDay(birthdate)}`,
    plural(carriere.nombre_dons, 'don'),
    `contact ${contact_id}`,
  ]
  return known.filter(Boolean).join(', ')
}

/** Notes the request, or carries it out. */
export const action = decision((form) => ({
  by: form.has('effacer') ? effacer : demanderEffacement,
  retour: cardPath(textOf(form, 'contact_id') ?? ''),
  failed: FAILED,
  perhaps: 'c’est peut-être enregistré. La fiche le dira',
}))

export default function Erasure() {
  const { contact, who, rgpd_ecran, isEmpty, demande } = useLoaderData<typeof loader>()
  const back = cardPath(contact)
  if (isEmpty)
    return (
      <Page subtitle={`Contact ${contact}`}>
        <Alert tone="information" title="Fiche vidée">
          <p>
            Il n’y a plus rien à effacer. <Link to={back}>Voir la fiche</Link>
          </p>
        </Alert>
      </Page>
    )
  return (
    <Page subtitle={who}>
      <Alert
        tone="warning"
        title={
          demande ? 'Effacement demandé' : 'Cette personne demande-t-elle à être oubliée\u202F?'
        }
      >
        {demande && (
          <p>
            Le {formatDay(demande.jour)}, noté par {demande.par}&nbsp;: «&nbsp;{demande.raison}
            &nbsp;». <Link to={`${LEVEE_PATH}?numero=${demande.numero}`}>Retirer la demande</Link>
          </p>
        )}
        <p>
          Dès la demande, aucune sélection ne la contient plus. L’effacement vide la fiche de tous
          ses numéros, ici et dans les imports à venir, et ce que les règles ont trouvé
          d’elle&nbsp;; il ne se défait pas. Ses dons restent, sans nom ni coordonnées, pour les
          comptes.
        </p>
        <p>
          {rgpd_ecran
            ? 'Une deuxième personne l’exécute ensuite sur cette page.'
            : 'Il est ensuite exécuté par l’informatique, avec la commande «\u00A0npm run rgpd -- --demandes\u00A0».'}
        </p>
      </Alert>
      {!demande ? (
        <DecisionForm
          hidden={{ contact_id: contact }}
          reason={{ ...POURQUOI, value: 'La personne l’a demandé.' }}
          button="Demander l’effacement"
          danger
          retour={back}
        />
      ) : (
        rgpd_ecran && (
          <DecisionForm
            hidden={{ contact_id: contact, effacer: '1' }}
            // Not the name that this browser keeps: it may be of who noted the request.
            name={{ typed: '', required: true }}
            button="Effacer maintenant"
            danger
            retour={back}
          >
            <CheckField
              name="vu"
              label="J’ai vérifié que c’est la bonne personne, et ce n’est pas moi qui ai noté la demande"
            />
          </DecisionForm>
        )
      )}
      {demande && !rgpd_ecran && (
        <p>
          <Link to={back}>Voir la fiche</Link>
        </p>
      )}
    </Page>
  )
}
