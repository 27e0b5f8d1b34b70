import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'
import { annulation, annulerImport } from '#contract/annulations'
import { apercu, previewDonateurs, previewDonations } from '#contract/apercus'
import { changements, changementsCsv } from '#contract/changements'
import { ACTEUR } from '#contract/constants'
import {
  Case,
  journalImports,
  limitesImports,
  rejetsCsv,
  type TypeFichier,
  UploadDemande,
  uploadDonateurs,
  uploadDonations,
  uploadStatus,
} from '#contract/imports'
import { MESSAGES } from '#files/accepted'
import type { Config } from '../config'
import type { Metrics } from '../metrics'
import type { Database, Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { csvRoute } from '../platform/http/csv'
import { readDecideur } from '../platform/http/identite'
import { route } from '../platform/http/route'
import { Problem } from '../problem'
import { readChangements, readImport, writeChanged } from './changes/read'
import { registerDossier } from './dossier/routes'
import { readJournal, readStatus } from './entries/read'
import { stageOutil } from './fichiers/deposer'
import { lireConnaissances, registerFichiers } from './fichiers/routes'
import { createJobs } from './jobs/jobs'
import { startSweeper } from './jobs/sweeper'
import type { Lecture } from './parsing/lecture'
import { registerPartages } from './partages/routes'
import { exigerReponse, readApercu } from './preview/preview'
import { writeRejects } from './preview/rejects'
import { refuseAutrui } from './staging/deposant'
import { createReception } from './staging/receive'
import { readAnnulation } from './undo/annulation'

/** Grace period for running imports on shutdown. */
const GRACE_MS = 15_000

function uuid(id: string): string {
  if (!z.uuid().safeParse(id).success)
    throw new Problem('introuvable', 'Cet import n’existe pas, ou n’est plus en attente.')
  return id
}

/** Registers everything about imports; running ones end when the app closes. */
export function registerImports(
  app: FastifyInstance,
  deps: Database & { config: Config; files: Db; log: Logger; metrics: Metrics },
): void {
  const { config, db, files, log } = deps
  const reception = createReception({
    ...deps,
    maxBytes: config.UPLOAD_MAX_BYTES,
    stageOutil: async (order, chunks, room) => {
      const connaissances = { ...(await lireConnaissances(db)), dossier: config.DATA_DIR }
      return stageOutil(deps, order, chunks, room, connaissances)
    },
  })
  const { receive } = reception
  const jobs = createJobs(deps)
  const sweeper = startSweeper(db, log)
  const outils = registerFichiers(app, { ...deps, receive, start: jobs.start })
  registerPartages(app, { db })
  registerDossier(app, { ...deps, reception, outils, start: jobs.start })
  app.addHook('onClose', async () => {
    await Promise.all([jobs.stop(GRACE_MS), sweeper.stop()])
  })

  const preview = async (type: TypeFichier, request: FastifyRequest) => {
    const { fichierId, fields } = await receive(type, request)
    return readApercu(db, fichierId, Case.parse(fields['completer_lignes_courtes']))
  }
  const upload = async (type: TypeFichier, request: FastifyRequest) => {
    const order = await readOrder(type, request)
    const { nom, ...asked } = order
    await jobs.start({ ...asked, type, importePar: readDecideur(request, nom) ?? ACTEUR })
    return { upload_id: order.fichierId }
  }
  const readOrder = async (type: TypeFichier, request: FastifyRequest) => {
    if (request.isMultipart()) {
      const { fichierId, fields } = await receive(type, request)
      const isCompleted = Case.parse(fields['completer_lignes_courtes'])
      return { fichierId, isCompleted, nom: undefined }
    }
    const asked = UploadDemande.safeParse(request.body)
    if (!asked.success)
      throw new Problem('fichier_manquant', MESSAGES.manquant[type], { champ: 'fichier_id' })
    const { fichier_id } = asked.data
    const isCompleted = asked.data.completer_lignes_courtes
    await refuseAutrui(db, fichier_id, request)
    if (asked.data.numeros_repris === undefined) await exigerReponse(db, fichier_id, isCompleted)
    return {
      fichierId: fichier_id,
      isCompleted,
      nom: asked.data.nom,
    }
  }

  route(app, previewDonateurs, async ({ request }) => {
    const answer = await preview('donateurs', request)
    if (answer.type !== 'donateurs') throw new Error('a preview of another type')
    return answer
  })
  route(app, previewDonations, async ({ request }) => {
    const answer = await preview('donations', request)
    if (answer.type !== 'donations') throw new Error('a preview of another type')
    return answer
  })
  route(app, uploadDonateurs, ({ request }) => upload('donateurs', request))
  route(app, uploadDonations, ({ request }) => upload('donations', request))
  route(app, annulation, ({ params }) =>
    inSnapshot(db, (tx) => readAnnulation(tx, uuid(params.upload_id))),
  )
  route(app, annulerImport, async ({ params, body, request }) => ({
    upload_id: await jobs.undo(uuid(params.upload_id), readDecideur(request, body?.nom) ?? ACTEUR),
  }))
  route(app, uploadStatus, ({ params }) => readStatus(db, uuid(params.upload_id)))
  route(app, limitesImports, () => Promise.resolve({ taille_max: config.UPLOAD_MAX_BYTES }))
  route(app, journalImports, ({ query }) => readJournal(db, query.limit))
  route(app, apercu, async ({ params, query, request }) => {
    const id = uuid(params.fichier_id)
    await refuseAutrui(db, id, request)
    return readApercu(db, id, query.completer_lignes_courtes)
  })

  route(app, changements, ({ params, query }) =>
    readChangements(db, { upload_id: uuid(params.upload_id), ...query }),
  )
  csvRoute(app, changementsCsv, async ({ params, query }) => {
    const upload_id = uuid(params.id)
    await readImport(db, upload_id)
    return { name: 'dons-changes.csv', lines: writeChanged(files, { upload_id, ...query }) }
  })

  csvRoute(app, rejetsCsv, async ({ params, request }) => {
    const id = uuid(params.id)
    await refuseAutrui(db, id, request)
    const found = await db
      .selectFrom('fichiers')
      .leftJoin('imports', 'imports.fichier_id', 'fichiers.fichier_id')
      .select(['type', 'lecture', 'completer', 'nom'])
      .where('fichiers.fichier_id', '=', id)
      .where(sql<boolean>`lecture ? 'entete'`)
      .executeTakeFirst()
    if (!found) throw new Problem('introuvable', 'Ce fichier n’existe pas, ou n’est pas encore lu.')
    return {
      name: `Rejets ${found.nom.replace(/[^\w. -]/g, '_')}`,
      lines: writeRejects(db, {
        fichierId: id,
        type: found.type === 'donateurs' ? 'donateurs' : 'donations',
        lecture: found.lecture as Lecture,
        isCompleted: found.completer ?? false,
      }),
    }
  })
}
