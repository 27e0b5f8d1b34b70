import { type UploadStatus, uploadStatus } from '#contract/imports'
import { aVerifier } from '#contract/verification'
import { call, quietly } from '../../service/service.server'

/** An import's status, by file id (`upload_id` in the API). */
export type ImportStatus = Omit<UploadStatus, 'upload_id'> & {
  fichier_id: string
  suspects: Suspects | null
}

/** Number of donors to review since an import; `en_cours`: not known yet. */
interface Suspects {
  nouveaux: number
  en_cours: boolean
}

async function readSuspects(fichier_id: string, request: Request): Promise<Suspects | null> {
  const found = await call(aVerifier, { query: { import: fichier_id, limit: 1 } }, request).catch(
    quietly('donateurs à vérifier'),
  )
  return found && { nouveaux: found.pagination.total_items, en_cours: found.en_retard }
}

/** Reads the status of a file's import. */
export async function readStatus(fichier_id: string, request: Request): Promise<ImportStatus> {
  const params = { upload_id: fichier_id }
  const { upload_id, ...status } = await call(uploadStatus, { params }, request)
  const suspects = status.status === 'completed' ? await readSuspects(fichier_id, request) : null
  return { fichier_id: upload_id, ...status, suspects }
}
