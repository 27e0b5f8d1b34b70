import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Mesure } from '#contract/suspects'
import { AutoRefreshSwitch } from './auto-refresh'
import { Computing } from './computing'
import { Freshness } from './freshness'
import { Tabs } from './navigation'
import { useFraicheur } from './renewal'
import { useScreen } from './screen'
import { useShell } from './shell-data'
import { Weighed } from './suspects'
import type { ShownTable } from './table'
import { Unavailable } from './unavailable'

/** Link to a screen's workbook: all its tables with their queries, hence the current year and other choices. */
function ClasseurLink({ tables }: { tables: Record<string, ShownTable | null> }) {
  const segments = useLocation().pathname.split('/').filter(Boolean)
  const query = new URLSearchParams({ ecran: segments.at(-1) ?? '' })
  for (const table of Object.values(tables))
    for (const [name, value] of Object.entries(table?.query ?? {})) query.set(name, String(value))
  return (
    <a className="button button-outline" href={`/telechargement/classeur?${query}`} download>
      Classeur (.xlsx)
    </a>
  )
}

interface Props {
  /** Where it is not what the screen's `handle` says. */
  title?: string
  subtitle?: string
  /** Right of the title: year form, 'Actualiser', downloads. */
  actions?: ReactNode
  /** Shows when the figures were computed; for every analysis screen. */
  analysis?: boolean
  /** « Actualiser » is among its actions, and not behind that line. */
  refreshed?: boolean
  /** The analysis's tables, offered together as a workbook. */
  tables?: Record<string, ShownTable | null>
  /** Whether it shows figures that donors to review may bend: of its year, or of all years. */
  weighed?: 'year' | 'years' | undefined
  /** Which of these figures it is about. */
  measure?: Mesure | undefined
  children: ReactNode
}

/** The layout of a screen. */
export function Page(props: Props) {
  const screen = useScreen()
  const { title = screen.title, subtitle = screen.subtitle, actions, tables, children } = props
  const { analysis = false, refreshed = false, weighed = tables && 'year', measure } = props
  const fraicheur = useFraicheur()
  const { asked = null, codes = null, latest = null, awaited = null } = useShell()?.suspects ?? {}
  return (
    <article className="page">
      <header className="page-header">
        <div>
          <h1>{title}</h1>
          <p className="subtitle">{subtitle}</p>
        </div>
        {(actions || tables) && (
          <div className="page-actions">
            {actions}
            {tables && <ClasseurLink tables={tables} />}
          </div>
        )}
        {analysis && fraicheur && <Freshness fraicheur={fraicheur} refreshable={!refreshed} />}
        {analysis && fraicheur === null && (
          <Unavailable>La date de ces données n’a pas pu être lue.</Unavailable>
        )}
        <AutoRefreshSwitch />
      </header>
      <Tabs />
      {weighed ? (
        <Weighed
          found={weighed === 'year' ? [asked] : [asked, latest]}
          awaited={awaited}
          codes={codes}
          first={measure}
        >
          {children}
        </Weighed>
      ) : (
        children
      )}
    </article>
  )
}

/** A part of a screen with its own heading. */
export function Section({
  title,
  id,
  children,
}: {
  title: string
  /** Anchor within the page. */
  id?: string
  children: ReactNode
}) {
  return (
    <section className="section" id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Nothing to show yet: one sentence and the next action; `unless` what is awaited makes that untrue. */
export function Empty({
  unless,
  children,
}: {
  unless?: 'attendu' | 'dons_attendus'
  children: ReactNode
}) {
  const fraicheur = useFraicheur()
  const isComputing = fraicheur && unless && fraicheur[unless]
  return <div className="empty">{isComputing ? <Computing fraicheur={fraicheur} /> : children}</div>
}
