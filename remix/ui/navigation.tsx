import { useLocation } from '@remix-run/react'
import { formatCount } from '#figures/format'
import { SECTIONS } from './sections'
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

/** Beside the content on wide screens; on small ones, a drawer that works without scripts. */
export function Navigation() {
  const path = useLocation().pathname.replace(/^\/|\/$/g, '')
  const segment = path.split('/')[0] || 'dashboard'
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
            <SectionPages entry={entry} label={label} path={path} onChoice={close} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SectionProps {
  entry: string
  label: string
  /** The current screen's. */
  path: string
  onChoice: () => void
}

/** An entry's further screens, unfolded in their section. */
function SectionPages({ entry, label, path, onChoice }: SectionProps) {
  const pages = SECTIONS.find(({ segment }) => segment === entry)?.pages
  const doublons = useShell()?.doublons
  if (!pages) return null
  return (
    <details open={path.split('/')[0] === entry}>
      <summary>
        <span className="visually-hidden">Écrans de la section {label}</span>
      </summary>
      <ul>
        {pages.map((page) => (
          <li key={page.path}>
            <YearLink
              to={`/${page.path}`}
              aria-current={page.path === path ? 'page' : undefined}
              onClick={onChoice}
            >
              {page.label}
              {page.counts && doublons ? (
                <>
                  {' '}
                  <span className="entry-count">{formatCount(doublons)}</span>
                </>
              ) : null}
            </YearLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
