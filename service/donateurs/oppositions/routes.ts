import type { FastifyInstance } from 'fastify'
import {
  acteOpposition,
  leverOpposition,
  noterOppositions,
  oppositions,
  oppositionsCsv,
} from '#contract/oppositions'
import { whileFree } from '../../platform/database/abandon'
import type { Db } from '../../platform/database/connect'
import { csvRoute } from '../../platform/http/csv'
import { requireDecideur } from '../../platform/http/identite'
import { route } from '../../platform/http/route'
import { readActe, readOppositions, writeOppositions } from './lire'
import { readTexte } from './lire-texte'
import { lever, noter } from './noter'

/** Registers who must not be written to. */
export function registerOppositions(
  app: FastifyInstance,
  { db, files }: { db: Db; files: Db },
): void {
  route(app, oppositions, ({ query }) => readOppositions(db, query))
  route(app, acteOpposition, ({ params: { numero } }) => readActe(db, numero))
  csvRoute(app, oppositionsCsv, ({ query }) => ({
    name: query.etat === 'actes' ? 'oppositions-actes.csv' : 'oppositions.csv',
    lines: writeOppositions(files, query),
  }))

  route(app, noterOppositions, ({ body: { texte, nom, ...acte }, request }) => {
    const par = requireDecideur(request, nom)
    return whileFree(() => noter(db, readTexte(texte), { ...acte, par }))
  })

  route(app, leverOpposition, async ({ body: { numero, raison, nom }, request }) => {
    const par = requireDecideur(request, nom)
    await readActe(db, numero)
    await whileFree(() => lever(db, numero, { raison, par }))
    return { message: 'L’opposition est levée.' }
  })
}
