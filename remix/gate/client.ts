import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyaddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Who sent a request, and under which host name, as far as we may believe it. */
export interface Client {
  address: string
  host: string | undefined
  /** Whether the request came through a proxy that we trust. */
  proxied: boolean
  identity: string | undefined
}

export interface Proxies {
  trust: (address: string) => boolean
  /** The header in which a trusted proxy names the person, if it does. */
  identityHeader: string | undefined
}

/** Longer than any address with its zone and port. */
const LONGEST_HOP = 100

/** The address of a hop, as sockets and proxies write them: `::ffff:192.0.2.7`, `192.0.2.7:51234`, `[2001:db8::7]:443`. */
function readAddress(hop: string | undefined): string | undefined {
  const text = hop?.trim() ?? ''
  if (text.length > LONGEST_HOP) return undefined
  const [, inBrackets, withPort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const address = inBrackets ?? withPort ?? text
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/** What counts as one client: who has one IPv6 address has the 2^64 beside it. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}

/** Whether an address is one of `items`: IP addresses and networks such as `10.0.0.0/8`. Throws on anything else. */
export function readProxies(items: string[]): (address: string) => boolean {
  const networks = items.map((item) => {
    try {
      // By their names the library would take whole families of networks.
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
 * The nearest hop that is no proxy of ours: anybody may have written what is further left in the header. If that hop
 * is no address, returns the proxy that wrote it.
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

/** Every proxy adds its host at the end or replaces all of them: the last is what the nearest one wrote. */
const lastOf = (list: string | undefined): string | undefined => list?.split(',').pop()?.trim()

/** Header values arrive as Latin-1; proxies write names in UTF-8. */
function decodeIdentity(value: string | undefined): string | undefined {
  const name = value && Buffer.from(value, 'latin1').toString('utf8').trim().slice(0, 200)
  return name ? name : undefined
}

export function readClient(proxies: Proxies, request: IncomingMessage): Client {
  const peer = readAddress(request.socket.remoteAddress) ?? ''
  if (!proxies.trust(peer))
    return {
      address: peer,
      host: headerOf(request, 'host'),
      proxied: false,
      identity: undefined,
    }
  return {
    address: findAddress(proxies.trust, request, peer),
    host: lastOf(headerOf(request, 'x-forwarded-host')) || headerOf(request, 'host'),
    proxied: true,
    identity: proxies.identityHeader && decodeIdentity(headerOf(request, proxies.identityHeader)),
  }
}
