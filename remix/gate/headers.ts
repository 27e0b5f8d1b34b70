import type { ServerResponse } from 'node:http'

/** What every answer carries, unless what made it knows better: documents bring their own policy with its nonce. */
const ALWAYS: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // `no-referrer` would make Chromium send `Origin: null` with every form.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
}

/** Completes the headers of an answer in the moment they are sent, and never replaces one that is set. */
export function completeHeaders(response: ServerResponse, own: Record<string, string>): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = ((...args: unknown[]) => {
    const given = args.find((arg) => typeof arg === 'object') as object | undefined
    const names = new Set(Object.keys(given ?? {}).map((name) => name.toLowerCase()))
    for (const [name, value] of Object.entries({ ...ALWAYS, ...own }))
      if (!names.has(name) && !response.hasHeader(name)) response.setHeader(name, value)
    return writeHead(...args)
  }) as typeof response.writeHead
}
