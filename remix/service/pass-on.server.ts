import type { CsvEndpoint } from '#contract/endpoint'
import { refusedAsText } from './refused.server'
import { download, type FileInputOf } from './service.server'

/** Passes the length on, so that a truncated file is detected whatever lies in between. */
const lengthOf = (headers: Headers): Record<string, string> => {
  const length = headers.get('content-length')
  return length === null ? {} : { 'Content-Length': length }
}

/** Streams a file of the service to the browser; a refusal becomes plain text. */
export const passOnFile = <E extends CsvEndpoint>(
  endpoint: E,
  input: FileInputOf<E>,
  request: Request,
): Promise<Response> =>
  download(endpoint, input, request).then(
    ({ body, headers }) =>
      new Response(body, {
        headers: {
          'Content-Type': headers.get('content-type') ?? 'application/octet-stream',
          'Content-Disposition': headers.get('content-disposition') ?? 'attachment',
          'Cache-Control': 'no-store',
          ...lengthOf(headers),
        },
      }),
    refusedAsText,
  )
