import type { FastifyInstance } from 'fastify'
import { series, seriesCsv, type SeriesFiltres } from '#contract/series'
import { csvField, csvHeader, csvJoin } from '#files/csv'
import { COLONNES_SERIES } from '#files/series-columns'
import type { Db } from '../../platform/database/connect'
import { csvRoute } from '../../platform/http/csv'
import { noted } from '../../platform/http/exports'
import { route } from '../../platform/http/route'
import { readAllSeries, readSeries } from './lire'

async function* writeSeries(db: Db, filtres: SeriesFiltres): AsyncGenerator<string> {
  yield csvHeader(
    COLONNES_SERIES.map(({ title, format }) => (format === 'montant' ? `${title} (€)` : title)),
  )
  for await (const rows of readAllSeries(db, filtres))
    yield rows
      .map((serie) => csvJoin(COLONNES_SERIES.map(({ of, format }) => csvField(of(serie), format))))
      .join('')
}

/** Registers the list of the series of gifts, and its file. */
export function registerSeries(
  app: FastifyInstance,
  { db, files, journal }: { db: Db; files: Db; journal: Db },
): void {
  route(app, series, ({ query }) => readSeries(db, query))
  csvRoute(app, seriesCsv, ({ query, request }) => ({
    name: 'series-de-dons.csv',
    lines: writeSeries(files, query),
    note: noted(journal, request, { fichier: 'series', query }),
  }))
}
