import { createHash } from 'node:crypto'
import { createCookie, redirect, type TypedResponse } from '@remix-run/node'
import { z } from 'zod'
import type { Message } from '../ui/shell-data'

/** A message as stored in its cookie. */
const Stored = z.object({
  ton: z.enum(['succes', 'attention', 'erreur']),
  titre: z.string().optional(),
  texte: z.string(),
  champ: z.string().optional(),
  suite: z.object({ href: z.string(), texte: z.string() }).optional(),
})

/** One cookie per page, so that no other page of the same browser takes its message. */
function cookieOf(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const page = createHash('sha256').update(`${pathname}?${searchParams}`).digest('hex')
  const name = `message-${page.slice(0, 12)}`
  return createCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 60 })
}

/** Replies to a form: redirects to the page at `url`, which shows the message. */
export async function redirectWith(
  url: string,
  message: Message,
  cookies: readonly string[] = [],
): Promise<TypedResponse<never>> {
  const headers = new Headers()
  for (const cookie of [await cookieOf(url).serialize(message), ...cookies])
    headers.append('Set-Cookie', cookie)
  return redirect(url, { status: 303, headers })
}

/** Returns the message for this page, with the header that deletes it. */
export async function takeMessage(
  request: Request,
): Promise<{ message: Message | null; headers: HeadersInit }> {
  const cookie = cookieOf(request.url)
  const read = Stored.safeParse(await cookie.parse(request.headers.get('cookie')))
  if (!read.success) return { message: null, headers: {} }
  return {
    message: read.data,
    headers: { 'Set-Cookie': await cookie.serialize('', { maxAge: 0 }) },
  }
}
