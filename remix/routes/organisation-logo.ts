import { logoSvg } from '../organisation/organisation.server'
import { readOnly, refused } from '../service/refused.server'

/** The organisation's logo; opened by itself it runs nothing either. */
export function loader(): Response {
  const svg = logoSvg()
  if (svg === null) return refused('Aucun logo n’est réglé\u00A0: voir ORGANISATION_LOGO.', 404)
  return new Response(svg, {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=300',
    },
  })
}

export const action = readOnly
