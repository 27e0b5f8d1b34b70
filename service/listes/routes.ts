import type { FastifyInstance } from 'fastify'
import { donateursListe, listeCsv } from '#contract/listes'
import type { Config } from '../config'
import type { Db } from '../database/connect'
import { csvRoute } from '../http/csv'
import { noted } from '../http/exports'
import { route } from '../http/route'
import { select } from './lignes'
import { keepListes } from './liste'
import { nameFile, writeListe } from './liste-csv'

/**
 * Registers the lists of the donors that figures count, and their files. A file holds its connection for as long as
 * its reader takes: `files` are connections of their own; `journal` notes who takes it.
 */
export function registerListes(
  app: FastifyInstance,
  { config, db, files, journal }: { config: Config; db: Db; files: Db; journal: Db },
): void {
  const readListe = keepListes(db, config.CAMPAGNE_PRODUIT)
  route(app, donateursListe, ({ query }) => readListe(query))

  csvRoute(app, listeCsv, ({ query, request }) => {
    const lines = writeListe(files, select(config.CAMPAGNE_PRODUIT, query))
    return {
      name: nameFile(query),
      lines: noted(journal, request, { fichier: 'liste', query }, lines),
    }
  })
}
