import type { FastifyInstance } from 'fastify'
import { type ApercuDonateurs, type ApercuDonations } from '../../service/contract/apercus'
import { CHAMP_FICHIER } from '../../service/contract/constants'
import { type TypeFichier, type UploadStatus } from '../../service/contract/imports'

type Apercu<Type extends TypeFichier> = Type extends 'donations' ? ApercuDonations : ApercuDonateurs

const BOUNDARY = 'limite-de-test'

export interface Part {
  field: string
  filename?: string
  type?: string
  content: string | Buffer
}

/** The body of a multipart form, and the header that goes with it. */
export function multipart(parts: Part[]): { headers: Record<string, string>; payload: Buffer } {
  const pieces = parts.flatMap(({ field, filename, type, content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    const media = type === undefined ? '' : `content-type: ${type}\r\n`
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"${file}\r\n${media}\r\n`
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]
  })
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}

/** Posts one file to `preview` or `upload` as a browser does. */
export function postFile(
  app: FastifyInstance,
  type: TypeFichier,
  call: 'preview' | 'upload',
  content: string | Buffer,
  filename = 'fichier.csv',
) {
  const form = multipart([{ field: CHAMP_FICHIER[type], filename, type: 'text/csv', content }])
  return app.inject({ method: 'POST', url: `/api/upload/${type}/${call}`, ...form })
}

/** The preview of a file. */
export async function preview<Type extends TypeFichier>(
  app: FastifyInstance,
  type: Type,
  content: string | Buffer,
): Promise<Apercu<Type>> {
  const answer = await postFile(app, type, 'preview', content)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<Apercu<Type>>()
}

/** Starts the import of a staged file; answers its upload_id. */
export async function upload(
  app: FastifyInstance,
  type: TypeFichier,
  fichierId: string,
  options: { completer_lignes_courtes?: boolean } = {},
): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/upload/${type}/upload`,
    payload: { fichier_id: fichierId, ...options },
  })
  if (answer.statusCode !== 202) throw new Error(answer.body)
  return answer.json<{ upload_id: string }>().upload_id
}

/** The status of an import once it is over. */
export async function waitForImport(
  app: FastifyInstance,
  uploadId: string,
  headers: Record<string, string> = {},
): Promise<UploadStatus> {
  for (;;) {
    const answer = await app.inject({ url: `/api/upload/status/${uploadId}`, headers })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const status = answer.json<UploadStatus>()
    if (status.status !== 'processing') return status
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Imports a file without a preview, and waits for its end. */
export async function importFile(
  app: FastifyInstance,
  type: TypeFichier,
  content: string | Buffer,
): Promise<UploadStatus> {
  const answer = await postFile(app, type, 'upload', content)
  if (answer.statusCode !== 202) throw new Error(answer.body)
  return waitForImport(app, answer.json<{ upload_id: string }>().upload_id)
}
