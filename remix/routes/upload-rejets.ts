import type { LoaderFunctionArgs } from '@remix-run/node'
import { rejetsPath } from '#contract/imports.ts'
import { download, isRefusal } from '../service.server'

/** The rejected rows of a file as CSV, passed on from the service as they come. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const id = params['fichier']?.replace(/\.csv$/, '') ?? ''
  try {
    const { body, headers } = await download(rejetsPath(id), request)
    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': headers.get('content-disposition') ?? 'attachment',
        'Cache-Control': 'no-store',
      },
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
    return new Response(error.message, { status: error.status, headers })
  }
}
