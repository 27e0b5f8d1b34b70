import type { FastifyInstance } from 'fastify'
import {
  remerciement,
  remerciements,
  remerciementsCsv,
  remercier,
  reprendreRemerciement,
} from '#contract/remerciements'
import { whileFree } from '../../platform/database/abandon'
import type { Db } from '../../platform/database/connect'
import { csvRoute } from '../../platform/http/csv'
import { requireDecideur } from '../../platform/http/identite'
import { route } from '../../platform/http/route'
import { readRemerciement, readRemerciements, writeRemerciements } from './lire'
import { noterRemerciements, reprendre } from './noter'

/** Registers who was thanked. */
export function registerRemerciements(
  app: FastifyInstance,
  { db, files }: { db: Db; files: Db },
): void {
  route(app, remerciements, ({ query }) => readRemerciements(db, query))
  route(app, remerciement, ({ params: { numero } }) => readRemerciement(db, numero))
  csvRoute(app, remerciementsCsv, ({ query }) => ({
    name: query.etat === 'actes' ? 'remerciements-actes.csv' : 'remerciements.csv',
    lines: writeRemerciements(files, query),
  }))

  route(app, remercier, ({ body: { contacts, jour, nom }, request }) => {
    const par = requireDecideur(request, nom)
    return whileFree(() => noterRemerciements(db, { contacts, jour, par }))
  })

  route(app, reprendreRemerciement, async ({ body: { numero, nom }, request }) => {
    const par = requireDecideur(request, nom)
    await readRemerciement(db, numero)
    await whileFree(() => reprendre(db, numero, par))
    return { message: 'Le remerciement est repris.' }
  })
}
