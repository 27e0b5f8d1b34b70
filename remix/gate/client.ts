import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyaddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import { forwardedScheme } from '#edge/hosts'

/** Sender of a request and host it was sent to, as far as they can be trusted. */
export interface Client {
  address: string
  host: string | undefined
  /** That of its pages; undefined where a proxy does not tell. */
  scheme: string | undefined
  /** Whether it came through a trusted proxy. */
  proxied: boolean
  identity: string | undefined
}

export interface Proxies {
  trust: (address: string) => boolean
  /** Header in which a trusted proxy names the user, if configured. */
  identityHeader: string | undefined
}

/** Longer than any address with zone and port. */
const LONGEST_HOP = 100

/** Parses a hop as written by sockets and proxies: `::ffff:192.0.2.7`, `192.0.2.7:51234`, `[2001:db8::7]:443`. */
function readAddress(hop: string | undefined): string | undefined {
  const text = hop?.trim() ?? ''
  if (text.length > LONGEST_HOP) return undefined
  const [, inBrackets, withPort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const address = inBrackets ?? withPort ?? text
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/** The unit of rate limiting: an IPv6 client owns its whole /64. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}

/** Compiles IP addresses and networks such as `10.0.0.0/8` into a predicate. Throws on anything else. */
export function readProxies(items: string[]): (address: string) => boolean {
  const networks = items.map((item) => {
    try {
      // The library would accept names of whole network families.
      if (isIP(item.split('/')[0] ?? '') === 0) throw new Error('no address')
      return proxyaddr.compile(item)
    } catch (cause) {
      throw new Error(`« ${item} » n’est ni une adresse IP ni un réseau`, { cause })
    }
  })
  return (address) => networks.some((trust) => trust(address, 0))
}

const headerOf = (request: IncomingMessage, name: string): string | undefined =>
  request.headers[name]?.toString()

/**
 * The nearest hop that is not one of our proxies: anything further left in the header may be forged. If that hop is not
 * an address, returns the proxy that wrote it.
 */
function findAddress(trust: Proxies['trust'], request: IncomingMessage, peer: string): string {
  let nearest = peer
  const client = proxyaddr(request, (hop) => {
    const address = readAddress(hop)
    if (address === undefined || !trust(address)) return false
    nearest = address
    return true
  })
  return readAddress(client) ?? nearest
}

/** Proxies append their host or replace the list: the last entry is the nearest one's. */
const lastOf = (list: string | undefined): string | undefined => list?.split(',').pop()?.trim()

/** Header values arrive as Latin-1; proxies write names in UTF-8. */
function decodeIdentity(value: string | undefined): string | undefined {
  const name = value && Buffer.from(value, 'latin1').toString('utf8').trim().slice(0, 200)
  return name ? name : undefined
}

export function readClient(proxies: Proxies, request: IncomingMessage): Client {
  const peer = readAddress(request.socket.remoteAddress) ?? ''
  const scheme = forwardedScheme(headerOf(request, 'x-forwarded-proto'))
  if (!proxies.trust(peer))
    return {
      address: peer,
      host: headerOf(request, 'host'),
      scheme: scheme ?? 'http',
      proxied: false,
      identity: undefined,
    }
  return {
    address: findAddress(proxies.trust, request, peer),
    host: lastOf(headerOf(request, 'x-forwarded-host')) || headerOf(request, 'host'),
    scheme,
    proxied: true,
    identity: proxies.identityHeader && decodeIdentity(headerOf(request, proxies.identityHeader)),
  }
}
