import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { clesContact, effetPartage, partager as call } from '#contract/partages'
import { whileFree } from '../../platform/database/abandon'
import type { Db } from '../../platform/database/connect'
import { inSnapshotOfGifts } from '../../platform/database/snapshot'
import { readDecideur } from '../../platform/http/identite'
import { route } from '../../platform/http/route'
import { direCles, direEffet, lireVoies } from './lire'
import { partager } from './partager'

/** Registers the calls that part what files joined. */
export function registerPartages(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, clesContact, ({ params }) =>
    inSnapshotOfGifts(db, async (tx) => direCles(await lireVoies(tx, params.contact_id))),
  )
  route(app, effetPartage, ({ body: { contact_id, cles } }) =>
    inSnapshotOfGifts(db, async (tx) => direEffet(await lireVoies(tx, contact_id), cles)),
  )
  route(app, call, async ({ body, request }) => {
    const { raison, decide_par, demande_id = randomUUID(), nom, ...asked } = body
    const identite = readDecideur(request, nom)
    const nouveau = await whileFree(() =>
      partager(db, asked, { raison, decide_par, demande_id, identite }),
    )
    return {
      message: `Ces dons et leurs clés ont leur propre numéro\u00a0: ${nouveau}. Les prochains fichiers le suivent\u00a0; si c’était une erreur, dites sur sa fiche qu’il «\u00a0Est aussi le contact\u00a0» ${asked.contact_id}.`,
      contact_id: nouveau,
    }
  })
}
