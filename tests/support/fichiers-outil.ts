import type { FastifyInstance } from 'fastify'
import { CHAMP_FICHIER_OUTIL } from '#contract/constants'
import { type CompteFichier, type Fichier } from '#contract/fichiers'
import type { UploadStatus } from '#contract/imports'
import { type LectureFichier } from '#contract/lecture'
import type { Db } from '../../service/platform/database/connect'
import { multipart, waitForImport } from './imports'

export type Compte = NonNullable<CompteFichier['compte']>

/** Posts a file of somebody's own tool as a browser does. */
export const deposer = (app: FastifyInstance, content: string | Buffer, filename = 'export.csv') =>
  app.inject({
    method: 'POST',
    url: '/api/fichiers',
    ...multipart([{ field: CHAMP_FICHIER_OUTIL, filename, type: 'text/csv', content }]),
  })

/** Stages a file that must be taken. */
export async function depose(
  app: FastifyInstance,
  content: string | Buffer,
  filename?: string,
): Promise<Fichier> {
  const answer = await deposer(app, content, filename)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<Fichier>()
}

export const demanderCompte = (app: FastifyInstance, fichierId: string, lecture: unknown) =>
  app.inject({
    method: 'POST',
    url: `/api/fichiers/${fichierId}/lecture`,
    payload: lecture as object,
  })

/** The answer about a reading once all of the file is read, or it is refused. */
export async function repondre(app: FastifyInstance, fichierId: string, lecture: unknown) {
  for (;;) {
    const answer = await demanderCompte(app, fichierId, lecture)
    if (answer.statusCode !== 200 || answer.json<CompteFichier>().compte) return answer
  }
}

/** The account of a reading. */
export async function compter(
  app: FastifyInstance,
  fichierId: string,
  lecture: LectureFichier,
): Promise<CompteFichier & { compte: Compte }> {
  const answer = await repondre(app, fichierId, lecture)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<CompteFichier & { compte: Compte }>()
}

export const demanderImport = (app: FastifyInstance, fichierId: string, body: object) =>
  app.inject({ method: 'POST', url: `/api/fichiers/${fichierId}/importer`, payload: body })

/** Stages, accounts for and imports a file; answers the account and how the import ended. */
export async function importerOutil(
  app: FastifyInstance,
  content: string | Buffer,
  lecture: LectureFichier,
): Promise<{ compte: Compte; status: UploadStatus }> {
  const { fichier_id } = await depose(app, content)
  const { compte, empreinte } = await compter(app, fichier_id, lecture)
  const answer = await demanderImport(app, fichier_id, { lecture, empreinte })
  if (answer.statusCode !== 202) throw new Error(answer.body)
  return { compte, status: await waitForImport(app, fichier_id) }
}

export async function readBase(db: Db, prefixe: string) {
  const dons = await db
    .selectFrom('donations')
    .selectAll()
    .where('id', 'like', `${prefixe}-%`)
    .orderBy('id')
    .execute()
  const fiches = await db
    .selectFrom('donateurs')
    .selectAll()
    .where('contact_id', 'in', ['', ...dons.map((don) => don.contact_id)])
    .orderBy('contact_id')
    .execute()
  return { dons, fiches }
}

/** Compares the base with the reference, and tells it what its people are called. */
