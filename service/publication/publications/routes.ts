import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { arrete, arreteDashboard, arreter as nommer, arretes } from '#contract/arretes'
import { mois } from '#contract/mois'
import {
  type ChainePublications,
  chainePublications,
  difference,
  publications,
} from '#contract/publications'
import { call, type Given } from '../../analyses/analysis'
import { toTheEnd, whileFree } from '../../platform/database/abandon'
import { readIdentite } from '../../platform/http/identite'
import { route } from '../../platform/http/route'
import { arreter, readArrete, readArretes, readDashboard } from './arretes'
import { readDifference } from './difference'
import { readMois } from './mois'
import { readPublications } from './publications'

/** Registers the publications, the reasons for changes since, and the named ones. */
export function registerPublications(
  app: FastifyInstance,
  { verify, ...given }: Given & { verify: () => Promise<ChainePublications> },
): void {
  const { db } = given
  route(app, publications, ({ query }) => readPublications(db, query.limit))
  route(app, difference, ({ query }) => readDifference(db, query))
  call(mois, ({ query }) => readMois(db, query.mois))(app, given)
  route(app, arretes, () => readArretes(db))
  route(app, arrete, ({ params }) => readArrete(db, params.publication))
  route(app, arreteDashboard, ({ params }) => readDashboard(db, params.publication, params.annee))
  route(app, nommer, ({ body: { evenement_id = randomUUID(), ...asked }, request }) =>
    whileFree(() => arreter(db, { ...asked, evenement_id, identite: readIdentite(request) })),
  )

  /** A verification reads everything ever published: concurrent callers share the running one. */
  let running: Promise<ChainePublications> | undefined
  route(app, chainePublications, () => {
    running ??= toTheEnd(verify).finally(() => (running = undefined))
    return running
  })
}
