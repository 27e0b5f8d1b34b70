import { refused } from './refused.server'
import { download, isRefusal } from './service.server'

/** A CSV file of the service, passed on as it comes; a refusal is its sentence as plain text. */
export async function passOnCsv(path: string, request: Request): Promise<Response> {
  try {
    const { body, headers } = await download(path, request)
    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': headers.get('content-disposition') ?? 'attachment',
        'Cache-Control': 'no-store',
      },
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refused(error.message, error.status)
  }
}
