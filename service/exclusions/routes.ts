import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  type Chaine,
  chaine,
  effetExclusion,
  exclure,
  exclusionsListe,
  historique,
  historiqueCsv,
  reintegrer,
} from '#contract/exclusions'
import type { Config } from '../config'
import { toTheEnd } from '../database/abandon'
import type { Db } from '../database/connect'
import { csvRoute } from '../http/csv'
import { readIdentite } from '../http/identite'
import { route } from '../http/route'
import { createVerifier } from './chaine'
import { readEffet } from './effet'
import { readHistorique } from './historique'
import { writeHistorique } from './historique-csv'
import { listExclusions } from './liste'
import { announce } from './phrases'
import { record } from './record'

/** Registers the calls that exclude and reinstate donors and show their history. */
export function registerExclusions(app: FastifyInstance, deps: { config: Config; db: Db }): void {
  const { db, config } = deps

  route(app, exclusionsListe, () => listExclusions(db))

  route(app, exclure, async ({ body, request }) => {
    const { evenement_id = randomUUID(), ...asked } = body
    const identite = readIdentite(request)
    const evenement = await record(db, { ...asked, type: 'EXCLUSION', evenement_id, identite })
    return {
      message: announce(evenement),
      donations_exclues: evenement.donations_concernees,
      montant_exclu: evenement.montant_concerne,
      evenement,
    }
  })

  route(app, reintegrer, async ({ body, request }) => {
    const { evenement_id = randomUUID(), ...asked } = body
    const identite = readIdentite(request)
    const evenement = await record(db, { ...asked, type: 'REINTEGRATION', evenement_id, identite })
    return { message: announce(evenement), evenement }
  })

  route(app, effetExclusion, ({ params }) =>
    readEffet(db, config.CAMPAGNE_PRODUIT, params.contact_id),
  )

  route(app, historique, ({ query }) => readHistorique(db, query))

  csvRoute(app, historiqueCsv, ({ query }) => ({
    name: 'historique-exclusions.csv',
    lines: writeHistorique(db, query),
  }))

  /** A verification may read the whole log: those who ask meanwhile get the running one's answer. */
  const verify = createVerifier(db, config.DATA_DIR)
  let running: Promise<Chaine> | undefined
  route(app, chaine, () => {
    running ??= toTheEnd(() => verify(new Date())).finally(() => (running = undefined))
    return running
  })
}
