import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import { attribute, findAll } from '../support/html'
import { ECRANS } from '../support/plan'

const { ouvrir } = partagee()

/** Bytes of a page as it is, and as it travels. */
const WHOLE = 350_000
const COMPRESSED = 60_000

test.each(ECRANS)('$path est léger, et n’envoie chaque dessin qu’une fois', async ({ path }) => {
  const { document, html } = await ouvrir(path)
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(WHOLE)
  expect(gzipSync(html).length).toBeLessThanOrEqual(COMPRESSED)

  const data = findAll(document, 'script')
    .map(({ children: [text] }) => (text && 'data' in text ? text.data : ''))
    .join('')
  expect(data).toContain('__remixContext')
  expect(data).not.toContain('<svg')
  const names = findAll(document, 'svg[data-dessin]').map((svg) => attribute(svg, 'data-dessin'))
  for (const name of names) expect(data).toContain(`dessin:${name}`)
})
