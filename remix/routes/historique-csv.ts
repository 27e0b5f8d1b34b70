import type { LoaderFunctionArgs } from '@remix-run/node'
import { HISTORIQUE_CSV } from '#contract/exclusions.ts'
import { download, isRefusal } from '../service.server'

/** The event log as CSV, with the screen's filters, passed on from the service as it comes. */
export async function loader({ request }: LoaderFunctionArgs) {
  try {
    const { body, headers } = await download(HISTORIQUE_CSV + new URL(request.url).search, request)
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
