import { once } from 'node:events'
import http from 'node:http'
import { expect } from 'vitest'
import { CHAMP_FICHIER } from '#contract/constants'
import type { TypeFichier, UploadStatus } from '#contract/imports'

/** How soon after a death its traces must be gone, and its import shown as failed. */
export const SOON = { timeout: 45_000, interval: 250 }

/** Donations `from` to `to`, all of the same amount, as a file. */
export function dons(from: number, to: number, montant = '10'): string {
  let text = 'id;montant;date;contact\n'
  for (let id = from; id <= to; id++) text += `${id};${montant};2025-01-01;c${id % 9}\n`
  return text
}

/** The preview call's raw answer. */
export function preview(
  url: string,
  content: string,
  type: TypeFichier = 'donations',
): Promise<Response> {
  const body = new FormData()
  body.append(CHAMP_FICHIER[type], new Blob([content], { type: 'text/csv' }), `${type}.csv`)
  return fetch(`${url}/api/upload/${type}/preview`, { method: 'POST', body })
}

/** Stages a file; answers its fichier_id. */
export async function stage(url: string, content: string, type?: TypeFichier): Promise<string> {
  const answer = await preview(url, content, type)
  const body = (await answer.json()) as { fichier_id?: string; detail?: string }
  if (!body.fichier_id) throw new Error(body.detail)
  return body.fichier_id
}

/** Starts the import of a staged file. */
export const begin = (
  url: string,
  fichier_id: string,
  type: TypeFichier = 'donations',
  answers: { numeros_repris?: 'corrections' } = {},
): Promise<Response> =>
  fetch(`${url}/api/upload/${type}/upload`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fichier_id, ...answers }),
  })

export async function readStatus(url: string, id: string): Promise<UploadStatus> {
  const answer = await fetch(`${url}/api/upload/status/${id}`)
  return (await answer.json()) as UploadStatus
}

/** The status of an import once it is over. */
export async function settled(url: string, id: string): Promise<UploadStatus> {
  const over = async () => (await readStatus(url, id)).status
  await expect.poll(over, SOON).toMatch(/completed|error/)
  return readStatus(url, id)
}

/** Begins to post a file at this address and stops half way, the connection open. */
export function sendHalf(url: string) {
  const request = http.request(url, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 10_000_000,
      'sec-fetch-site': 'same-origin',
    },
  })
  const ended = once(request, 'error')
  request.write(
    '--b\r\ncontent-disposition: form-data; name="donations_file"; filename="d.csv"\r\ncontent-type: text/csv\r\n\r\n',
  )
  request.write(dons(1, 20_000))
  return { request, ended }
}
