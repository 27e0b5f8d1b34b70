/** Validates a form's path within this application, against open redirects; otherwise returns `otherwise`. */
export function ownPath(value: unknown, otherwise: string): string {
  const base = 'http://localhost'
  if (typeof value !== 'string' || !URL.canParse(value, base)) return otherwise
  const url = new URL(value, base)
  return url.origin === base ? url.pathname.replace(/^\/+/, '/') + url.search : otherwise
}
