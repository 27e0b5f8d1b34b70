import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline'
import { renderToStaticMarkup } from 'react-dom/server'
import { Masthead } from '../../../organisation/masthead'
import { logoData } from '../../../organisation/organisation.server'
import stylesheet from '../../../styles/report-file.css?inline'
import { Leading } from '../../../ui/leading'
import { APPLICATION } from '../../../ui/page-title'
import type { Rapport } from './rapport.server'
import { Report } from './report'

const FONT = `@font-face{font-family:'Inter';font-weight:100 900;src:url(${latin}) format('woff2')}`

/** The report as a single self-contained HTML file. */
export function fileOf(rapport: Rapport): string {
  const title = `Rapport de l’année ${rapport.annee}`
  const { nom } = rapport.organisation
  const page = renderToStaticMarkup(
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{[title, nom, APPLICATION].filter(Boolean).join(' - ')}</title>
        <style dangerouslySetInnerHTML={{ __html: FONT + stylesheet }} />
      </head>
      <body>
        <main className="report-file">
          <article className="page report">
            <header className="page-header">
              <div>
                <Masthead organisation={rapport.organisation} logo={logoData() ?? ''} />
                <h1>{title}</h1>
                <p className="subtitle">{APPLICATION}</p>
              </div>
            </header>
            <Leading.Provider value={false}>
              <Report rapport={rapport} />
            </Leading.Provider>
          </article>
        </main>
      </body>
    </html>,
  )
  return `<!DOCTYPE html>\n${page}\n`
}
