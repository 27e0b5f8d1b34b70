import { type UploadStatus, uploadStatus } from '#contract/imports'
import { call } from '../service.server'

/** Where an import stands, by the id of its file, which the API calls `upload_id` here. */
export type ImportStatus = Omit<UploadStatus, 'upload_id'> & { fichier_id: string }

/** Reads where the import of a file stands. */
export async function readStatus(fichier_id: string, request: Request): Promise<ImportStatus> {
  const params = { upload_id: fichier_id }
  const { upload_id, ...status } = await call(uploadStatus, { params }, request)
  return { fichier_id: upload_id, ...status }
}
