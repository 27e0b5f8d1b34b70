import { Link } from '@remix-run/react'
import { Empty, Page } from './page'
import { RefreshButton } from './refresh-button'
import { useFraicheur } from './renewal'
import { useScreen } from './screen'

/** An empty database's screen: what to do next. */
export function NoData({ subtitle }: { subtitle?: string }) {
  const isComputing = useFraicheur()?.dons_attendus
  const { empty = <NoGifts to="/upload" /> } = useScreen()
  return (
    <Page {...(subtitle && { subtitle })} analysis={!isComputing} actions={<RefreshButton />}>
      {empty}
    </Page>
  )
}

export function NoGifts({ to }: { to: string }) {
  return (
    <Empty unless="dons_attendus">
      <p>Aucun don enregistré.</p>
      <Link className="button" to={to}>
        Importer des données
      </Link>
    </Empty>
  )
}
