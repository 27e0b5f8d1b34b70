import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { uploadStatus } from '#contract/imports'
import { citer, formatWeight } from '#figures/format'
import { redirectWith } from '../../../forms/message.server'
import { asRefusal, Refusal } from '../../../service/refusal.server'
import { call, failing } from '../../../service/service.server'
import { Page } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { YearLink } from '../../../ui/year-link'
import { followPath } from '../address'
import { FILE_TAB } from '../paths'
import { actOn } from './act.server'
import { readPage } from './read.server'
import { Reading } from './reading'

export const handle: Handle<typeof loader> = {
  title: 'Lire un fichier',
  tab: ({ file }) => [`Lire ${file.filename}`],
  autoRefresh: (page) =>
    page && 'compte' in page && page.compte?.en_cours ? { seconds: COUNTING_SECONDS } : null,
}

const COUNTING_SECONDS = 2

const importOf = (upload_id: string) => followPath({ type: 'fichier', upload_id })

/** Where a refused address leads: to the file as it is read by itself, to what it has become, or to another file. */
async function goneTo(request: Request, upload_id: string, { code, message }: Refusal) {
  const { pathname, search } = new URL(request.url)
  if (code !== 'introuvable' && search !== '')
    return redirectWith(pathname, { ton: 'erreur', titre: 'Erreur', texte: message })
  const status = await call(uploadStatus, { params: { upload_id } }, request).catch(asRefusal)
  return status instanceof Refusal
    ? redirectWith(FILE_TAB, { ton: 'erreur', titre: 'Erreur', texte: message })
    : redirect(importOf(upload_id))
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const fichier_id = params['fichier_id'] ?? ''
  const page = await readPage(request, fichier_id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code !== 'indisponible') return error
    return failing('Erreur lors de la lecture du fichier')(error)
  })
  if (page instanceof Refusal) return goneTo(request, fichier_id, page)
  return page.file.upload_id ? redirect(importOf(page.file.upload_id)) : page
}

export const action = async ({ request, params }: ActionFunctionArgs) =>
  actOn(request, params['fichier_id'] ?? '')

type Shown = Exclude<Awaited<ReturnType<typeof loader>>, Response>

export default function ReadingScreen() {
  const page = useLoaderData<typeof loader>()
  return (
    <Page
      title={`Lire ${page.file.filename}`}
      subtitle={`${formatWeight(page.file.taille)}. Rien n’est enregistré avant «\u00A0Importer\u00A0».`}
      actions={
        <YearLink className="button button-outline" to={FILE_TAB}>
          Choisir un autre fichier
        </YearLink>
      }
    >
      <Sheets file={page.file} />
      <Reading page={page} />
    </Page>
  )
}

/** Of a workbook one sheet is read, which the others may look like. */
function Sheets({ file: { feuille, feuilles } }: Pick<Shown, 'file'>) {
  const others = feuilles.filter((name) => name !== feuille)
  if (feuille === null || others.length === 0) return null
  return (
    <p>
      Feuille lue&nbsp;: {citer(feuille)}.{' '}
      {others.length > 1 ? 'Les autres ne le sont pas' : 'L’autre ne l’est pas'}&nbsp;:{' '}
      {others.map(citer).join(', ')}. Une feuille s’importe à la fois.
    </p>
  )
}
