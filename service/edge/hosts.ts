/** A name, IPv4 address or bracketed IPv6 address, with an optional port; no user, path or blank. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i
const ADDRESS = /^(?:\[.*\]|\d+(?:\.\d+){3})$/
const LONGEST = 300

const urlOf = (host: string): URL | undefined =>
  host.length <= LONGEST && HOST.test(host) && URL.canParse(`http://${host}`)
    ? new URL(`http://${host}`)
    : undefined

/** The normalised name or address of a Host header, without port; undefined if invalid. */
export const hostNameOf = (host: string): string | undefined => urlOf(host)?.hostname

/** Whether a `hostNameOf` result is an IP address, which unlike a name cannot be rebound. */
export const isAddress = (name: string): boolean => ADDRESS.test(name)

/** The scheme that a page has, as the nearest proxy tells: no page of a browser can. */
export const forwardedScheme = (header: string | undefined): string | undefined =>
  header?.split(',').pop()?.trim().toLowerCase() || undefined

/** Whether an Origin is the page's own server, as called under `host` with that scheme, or either where it is not known. */
export function isOwnOrigin(
  origin: string,
  host: string | undefined,
  scheme: string | undefined,
): boolean {
  if (host === undefined || urlOf(host) === undefined || !URL.canParse(origin)) return false
  return ['http', 'https'].some(
    (one) =>
      (scheme ?? one) === one && new URL(`${one}://${host}`).origin === new URL(origin).origin,
  )
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/** The target of a request. */
interface Asked {
  url?: string | undefined
  rawHeaders?: string[]
  headers: { host?: string | undefined }
}

/**
 * Turns an absolute-form request target into a path, and its authority into the Host header. Several Host headers, of which
 * Node keeps the first and a proxy may mean another, become a name that nobody has.
 */
export function readAbsoluteAddress(request: Asked): void {
  const { rawHeaders = [] } = request
  const hosts = rawHeaders.filter((_, at) => /^host$/i.test(rawHeaders[at - 1] ?? '') && at % 2)
  if (hosts.length > 1) {
    request.headers.host = hosts.join(', ')
    return
  }
  const [start, host] = ABSOLUTE.exec(request.url ?? '') ?? []
  if (start === undefined || host === undefined) return
  const path = (request.url ?? '').slice(start.length)
  request.url = path.startsWith('/') ? path : `/${path}`
  request.headers.host = host
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

/** Whether `host` is only reachable from this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** Where this machine reaches who listens everywhere. */
const EVERYWHERE: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The URL of a program on `host` and `port` for one of this machine; brackets IPv6 addresses. */
export function addressOf(host: string, port: number): string {
  const name = EVERYWHERE[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
