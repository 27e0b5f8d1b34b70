/** A path of this application as a form sent it, never another site's address; `otherwise` where it is none. */
export function ownPath(value: unknown, otherwise: string): string {
  const base = 'http://localhost'
  if (typeof value !== 'string' || !URL.canParse(value, base)) return otherwise
  const url = new URL(value, base)
  return url.origin === base ? url.pathname.replace(/^\/+/, '/') + url.search : otherwise
}
