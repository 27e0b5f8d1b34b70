import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What the service counts about itself, for Prometheus. */
export interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  imports: Histogram<'type' | 'status'>
  importedRows: Counter<'type' | 'result'>
  depotFichiers: Counter<'sort'>
  refreshes: Histogram<'status'>
  refreshedViews: Histogram<'view'>
  refreshedGifts: Gauge
  disagreeingControls: Gauge
}

/** Seconds of work that may take from an instant to an hour. */
const LONG = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600]

/** Makes the measures; `pools` are those of this process, by what they serve. */
export function createMetrics(pools: Record<string, pg.Pool>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'dons_http_request_duration_seconds',
    help: 'Duration of the answered requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 300],
    registers: [registry],
  })
  const imports = new Histogram({
    name: 'dons_import_duration_seconds',
    help: 'Duration of the imports that ended here, by how they ended',
    labelNames: ['type', 'status'],
    buckets: LONG,
    registers: [registry],
  })
  const importedRows = new Counter({
    name: 'dons_import_rows_total',
    help: 'Rows of the imported files, by what became of them',
    labelNames: ['type', 'result'],
    registers: [registry],
  })
  const depotFichiers = new Counter({
    name: 'dons_depot_fichiers_total',
    help: 'Files that came by the folder, by what became of them',
    labelNames: ['sort'],
    registers: [registry],
  })
  const refreshes = new Histogram({
    name: 'dons_refresh_duration_seconds',
    help: 'Duration of the refreshes of the figures that ended here, by how they ended',
    labelNames: ['status'],
    buckets: LONG,
    registers: [registry],
  })
  const refreshedViews = new Histogram({
    name: 'dons_refresh_view_duration_seconds',
    help: 'Duration of the refresh of each view',
    labelNames: ['view'],
    buckets: LONG,
    registers: [registry],
  })
  const refreshedGifts = new Gauge({
    name: 'dons_refresh_gifts',
    help: 'Gifts that the last refresh completed here has counted',
    registers: [registry],
  })
  const disagreeingControls = new Gauge({
    name: 'dons_controles_en_ecart',
    help: 'Controls whose two sides differ, as last compared',
    registers: [registry],
  })
  new Gauge({
    name: 'dons_database_connections',
    help: 'Connections to the database, by their pool and what they do',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'waited_for' }, pool.waitingCount)
      }
    },
  })
  return {
    registry,
    requests,
    imports,
    importedRows,
    depotFichiers,
    refreshes,
    refreshedViews,
    refreshedGifts,
    disagreeingControls,
  }
}
