import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { dictionnaire, versionsCampagne } from '#contract/dictionnaire'
import { citer, formatInstant, formatMoney, plural } from '#figures/format'
import { call, failing } from '../../../service/service.server'
import { DataTable } from '../../../ui/data-table'
import { Fold } from '../../../ui/fold'
import { Empty, Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { Unlisted } from '../../../ui/unlisted'
import { useRefused } from '../../../ui/written'
import { actOnDictionnaire } from './act.server'
import { FicheForm, FileForm, ProposalsForm } from './forms'
import { codesInconnus, dictionnaireCampagnes } from './table.server'

export const handle: Handle = { title: 'Dictionnaire des campagnes' }

/** So many proposals stand on the page, the largest. */
const PROPOSED = 20

export async function loader({ request }: LoaderFunctionArgs) {
  const code = new URL(request.url).searchParams.get('code') ?? ''
  const [known, said] = await Promise.all([
    call(dictionnaire, {}, request),
    code === '' ? null : call(versionsCampagne, { query: { code } }, request),
  ]).catch(failing('Erreur lors du chargement du dictionnaire'))
  const { fiches, inconnus } = known
  const proposed = inconnus.data.find((one) => one.code === code)
  return {
    code,
    fiche: said?.versions[0] ?? proposed ?? {},
    isProposed: said?.versions.length === 0 && proposed !== undefined,
    versions: said?.versions ?? [],
    familles: [...new Set(fiches.flatMap(({ famille }) => famille ?? []))].sort().slice(0, 200),
    inconnus: {
      ...inconnus,
      data: inconnus.data
        .filter(({ famille, exercice }) => famille !== null || exercice !== null)
        .slice(0, PROPOSED),
    },
    tables: {
      dictionnaire: dictionnaireCampagnes.build(known),
      inconnus: codesInconnus.build(known),
    },
  }
}

export const action = ({ request }: ActionFunctionArgs) => actOnDictionnaire(request)

export default function Dictionary() {
  const { code, fiche, isProposed, versions, familles, inconnus, tables } =
    useLoaderData<typeof loader>()
  const isRefused = useRefused('Charger le fichier') !== null
  const sheet = (
    <Section title={code === '' ? 'Noter un code' : `Code ${code}`} id="fiche">
      <p className="mention">
        Ce qui est noté le dernier compte, avec le nom et la date&nbsp;; les versions précédentes
        sont gardées. Une case laissée vide efface ce que disait la version précédente. Le coût et
        les envois comptent dans l’exercice.
        {isProposed &&
          ' La famille et l’exercice sont lus dans le texte du code\u00A0: rien n’est noté tant que vous ne l’enregistrez pas.'}
      </p>
      <FicheForm code={code} fiche={fiche} familles={familles} />
      {versions.length > 0 && (
        <details>
          <summary>{plural(versions.length, 'version')}</summary>
          <ul>
            {versions.map((version) => (
              <li key={version.saisi_le}>
                {formatInstant(version.saisi_le)}, {version.saisi_par}&nbsp;: {sentenceOf(version)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
  return (
    <Page subtitle="Le nom, la famille, l’exercice, le coût et les envois de chaque code">
      {code !== '' && sheet}
      <Section title="Dictionnaire">
        {tables.dictionnaire.rows.length === 0 ? (
          <Empty>
            <p>Aucun code n’est encore noté.</p>
          </Empty>
        ) : (
          <>
            <p>
              <Link to="/campagnes/ventilation?axe=famille">Dons par famille</Link> ·{' '}
              <Link to="/campagnes/couts">Coûts des campagnes</Link>
            </p>
            <DataTable table={tables.dictionnaire} />
          </>
        )}
      </Section>
      {inconnus.codes > 0 && (
        <Section title="Codes inconnus" id="inconnus">
          <p className="mention">
            {plural(inconnus.codes, 'code')} des dons {inconnus.codes > 1 ? 'ne sont' : 'n’est'} pas
            au dictionnaire, pour {formatMoney(inconnus.montant)}. La famille et l’exercice proposés
            sont lus dans le texte du code&nbsp;: ils ne s’appliquent que si vous les cochez.
          </p>
          {inconnus.data.length > 0 && <ProposalsForm inconnus={inconnus.data} />}
          <Unlisted>
            Ces dons sont de toutes les années&nbsp;: une liste est toujours celle d’une année.
          </Unlisted>
          <DataTable folded table={tables.inconnus} />
        </Section>
      )}
      {code === '' && sheet}
      <Fold title="Charger un fichier" open={isRefused}>
        <Section title="Charger un fichier">
          <p className="mention">
            La première ligne nomme les colonnes, dans l’ordre que vous voulez&nbsp;:{' '}
            <code>code;nom;famille;exercice;cout;envois;debut;fin</code>. Le fichier est pris en
            entier, ou pas du tout&nbsp;; le tableau ci-dessous se recharge tel quel.
          </p>
          <FileForm />
        </Section>
      </Fold>
    </Page>
  )
}

/** A version in words. */
function sentenceOf({
  nom,
  famille,
  exercice,
  cout,
  envois,
}: ReturnType<typeof useLoaderData<typeof loader>>['versions'][number]): string {
  const parts = [
    nom !== null && citer(nom),
    famille !== null && `famille ${famille}`,
    exercice !== null && `exercice ${exercice}`,
    cout !== null && formatMoney(cout),
    envois !== null && plural(envois, 'envoi'),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? parts.join(', ') : 'plus rien n’est dit de ce code'
}
