import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { KeyboardEvent } from 'react'
import { apercu } from '#contract/apercus'
import { depotDossier } from '#contract/depot'
import { journalExports } from '#contract/exports'
import {
  journalImports,
  limitesImports,
  type TypeFichier,
  uploadDonateurs,
  uploadDonations,
} from '#contract/imports'
import { formatLimit } from '#figures/format'
import { sayRows } from '#files/changements-columns'
import { redirectWith } from '../../forms/message.server'
import { asRefusal, isUncertain } from '../../service/refusal.server'
import { call, quietly } from '../../service/service.server'
import { Page } from '../../ui/page'
import type { Handle } from '../../ui/screen'
import { Unavailable } from '../../ui/unavailable'
import { Unlisted } from '../../ui/unlisted'
import {
  followPath,
  isType,
  type Onglet,
  ONGLETS,
  readAddress,
  type UploadAddress,
  withTab,
  writeAddress,
} from './address'
import { DepotFiles, DepotWaiting } from './depot'
import { fichiersDuDossier } from './depot-table.server'
import { expectedOf } from './expected.server'
import { ExportsJournal } from './exports'
import { journalDesExports } from './exports-table.server'
import { FilePanel } from './fichier/panel'
import { type ImportStatus, readStatus } from './import-status.server'
import { Journal } from './journal'
import { UploadPanel } from './panel'
import { journalEnBref } from './table.server'
import { NOT_STARTED, OUTIL, PERHAPS, WORDS } from './words'

export const handle: Handle<typeof loader> = {
  title: 'Import des Données',
  tab: 'Import des données',
  autoRefresh(data) {
    const status = shownStatus(data)
    if (status?.status === 'processing') return { seconds: RUNNING_SECONDS }
    return status?.suspects?.en_cours ? { seconds: SUSPECTS_SECONDS } : null
  },
  hasFigures: (data) => shownStatus(data)?.status === 'completed',
}

const STARTS = { donateurs: uploadDonateurs, donations: uploadDonations }
const RUNNING_SECONDS = 2
const SUSPECTS_SECONDS = 10

/** For `.catch()`: turns a refusal into a fault shown in place of that part. */
const orFault = (error: unknown) => {
  const { message: sentence, champ } = asRefusal(error)
  return { sentence, champ }
}

/** A tab's preview or, if the file's import has begun, its status: nothing is left to start. */
async function readTab(request: Request, address: UploadAddress, type: TypeFichier) {
  const fichier_id = address.fichiers[type]
  const named = address.imports[type]
  const query = { completer_lignes_courtes: address.completed.includes(type) }
  const read =
    fichier_id && !named
      ? await call(apercu, { params: { fichier_id }, query }, request).catch(orFault)
      : null
  const begun = named ?? (read && 'upload_id' in read ? read.upload_id : null)
  const status = begun ? await readStatus(begun, request).catch(orFault) : null
  const preview = status ? null : read
  const failed = [preview, status].find((part) => part !== null && 'sentence' in part)
  return {
    type,
    expected: expectedOf(type),
    preview:
      preview && 'lignes_modifiees' in preview
        ? { ...preview, lignes_modifiees: sayRows(preview.lignes_modifiees) }
        : null,
    status: status && 'sentence' in status ? null : status,
    fault: failed && 'sentence' in failed ? failed : null,
  }
}

/** The import of a file of another tool; its reading has a page of its own. */
async function readFile(request: Request, { imports }: UploadAddress) {
  const status = imports.fichier ? await readStatus(imports.fichier, request).catch(orFault) : null
  const expected = expectedOf('fichier')
  return status && 'sentence' in status
    ? { expected, status: null, fault: status }
    : { expected, status, fault: null }
}

export async function loader({ request }: LoaderFunctionArgs) {
  const address = readAddress(new URL(request.url).search)
  const [donateurs, donations, fichier, journal, exported, limites, dossier] = await Promise.all([
    readTab(request, address, 'donateurs'),
    readTab(request, address, 'donations'),
    readFile(request, address),
    call(journalImports, { query: { limit: 20 } }, request).catch(quietly('journal')),
    call(journalExports, { query: { limit: 20 } }, request).catch(quietly('journal des exports')),
    call(limitesImports, {}, request).catch(quietly('limites')),
    call(depotDossier, {}, request).catch(quietly('dossier')),
  ])
  const limit = limites && { bytes: limites.taille_max, text: formatLimit(limites.taille_max) }
  const running = journal?.imports.find(({ status }) => status === 'processing')
  const asked = new URL(request.url).searchParams
  if (running && !asked.has('onglet') && !asked.has('type'))
    return redirect(followPath(running, address))
  const shown = journal && { journal, table: journalEnBref(journal) }
  const exports = exported && { journal: exported, table: journalDesExports(exported) }
  const depot =
    dossier && (dossier.actif || dossier.fichiers.length > 0)
      ? { depot: dossier, table: fichiersDuDossier.build(dossier) }
      : null
  return { address, tabs: [donateurs, donations], fichier, journal: shown, exports, limit, depot }
}

/** Starts the import of a staged file; the screen then follows it. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const address = readAddress(new URL(request.url).search)
  const type = form.get('type')
  if (!isType(type)) return redirect('/upload', 303)
  const asked = form.get('fichier_id')
  const fichier_id = typeof asked === 'string' ? asked : ''
  const completer_lignes_courtes = form.get('completer_lignes_courtes') === 'true'
  if (!fichier_id)
    return redirectWith(writeAddress(withTab(address, type)), {
      ton: 'erreur',
      titre: 'Erreur',
      texte: NOT_STARTED[type].missing,
    })
  try {
    const isCorrection = form.get('numeros_repris') === 'corrections'
    const body = {
      fichier_id,
      completer_lignes_courtes,
      ...(isCorrection && { numeros_repris: 'corrections' as const }),
    }
    const { upload_id } = await call(STARTS[type], { body }, request)
    const started = withTab(address, type, { fichier: fichier_id, import: upload_id })
    return redirect(writeAddress(started), 303)
  } catch (error) {
    const refusal = asRefusal(error)
    const perhaps = isUncertain(refusal) ? ` ${PERHAPS}` : ''
    const texte = `${NOT_STARTED[type].failed}. ${refusal.message}${perhaps}`
    return redirectWith(writeAddress(withTab(address, type, { fichier: fichier_id })), {
      ton: 'erreur',
      titre: 'Erreur',
      texte,
    })
  }
}

type Shown = Extract<Awaited<ReturnType<typeof loader>>, { tabs: unknown }>

/** The status of the shown tab's import. */
function shownStatus(data: unknown) {
  const screen = data as Shown | undefined
  if (screen?.address.onglet === 'fichier') return screen.fichier.status
  return screen?.tabs.find(({ type }) => type === screen.address.onglet)?.status
}

const tell = (result: ImportStatus) => console.log('Import réussi', result)

export default function Upload() {
  const { address, tabs, fichier, journal, exports, limit, depot } = useLoaderData<typeof loader>()
  return (
    <Page subtitle="Importez les donateurs et les donations séparément, avec un suivi en temps réel.">
      {depot && <DepotWaiting depot={depot.depot} />}
      <Tabs address={address} />
      {tabs.map((tab) => (
        <UploadPanel key={tab.type} tab={tab} address={address} limit={limit} onSuccess={tell} />
      ))}
      <FilePanel
        {...fichier}
        limit={limit}
        isShown={address.onglet === 'fichier'}
        onSuccess={tell}
      />
      {journal === null && (
        <Unavailable>Le journal des imports n’a pas pu être chargé.</Unavailable>
      )}
      {journal && journal.table.rows.length > 0 && (
        <>
          <Unlisted>
            Ces nombres sont ceux des lignes d’un fichier, importé ou téléchargé&nbsp;: les données
            ont pu changer depuis, aucune liste ne leur correspond plus.
          </Unlisted>
          <Journal {...journal} />
        </>
      )}
      {depot && depot.table.rows.length > 0 && <DepotFiles {...depot} />}
      {exports === null && (
        <Unavailable>Le journal des exports n’a pas pu être chargé.</Unavailable>
      )}
      {exports && exports.table.rows.length > 0 && <ExportsJournal {...exports} />}
    </Page>
  )
}

const labelOf = (onglet: Onglet) => (onglet === 'fichier' ? OUTIL : WORDS[onglet]).tab

/** Links that behave as tabs: arrow keys move between them, with scripts. */
function Tabs({ address }: { address: UploadAddress }) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key)) return
    const links = [...event.currentTarget.querySelectorAll('a')]
    const at = links.findIndex((link) => link === document.activeElement)
    links.at((at + (event.key === 'ArrowRight' ? 1 : -1)) % links.length)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label="Type de fichier" onKeyDown={move}>
      {ONGLETS.map((type) => (
        <Link
          key={type}
          id={`onglet-${type}`}
          role="tab"
          aria-selected={type === address.onglet}
          aria-controls={`panneau-${type}`}
          to={writeAddress({ ...address, onglet: type })}
          preventScrollReset
        >
          {labelOf(type)}
        </Link>
      ))}
    </div>
  )
}
