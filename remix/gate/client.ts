import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

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
  /** The header in which a trusted proxy names the person, where it does. */
  identityHeader: string | undefined
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Whether an address is one of `items`: IP addresses and networks such as `10.0.0.0/8`. Throws on anything else. */
export function readProxies(items: string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const item of items) {
    const [address = '', prefix] = item.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    try {
      if (prefix === undefined) list.addAddress(address, family)
      else list.addSubnet(address, Number(prefix), family)
    } catch (cause) {
      throw new Error(`« ${item} » n’est ni une adresse IP ni un réseau`, { cause })
    }
  }
  return (address) =>
    isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

const headerOf = (request: IncomingMessage, name: string): string | undefined =>
  request.headers[name]?.toString()

/** The nearest address that is no proxy of ours: what stands further left in the header, anybody may have written. */
function findAddress(trust: Proxies['trust'], peer: string, forwarded: string): string {
  const hops = [...forwarded.split(',').map((hop) => plain(hop.trim())), peer].reverse()
  return hops.find((hop) => !trust(hop) && isIP(hop) !== 0) ?? peer
}

/** Header values arrive as Latin-1; proxies write names in UTF-8. */
function decodeIdentity(value: string | undefined): string | undefined {
  const name = value && Buffer.from(value, 'latin1').toString('utf8').trim().slice(0, 200)
  return name ? name : undefined
}

export function readClient(proxies: Proxies, request: IncomingMessage): Client {
  const peer = plain(request.socket.remoteAddress ?? '')
  if (!proxies.trust(peer))
    return {
      address: peer,
      host: headerOf(request, 'host'),
      proxied: false,
      identity: undefined,
    }
  return {
    address: findAddress(proxies.trust, peer, headerOf(request, 'x-forwarded-for') ?? ''),
    host: headerOf(request, 'x-forwarded-host') ?? headerOf(request, 'host'),
    proxied: true,
    identity: proxies.identityHeader && decodeIdentity(headerOf(request, proxies.identityHeader)),
  }
}
