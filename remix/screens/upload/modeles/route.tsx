import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { modelesFichiers, oublierModele } from '#contract/lecture'
import { redirectWith } from '../../../forms/message.server'
import { textOf } from '../../../forms/text'
import { asRefusal } from '../../../service/refusal.server'
import { call, failing } from '../../../service/service.server'
import { Empty, Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { YearLink } from '../../../ui/year-link'
import { ModelList } from '../fichier/models'
import { FILE_TAB, MODELS_PATH } from '../paths'

export const handle: Handle = {
  title: 'Modèles de lecture',
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { modeles } = await call(modelesFichiers, {}, request).catch(
    failing('Erreur lors du chargement des modèles'),
  )
  return {
    kept: modeles.filter(({ livre }) => !livre),
    shipped: modeles.filter(({ livre }) => livre),
  }
}

/** Forgets a kept model. */
export async function action({ request }: ActionFunctionArgs) {
  const id = textOf(await request.formData(), 'id') ?? ''
  try {
    await call(oublierModele, { params: { id } }, request)
    const texte =
      'Le modèle est oublié\u00A0: il n’est plus proposé. Les imports faits avec lui ne changent pas.'
    return await redirectWith(MODELS_PATH, { ton: 'succes', texte })
  } catch (error) {
    return redirectWith(MODELS_PATH, {
      ton: 'erreur',
      titre: 'Erreur',
      texte: asRefusal(error).message,
    })
  }
}

export default function Models() {
  const { kept, shipped } = useLoaderData<typeof loader>()
  return (
    <Page
      subtitle="Ce qui est retenu d’un fichier pour que le suivant du même outil se lise tout seul"
      actions={
        <YearLink className="button button-outline" to={FILE_TAB}>
          Importer un fichier
        </YearLink>
      }
    >
      <Section title="Les vôtres">
        {kept.length > 0 ? (
          <ModelList models={kept} />
        ) : (
          <Empty>
            <p>
              Aucun modèle n’est encore gardé. Lisez un fichier, puis choisissez «&nbsp;Garder cette
              lecture comme modèle&nbsp;».
            </p>
          </Empty>
        )}
      </Section>
      {shipped.length > 0 && (
        <Section title="Fournis avec l’application">
          <p className="mention">
            Votre outil n’y est pas, ou son fichier n’est pas reconnu&nbsp;? Un exemple de fichier,
            dont les noms sont remplacés, aide à écrire son modèle.
          </p>
          <ModelList models={shipped} />
        </Section>
      )}
    </Page>
  )
}
