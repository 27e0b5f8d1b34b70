import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { TypeImport, UploadStatus } from '#contract/imports'
import { envoyer } from '../support/envoi'

const CHUNK = 256 * 1024

/** What a call answered to a file, and after how many milliseconds its last byte was taken and the answer came. */
export interface Posted<Answer> {
  body: Answer
  sent: number
  answered: number
}

/** Posts a file from disk, of donations if no other type is named, and answers the JSON. */
export async function post<Answer>(
  url: string,
  file: string,
  type?: TypeImport,
): Promise<Posted<Answer>> {
  const { size: taille } = await stat(file)
  const begun = performance.now()
  let sent = 0
  async function* read() {
    yield* createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>
    sent = performance.now() - begun
  }
  const { status, body } = await envoyer<Answer>(url, { taille, octets: read() }, type)
  if (status >= 300) throw new Error(JSON.stringify(body))
  return { body, sent, answered: performance.now() - begun }
}

/** Follows an import to its end, asking every so many ms; `note` is called with each step as it begins. */
export async function followImport(
  service: string,
  uploadId: string,
  note: (step: string) => void,
  everyMs = 50,
): Promise<UploadStatus> {
  let step: string | undefined
  for (;;) {
    const answer = await fetch(`${service}/api/upload/status/${uploadId}`)
    const status = (await answer.json()) as UploadStatus
    if (status.status === 'error') throw new Error(status.errors.join(' '))
    if (status.progress.current_step !== step) {
      step = status.progress.current_step
      note(step)
    }
    if (status.status === 'completed') return status
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
