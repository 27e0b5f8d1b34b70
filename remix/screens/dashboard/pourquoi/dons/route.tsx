import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { changements } from '#contract/changements'
import { formatCount, formatInstant } from '#figures/format'
import { askedYear } from '../../../../forms/year.server'
import { call, failing } from '../../../../service/service.server'
import { changedBy, history } from '../../../../tables/links'
import { SignedChange } from '../../../../ui/change'
import { DataTable } from '../../../../ui/data-table'
import { Kpi, Kpis } from '../../../../ui/kpi'
import { Empty, Page } from '../../../../ui/page'
import { pageOf, Pagination } from '../../../../ui/pagination'
import type { Handle } from '../../../../ui/screen'
import { showSigned } from '../../../../ui/table'
import { YearLink } from '../../../../ui/year-link'
import { donsChanges } from './table.server'

export const handle: Handle<typeof loader> = {
  title: 'Dons changés par un import',
  tab: () => ['Dons changés par un import'],
}

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const upload_id = query.get('import')
  if (!upload_id) return redirect('/dashboard/pourquoi')
  const annee = askedYear(request)
  const found = await call(
    changements,
    { params: { upload_id }, query: { annee, page: pageOf(query) } },
    request,
  ).catch(failing('Erreur lors du chargement des données'))
  return { found, annee, table: donsChanges(found, annee) }
}

export default function Changed() {
  const { found, annee, table } = useLoaderData<typeof loader>()
  const { filename, termine_le, gardes, pagination } = found
  return (
    <Page
      subtitle={`${filename}, importé le ${formatInstant(termine_le)}${annee === undefined ? '' : `\u00A0: les dons de ${annee}`}`}
      actions={
        <YearLink
          className="button button-outline"
          to={
            annee === undefined
              ? '/dashboard/pourquoi'
              : history({ chiffre: 'montant-total', annee })
          }
        >
          Pourquoi ce chiffre a changé&nbsp;?
        </YearLink>
      }
    >
      {pagination.total_items === 0 ? (
        <Nothing gardes={gardes} annee={annee} upload={found.upload_id} />
      ) : (
        <>
          <Kpis>
            <Kpi label="Dons ajoutés" value={formatCount(found.ajoutes)} />
            <Kpi label="Dons modifiés" value={formatCount(found.modifies)} />
            <Kpi label="Dons mis à zéro" value={formatCount(found.mis_a_zero)} />
            <Kpi
              label={annee === undefined ? 'Effet sur le montant' : `Effet sur le montant ${annee}`}
              value={showSigned(found.effet, 'montant')}
              detail="sans les donateurs qui sont exclus"
            />
          </Kpis>
          <DataTable
            table={table}
            render={{
              effet: (row) => <SignedChange value={found.dons[row]?.effet ?? 0} format="montant" />,
            }}
          />
          <Pagination pagination={pagination} label="Pages des dons changés" />
        </>
      )}
    </Page>
  )
}

/** Why there is no list, and where else to look. */
function Nothing({
  gardes,
  annee,
  upload,
}: {
  gardes: boolean
  annee: number | undefined
  upload: string
}) {
  if (gardes && annee !== undefined)
    return (
      <Empty>
        <p>Cet import n’a changé aucun don de {annee}.</p>
        <Link to={changedBy(upload)}>Voir tous les dons qu’il a changés</Link>
      </Empty>
    )
  return (
    <Empty>
      <p>
        Le détail de cet import n’est pas gardé&nbsp;: il l’est pendant 30&nbsp;jours, pour les dix
        derniers imports qui changent quelque chose, et 200&#8239;000&nbsp;lignes au plus.
      </p>
      <YearLink to="/upload">Voir le journal des imports</YearLink>
    </Empty>
  )
}
