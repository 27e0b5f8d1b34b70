import { useLocation } from '@remix-run/react'
import { Fragment } from 'react'
import { formatCount } from '#figures/format'
import { placeOf, type Screen, SECTIONS } from './sections'
import { useShell } from './shell-data'
import { YearLink } from './year-link'

const ENTRIES = [
  ['dashboard', 'Dashboard', "Vue d'ensemble"],
  ['upload', 'Upload', 'Import de données'],
  ['montant', 'Montants', 'Analyses par montant'],
  ['nouveaux', 'Nouveaux', 'Nouveaux vs Anciens'],
  ['actifs', 'Actifs', 'Actifs/Dormants/Inactifs'],
  ['tendances', 'Tendances', 'Évolution temporelle'],
  ['donateurs', 'Donateurs', 'Profils donateurs'],
  ['donations', 'Donations', 'Liste des donations'],
  ['campagnes', 'Campagnes', 'Performance campagnes'],
] as const

const ID = 'navigation'

/** React 18 does not support these attributes in camel case. */
const opens = { popovertarget: ID }
const closes = { popovertarget: ID, popovertargetaction: 'hide' }
const drawer = { popover: 'auto' } as object

export function MenuButton() {
  return (
    <button type="button" className="menu-button" {...opens}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 5h14M3 10h14M3 15h14" />
      </svg>
      Menu
    </button>
  )
}

/** The path of a screen, as `sections.ts` writes it; a list of some donors is below that of all. */
function usePath(): string {
  const { pathname, search } = useLocation()
  const path = pathname.replace(/^\/|\/$/g, '')
  const ensemble = new URLSearchParams(search).get('ensemble') ?? 'tous'
  return ensemble === 'tous' ? path : `${path}/${ensemble}`
}

/** Beside the content on wide screens; on small ones, a drawer that works without scripts. */
export function Navigation() {
  const path = usePath()
  const { segment } = placeOf(path)
  const close = () => {
    // Without popover support, the menu is always visible.
    const menu: Partial<HTMLElement> | null = document.getElementById(ID)
    menu?.hidePopover?.()
  }
  return (
    <nav id={ID} className="navigation" aria-label="Navigation principale" {...drawer}>
      <button type="button" className="close-button" {...closes}>
        Fermer
      </button>
      <ul>
        {ENTRIES.map(([entry, label, subtitle]) => (
          <li key={entry}>
            <YearLink
              to={`/${entry}`}
              aria-current={entry === segment ? 'page' : undefined}
              onClick={close}
            >
              <span className="entry-label">{label}</span>
              <span className="entry-subtitle">{subtitle}</span>
            </YearLink>
            <SectionEntries section={entry} label={label} path={path} onChoice={close} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SectionProps {
  section: string
  label: string
  /** The current screen's. */
  path: string
  onChoice: () => void
}

/** The further links of a section, unfolded while one is in it. */
function SectionEntries({ section, label, path, onChoice }: SectionProps) {
  const entries = SECTIONS.find(({ segment }) => segment === section)?.entries
  const current = placeOf(path)
  if (!entries) return null
  return (
    <details open={current.segment === section}>
      <summary>
        <span className="visually-hidden">Écrans de la section {label}</span>
      </summary>
      <ul>
        {entries.map((entry) => (
          <li key={entry.label}>
            <YearLink
              to={`/${entry.tabs[0].path}`}
              aria-current={entry === current.entry ? 'page' : undefined}
              onClick={onChoice}
            >
              {entry.label}
              <Counts of={entry.tabs} />
            </YearLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The screens of a link with several, above each of them. */
export function Tabs() {
  const path = usePath()
  const { entry } = placeOf(path)
  if (!entry || entry.tabs.length === 1) return null
  return (
    <nav className="tabs" aria-label={entry.label}>
      {entry.tabs.map((tab) => (
        <YearLink
          key={tab.path}
          to={`/${tab.path}`}
          aria-current={tab.path === path ? 'page' : undefined}
        >
          {tab.label}
          <Counts of={[tab]} />
        </YearLink>
      ))}
    </nav>
  )
}

/** How much each of these screens proposes, where that is known and not nothing. */
function Counts({ of }: { of: readonly Screen[] }) {
  const counts = useShell()?.counts
  return of.map(({ counts: name, label }) => {
    const count = (name && counts?.[name]) ?? 0
    if (count === 0) return null
    return (
      <Fragment key={label}>
        {' '}
        <span className="entry-count" title={label}>
          {formatCount(count)}
          {of.length > 1 && <span className="visually-hidden"> {label.toLowerCase()}</span>}
        </span>
      </Fragment>
    )
  })
}
