/** A name, an IPv4 address or an IPv6 address in brackets, and a port: no user, no path, no blank. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i
const ADDRESS = /^(?:\[.*\]|\d+(?:\.\d+){3})$/
const LONGEST = 300

const urlOf = (host: string): URL | undefined =>
  host.length <= LONGEST && HOST.test(host) && URL.canParse(`http://${host}`)
    ? new URL(`http://${host}`)
    : undefined

/** The name or address in a Host header, without its port and as URLs write it; undefined where it is none. */
export const hostNameOf = (host: string): string | undefined => urlOf(host)?.hostname

/** Whether a name, as `hostNameOf` gives it, is an IP address: nobody can point that elsewhere, as a name can be. */
export const isAddress = (name: string): boolean => ADDRESS.test(name)

/** Whether an Origin header names the page's own server: the one that was called under `host`. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  const own = host === undefined ? undefined : urlOf(host)
  if (own === undefined || !/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false
  return new URL(origin).host === own.host
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/** What a request asks for, and of whom. */
interface Asked {
  url?: string | undefined
  headers: { host?: string | undefined }
}

/** Takes an address that names its server, as HTTP allows it, for the path on that server: its name is then the host. */
export function readAbsoluteAddress(request: Asked): void {
  const [start, host] = ABSOLUTE.exec(request.url ?? '') ?? []
  if (start === undefined || host === undefined) return
  const path = (request.url ?? '').slice(start.length)
  request.url = path.startsWith('/') ? path : `/${path}`
  request.headers.host = host
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

/** Whether only programs of this machine reach what listens on `host`. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** Where a program on `host` and `port` is reached; an IPv6 address needs brackets there. */
export const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
