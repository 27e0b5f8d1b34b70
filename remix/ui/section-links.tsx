import { Link, useLocation } from '@remix-run/react'
import { SEARCH_PATH, SearchForm } from './search-form'
import { SECTIONS } from './sections'

/** Below the title: links to the section's screens, the current one marked; for donors, the search too. */
export function SectionLinks() {
  const path = useLocation().pathname.replace(/^\/|\/$/g, '')
  const section = SECTIONS.find(({ segment }) => segment === path.split('/')[0])
  if (!section || section.pages.length === 0) return null
  const links = [{ path: section.segment, label: section.label }, ...section.pages]
  const hasSearch = section.segment === 'donateurs' && `/${path}` !== SEARCH_PATH
  return (
    <div className="section-row">
      <nav className="section-links" aria-label={`Écrans de la section ${section.label}`}>
        <ul>
          {links.map((link) => (
            <li key={link.path}>
              <Link to={`/${link.path}`} aria-current={link.path === path ? 'page' : undefined}>
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {hasSearch && <SearchForm />}
    </div>
  )
}
