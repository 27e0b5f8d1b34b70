import { gzipSync } from 'node:zlib'

export interface Weight {
  raw: number
  gzip: number
}

const weigh = (bodies: Buffer[]): Weight => ({
  raw: bodies.reduce((sum, body) => sum + body.length, 0),
  gzip: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0),
})

/** The style sheets and scripts that a page loads, each once. */
function filesOf(html: string, kind: 'css' | 'js'): string[] {
  const found = html.matchAll(new RegExp(`"(/assets/[^"\\\\]+\\.${kind})"`, 'g'))
  return [...new Set([...found].map(([, path = '']) => path))]
}

/** What a screen's HTML, style sheets and scripts weigh, as they are and compressed. */
export async function weighPage(
  base: string,
  path: string,
): Promise<{ html: Weight; css: Weight; js: Weight }> {
  const read = async (address: string) =>
    Buffer.from(await (await fetch(new URL(address, base))).arrayBuffer())
  const html = await read(path)
  const readAll = (kind: 'css' | 'js') => Promise.all(filesOf(html.toString(), kind).map(read))
  return { html: weigh([html]), css: weigh(await readAll('css')), js: weigh(await readAll('js')) }
}
