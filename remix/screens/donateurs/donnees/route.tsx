import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { donneesPersonne } from '#contract/rgpd'
import { download, failing } from '../../../service/service.server'
import { DataTable } from '../../../ui/data-table'
import { cardPath } from '../../../ui/donor-link'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { SEARCH_PATH } from '../../../ui/search-form'
import { YearLink } from '../../../ui/year-link'
import { donneesJsonPath } from './paths'
import { donneesTables } from './table.server'

/** What one looks for first; the rest unfolds, and is on paper. */
const READ_FIRST = ['donateur', 'donations', 'oppositions', 'remerciements']

export const handle: Handle = {
  title: 'Ce que nous savons de cette personne',
  tab: 'Ce que nous savons de cette personne – Donateurs',
}

/** All that is stored of a person; the journal of exports notes that it was shown. */
export async function loader({ request }: LoaderFunctionArgs) {
  const contact = new URL(request.url).searchParams.get('contact')?.trim()
  if (!contact) return redirect(SEARCH_PATH)
  const answer = await download(donneesPersonne, { query: { contact_id: contact } }, request).catch(
    failing('Erreur lors de la lecture de ces données'),
  )
  return {
    contact,
    numbers: donneesTables((await answer.json()) as Parameters<typeof donneesTables>[0]),
  }
}

export default function Known() {
  const { contact, numbers } = useLoaderData<typeof loader>()
  return (
    <Page
      subtitle={`Contact ${contact}`}
      actions={
        <a className="button button-outline" href={donneesJsonPath(contact)} download>
          Fichier JSON
        </a>
      }
    >
      <p className="mention">
        Tout ce qui est enregistré, tel quel. Les sauvegardes et les fichiers importés, que
        l’application ne garde pas, n’y sont pas.{' '}
        <YearLink to={cardPath(contact)}>Retour à la fiche</YearLink>
      </p>
      {numbers.map((number) => (
        <Section key={number.contact} title={`Contact ${number.contact}`}>
          {number.tables.length === 0 && <p>Rien n’est enregistré sous ce numéro.</p>}
          {number.tables.map((table) => (
            <DataTable key={table.name} table={table} folded={!READ_FIRST.includes(table.name)} />
          ))}
        </Section>
      ))}
    </Page>
  )
}
