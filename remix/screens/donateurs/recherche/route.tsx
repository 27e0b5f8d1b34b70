import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { Recherche } from '#contract/recherche'
import { citer, formatCount, plural } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { failing } from '../../../service/service.server'
import { readToReview } from '../../../service/to-review.server'
import { donors } from '../../../tables/links'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { DonorLink } from '../../../ui/donor-link'
import { Empty, Page } from '../../../ui/page'
import { Pagination } from '../../../ui/pagination'
import type { Handle } from '../../../ui/screen'
import { SearchForm } from '../../../ui/search-form'
import { ValidityBadge } from '../../../ui/validity-badge'
import { contactsTrouves, readRecherche } from './table.server'

export const handle: Handle<typeof loader> = {
  title: 'Rechercher un donateur',
  tab: ({ found: { q } }) => [q ? `${citer(q)} – Recherche` : 'Recherche'],
}

export async function loader({ request }: LoaderFunctionArgs) {
  const found = await readRecherche(request, new URL(request.url).searchParams).catch(
    failing('Erreur lors de la recherche'),
  )
  const toReview = await readToReview(
    request,
    [...found.donateurs, ...found.proches].map(({ contact_id }) => contact_id),
  )
  return { found, toReview, table: contactsTrouves(found) }
}

export default function Search() {
  const { found, table, toReview } = useLoaderData<typeof loader>()
  return (
    <Page subtitle="Parmi tous les contacts et tous ceux qui ont donné">
      <SearchForm main q={found.q} />
      {found.en_retard && (
        <p className="notice">
          Des contacts viennent d’être importés&nbsp;: d’ici quelques instants, ils se trouveront
          aussi par leur nom.
        </p>
      )}
      {found.q === '' ? (
        <Empty>
          <p>
            Tapez un ou plusieurs mots, ou leur début, dans n’importe quel ordre&nbsp;: accents,
            majuscules et civilités ne comptent pas. Un numéro de téléphone s’écrit comme vous
            voulez.
          </p>
        </Empty>
      ) : (
        <Found found={found} table={table} toReview={toReview} />
      )}
    </Page>
  )
}

type Props = Pick<Awaited<ReturnType<typeof loader>>, 'found' | 'table' | 'toReview'>

function Found({ found, table, toReview }: Props) {
  const { donateurs, proches, pagination } = found
  const shown = [...donateurs, ...proches]
  if (shown.length === 0)
    return (
      <Empty>
        <p>Aucun contact ne correspond à «&nbsp;{found.q}&nbsp;».</p>
        <p className="mention">
          Chaque mot doit se trouver dans le nom, l’e-mail, le téléphone, la ville ou le code
          postal. Essayez avec moins de mots, ou seulement leur début
          {isShort(found.q) &&
            '\u00A0: trois lettres au moins, ou deux chiffres, car un mot plus court ne se trouve qu’entier'}
          .
        </p>
      </Empty>
    )
  return (
    <>
      {proches.length > 0 ? (
        <Alert tone="information">
          <p>
            Aucun contact ne correspond à «&nbsp;{found.q}&nbsp;». Voici les noms les plus
            proches&nbsp;: aucun n’est exactement celui que vous cherchez.
          </p>
        </Alert>
      ) : (
        <div className="list-header">
          <p className="list-count">{howMany(found)}</p>
          <Link to={donors({ ensemble: 'tous', q: found.q })}>
            Voir en liste ceux qui ont une donation, pour filtrer ou télécharger
          </Link>
        </div>
      )}
      <DataTable
        table={table}
        render={{
          donateur: (row) => {
            const donateur = shown[row]
            return (
              donateur && (
                <DonorLink contactId={donateur.contact_id} toReview={toReview}>
                  {nameOf(donateur) ?? 'Sans nom'}
                </DonorLink>
              )
            )
          },
          validite: (row) => <ValidityBadge excluded={shown[row]?.exclu ?? false} />,
        }}
      />
      <Pagination pagination={pagination} label="Pages des donateurs trouvés" />
    </>
  )
}

/** Whether a word of it is too short to be the beginning of another (contacts_par_mots). */
const isShort = (q: string) => q.split(/\s+/).some((word) => !/^(?:.{3}|\d\d)/u.test(word))

const howMany = ({ total_donateurs: total, tronque }: Recherche) =>
  tronque
    ? `Plus de ${formatCount(total)} contacts\u00A0: en voici ${formatCount(total)}. Ajoutez un mot pour en trouver moins.`
    : plural(total, 'contact')
