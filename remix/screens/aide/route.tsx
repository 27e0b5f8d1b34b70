import { Page, Section } from '../../ui/page'
import type { Handle } from '../../ui/screen'
import { CHAPTERS } from './chapters'
import { ROLES } from './roles'

const GUIDE = [...CHAPTERS, ...ROLES]

export const handle: Handle = {
  title: 'Premiers pas',
  subtitle: 'Du premier fichier au rapport imprimé',
  tab: 'Aide',
}

export default function Aide() {
  return (
    <Page>
      <div className="guide">
        <nav aria-label="Sommaire">
          <ol>
            {GUIDE.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        {GUIDE.map(({ id, title, body }) => (
          <Section key={id} id={id} title={title}>
            {body}
          </Section>
        ))}
      </div>
    </Page>
  )
}
