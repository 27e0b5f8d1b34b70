import type { FastifyInstance } from 'fastify'
import { series, seriesCsv } from '#contract/series'
import { writeColonnes } from '#files/colonnes'
import { COLONNES_SERIES } from '#files/series-columns'
import type { Db } from '../../platform/database/connect'
import { csvRoute } from '../../platform/http/csv'
import { route } from '../../platform/http/route'
import { readAllSeries, readSeries } from './lire'

/** Registers the list of the series of gifts, and its file. */
export function registerSeries(app: FastifyInstance, { db, files }: { db: Db; files: Db }): void {
  route(app, series, ({ query }) => readSeries(db, query))
  csvRoute(app, seriesCsv, ({ query }) => ({
    name: 'series-de-dons.csv',
    lines: writeColonnes(COLONNES_SERIES, readAllSeries(files, query)),
  }))
}
