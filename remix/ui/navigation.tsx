import { Link, useLocation } from '@remix-run/react'

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
  const segment = useLocation().pathname.split('/')[1] || 'dashboard'
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
        {ENTRIES.map(([path, label, subtitle]) => (
          <li key={path}>
            <Link
              to={`/${path}`}
              aria-current={path === segment ? 'page' : undefined}
              onClick={close}
            >
              <span className="entry-label">{label}</span>
              <span className="entry-subtitle">{subtitle}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
