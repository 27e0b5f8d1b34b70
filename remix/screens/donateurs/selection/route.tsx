import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { type Repoussoir, type Selection, selection } from '#contract/selections'
import { formatCount, plural } from '#figures/format'
import { asRefusal } from '../../../service/refusal.server'
import { call, failing } from '../../../service/service.server'
import { Alert } from '../../../ui/alert'
import { useElementId } from '../../../ui/id'
import { CountKpi, Kpi, Kpis } from '../../../ui/kpi'
import { Empty, Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { Unlisted } from '../../../ui/unlisted'
import { OPPOSITIONS } from '../oppositions/paths'
import { readListe, readTicked, type Ticked } from './form.server'
import { SELECTION_CSV_PATH, SELECTION_PATH } from './paths'

export const handle: Handle<typeof loader> = {
  title: 'Préparer une sélection',
  tab: ({ counted }) => [`Sélection – ${counted.titre}`],
}
const NONE: Ticked = { ids: '' }

export async function loader({ request }: LoaderFunctionArgs) {
  if (!new URL(request.url).searchParams.get('ensemble'))
    return redirect(`${SELECTION_PATH}?ensemble=tous`)
  const query = readListe(request)
  const counted = await call(selection, { query, body: NONE }, request).catch(
    failing('Erreur lors du chargement de la sélection'),
  )
  return { counted, ticked: NONE, fault: null }
}

/** Recounts with what is ticked; on refusal shows why, keeping the form. */
export async function action({ request }: ActionFunctionArgs) {
  const query = readListe(request)
  const failed = failing('Erreur lors du calcul de la sélection')
  const ticked = await readTicked(request).catch(failed)
  try {
    return { counted: await call(selection, { query, body: ticked }, request), ticked, fault: null }
  } catch (error) {
    const { message, code, status } = asRefusal(error)
    if (code !== 'invalide') return failed(error)
    return data({ counted: null, ticked, fault: message }, { status })
  }
}

export default function SelectionScreen() {
  const loaded = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const { search } = useLocation()
  const counted = sent?.counted ?? loaded.counted
  const { ticked, fault } = sent ?? loaded
  if (counted.liste === 0)
    return (
      <Page subtitle={counted.titre} analysis>
        <Empty unless="attendu">
          <p>Cette liste est vide&nbsp;: il n’y a rien à sélectionner.</p>
          <Link to={`/donateurs/liste${search}`}>Retour à la liste</Link>
        </Empty>
      </Page>
    )
  return (
    <Page subtitle={counted.titre} analysis>
      {sent && <span hidden data-stays />}
      <p className="definition">{counted.definition}</p>
      <Alert tone="warning" title="À vérifier avant tout envoi">
        <p>
          Les oppositions et les décès retirés sont ceux qui sont{' '}
          <Link to={OPPOSITIONS}>notés dans cette application</Link>, et eux seuls&nbsp;: notez-y
          d’abord ceux que vos autres outils connaissent.
        </p>
      </Alert>
      {fault ? (
        <Alert tone="error" title="Cette sélection n’a pas pu être comptée">
          <p>{fault}</p>
        </Alert>
      ) : (
        <Sum counted={counted} search={search} />
      )}
      <Section title="À qui ne pas écrire">
        <Unlisted>
          Chaque nombre dit combien de donateurs une case retire de ceux que les précédentes ont
          laissés&nbsp;; ceux qui restent sont tous dans le fichier.
        </Unlisted>
        <Form counted={counted} ticked={ticked} search={search} />
      </Section>
      <p>
        <Link to={`/donateurs/liste${search}`}>Retour à la liste</Link>
      </p>
    </Page>
  )
}

/** List minus removed donors = lines of the file. */
function Sum({ counted: { liste, lignes }, search }: Pick<FormProps, 'counted' | 'search'>) {
  return (
    <Kpis>
      <CountKpi
        label="Liste"
        count={liste}
        href={`/donateurs/liste${search}`}
        detail={liste > 1 ? 'donateurs' : 'donateur'}
      />
      <Kpi
        label="Repoussés"
        value={liste > lignes ? `−${formatCount(liste - lignes)}` : '0'}
        detail="par les cases cochées"
      />
      <Kpi label="Fichier" value={formatCount(lignes)} detail={lignes > 1 ? 'lignes' : 'ligne'} />
    </Kpis>
  )
}

const LABELS: Record<Exclude<Repoussoir, 'recents' | 'ids'>, string> = {
  oppositions: 'Oppositions et décès',
  exclus: 'Donateurs exclus',
  a_verifier: 'Donateurs à vérifier',
  societes: 'Sociétés',
  sans_email: 'Sans e-mail',
  sans_code_postal: 'Sans code postal',
  meme_email: 'Même e-mail qu’un autre (le dernier à avoir donné reste)',
}

interface FormProps {
  counted: Selection
  ticked: Ticked
  search: string
}

/** A native form: its second button downloads a file, which no script may handle as a page. */
function Form({ counted, ticked, search }: FormProps) {
  return (
    <form
      method="post"
      action={`${SELECTION_PATH}${search}`}
      encType="multipart/form-data"
      className="card selection"
    >
      <ol className="repoussoirs">
        {counted.repoussoirs.map((repoussoir) => (
          <li key={repoussoir.code}>
            <Choice {...repoussoir} ticked={ticked} />
            <Effect {...repoussoir} />
          </li>
        ))}
      </ol>
      <Ids counted={counted} />
      <div className="fields">
        <button type="submit" className="button button-outline">
          Compter
        </button>
        <button type="submit" className="button" formAction={`${SELECTION_CSV_PATH}${search}`}>
          Télécharger la sélection (CSV)
        </button>
      </div>
    </form>
  )
}

/** How many donors a repoussoir removes, or would remove, from those the previous ones left. */
function Effect({ code, actif, donateurs }: Selection['repoussoirs'][number]) {
  if (!actif && (code === 'recents' || code === 'ids')) return null
  const people = plural(donateurs, 'donateur')
  if (actif) return <span className="effect">{donateurs === 0 ? 'aucun' : `−${people}`}</span>
  return (
    <span className="effect effect-possible">
      {donateurs === 0 ? 'n’en retirerait aucun' : `en retirerait ${formatCount(donateurs)}`}
    </span>
  )
}

function Choice({
  code,
  actif,
  ticked,
}: Pick<Selection['repoussoirs'][number], 'code' | 'actif'> & { ticked: Ticked }) {
  const id = useElementId()
  if (code === 'recents')
    return (
      <span className="choice">
        <label htmlFor={id}>Ont donné depuis le</label>
        <input id={id} type="date" name="depuis" defaultValue={ticked.depuis ?? ''} />
      </span>
    )
  if (code === 'ids')
    return (
      <span className="choice choice-long">
        <label htmlFor={id}>Identifiants à retirer, un par ligne</label>
        <textarea id={id} name="ids" rows={4} defaultValue={ticked.ids ?? ''} spellCheck={false} />
        <label htmlFor={`${id}-fichier`}>ou dans un fichier (.csv, .txt)</label>
        <input
          id={`${id}-fichier`}
          type="file"
          name="fichier"
          accept=".csv,.txt,text/csv,text/plain"
        />
      </span>
    )
  const isAlways = code === 'oppositions' || code === 'exclus'
  return (
    <span className="choice">
      <input
        id={id}
        type="checkbox"
        name={code}
        value="1"
        defaultChecked={isAlways || (ticked[code] ?? actif)}
        disabled={isAlways}
      />
      <label htmlFor={id}>
        {LABELS[code]}
        {isAlways && ' (toujours)'}
      </label>
    </span>
  )
}

/** How many of the given ids are in the list. */
function Ids({ counted: { ids_lus: given, ids_absents: absent } }: { counted: Selection }) {
  if (given === 0) return null
  return (
    <p className="mention">
      {plural(given, 'identifiant donné', 'identifiants donnés')}
      {absent > 0 && `, dont ${formatCount(absent)} hors de cette liste`}.
    </p>
  )
}
