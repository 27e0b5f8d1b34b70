import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import verifier from './pictures/a-verifier.webp?url'
import apercu from './pictures/apercu.webp?url'
import dashboard from './pictures/dashboard.webp?url'
import selection from './pictures/selection.webp?url'
import vide from './pictures/vide.webp?url'

const picture = (src: string, alt: string, height: number) => ({ src, alt, width: 1040, height })

/** The pictures of the guide; `tests/e2e/images.medium.spec.ts` takes them, and says when they are of screens that have changed. */
const PICTURES = {
  vide: picture(vide, 'Un dashboard sans dons, et ses trois façons de commencer', 560),
  apercu: picture(apercu, 'L’analyse d’un fichier de donations, avant son import', 560),
  dashboard: picture(dashboard, 'Le dashboard d’une année de démonstration', 700),
  'a-verifier': picture(verifier, 'Un donateur à vérifier, avec les raisons qui le signalent', 560),
  selection: picture(selection, 'Une sélection, et ce que chaque case retire', 460),
}

/** A word of the interface, as it stands on `on`: a test asks that screen for it. */
export const Word = ({ on, children }: { on: string; children: string }) => (
  <b data-on={on}>{children}</b>
)

/** The way to a screen. */
export const Screen = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to}>{children}</Link>
)

/** A term, with its definition one step away. */
export const Term = ({ definition, children }: { definition: string; children: ReactNode }) => (
  <Link className="term" to={`/dashboard/definitions#${definition}`}>
    {children}
  </Link>
)

/** A screen of the demonstration, as tests took it. */
export function Picture({ of, children }: { of: keyof typeof PICTURES; children: ReactNode }) {
  const { src, alt, width, height } = PICTURES[of]
  return (
    <figure className="guide-picture">
      <img src={src} alt={alt} width={width} height={height} />
      <figcaption>{children}</figcaption>
    </figure>
  )
}
