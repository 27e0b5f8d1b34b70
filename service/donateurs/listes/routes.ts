import type { FastifyInstance } from 'fastify'
import { donateursListe, listeCsv, type ListeQuery } from '#contract/listes'
import { selection, selectionCsv } from '#contract/selections'
import type { Config } from '../../config'
import type { Db } from '../../platform/database/connect'
import { csvRoute } from '../../platform/http/csv'
import { route } from '../../platform/http/route'
import { writeListe } from './lignes'
import { keepListes } from './liste'
import { readMoment } from './moment'
import { ask } from './question'
import { readEffectifs } from './selections/effectifs'
import { writeSelection } from './selections/fichier'

/** What a list is named by otherwise, and what no file name may bear: what is searched, or was kept or pasted. */
const UNSAID: readonly string[] = ['ensemble', 'annee', 'cohorte', 'tri', 'q', 'liste', 'sans']

const NAME_MAX = 150

/** `donateurs-dormants-2024-montant-min-100-avec-email.csv`; of a code only what a file name bears anywhere. */
export function nameFile(query: ListeQuery): string {
  const { ensemble, annee, cohorte } = query
  const said = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || UNSAID.includes(name)
      ? []
      : name.startsWith('avec_')
        ? [name]
        : [
            name,
            String(value)
              .replaceAll(/[^\d.A-Za-z]+/g, '-')
              .slice(0, 40),
          ],
  )
  const name = ['donateurs', ensemble, cohorte, annee, ...said].filter(Boolean).join('-')
  return `${name.replaceAll('_', '-').slice(0, NAME_MAX)}.csv`
}

/**
 * Registers the lists of donors behind figures, and their files. `files` is a pool of its own, since a file holds its
 * connection until complete.
 */
export function registerListes(
  app: FastifyInstance,
  { config, db, files }: { config: Config; db: Db; files: Db },
): void {
  const readListe = keepListes(db, config.CAMPAGNE_PRODUIT)
  route(app, donateursListe, ({ query }) => readListe(query))

  csvRoute(app, listeCsv, async ({ query }) => ({
    name: nameFile(query),
    lines: writeListe(files, ask(config.CAMPAGNE_PRODUIT, query, await readMoment(db, query))),
  }))

  route(app, selection, ({ query, body }) =>
    readEffectifs(db, config.CAMPAGNE_PRODUIT, query, body),
  )

  csvRoute(app, selectionCsv, async ({ query, body: { ids, ...ticked } }) => {
    const liste = ask(config.CAMPAGNE_PRODUIT, query, await readMoment(db, query))
    const lines = writeSelection(files, config.CAMPAGNE_PRODUIT, liste, { ids, ...ticked })
    const noticed = Object.entries(ticked).filter(([, value]) => value !== false)
    const asked = { ...query, ...Object.fromEntries(noticed), ids_retires: ids.length || undefined }
    return {
      name: `selection-${nameFile(query)}`,
      lines,
      noted: asked,
    }
  })
}
