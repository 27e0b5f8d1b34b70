import { Link } from '@remix-run/react'
import { Empty, Page } from './page'
import { RefreshButton } from './refresh-button'

/** An empty database's screen: what to do next. */
export function NoData({ title, subtitle }: { title: string; subtitle: string }) {
  return (
    <Page title={title} subtitle={subtitle} analysis actions={<RefreshButton />}>
      <Empty>
        <p>Aucun don enregistré.</p>
        <Link className="button" to="/upload">
          Importer des données
        </Link>
      </Empty>
    </Page>
  )
}
