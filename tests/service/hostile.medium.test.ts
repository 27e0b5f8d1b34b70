import { afterAll, expect, test } from 'vitest'
import { runService, runWeb } from '../support/application'
import { createCluster, settingsOf } from '../support/cluster'
import { contactsOf, donationsOf, HOSTILE } from '../support/hostile'

const CANARY = 'CANARI-7f3a9c'
const VALUES = [...HOSTILE, CANARY]
const SCREENS = [
  '/dashboard',
  '/upload?onglet=donations',
  '/montant',
  '/nouveaux',
  '/actifs',
  '/donateurs',
  '/donations?details=1',
  '/donations/historique',
  '/campagnes',
]

const cluster = await createCluster()
const service = await runService(settingsOf(cluster))
const web = await runWeb(service.url)
afterAll(async () => {
  await web.stop()
  await service.stop()
  await cluster.remove()
})

async function importFile(type: 'donateurs' | 'donations', field: string, csv: string) {
  const body = new FormData()
  body.append(field, new Blob([csv], { type: 'text/csv' }), `${type}.csv`)
  const started = await fetch(`${service.url}/api/upload/${type}/upload`, { method: 'POST', body })
  const { upload_id } = (await started.json()) as { upload_id: string }
  const status = async () => {
    const answer = await fetch(`${service.url}/api/upload/status/${upload_id}`)
    return ((await answer.json()) as { status: string }).status
  }
  await expect.poll(status, { timeout: 30_000 }).toBe('completed')
}

const text = async (url: string) => (await fetch(url)).text()

test('un fichier malveillant reste du texte sur chaque écran, dans chaque export, et hors du journal', async () => {
  await importFile('donateurs', 'contacts_file', contactsOf(VALUES))
  const bad = `9;${CANARY};abc;2024-01-01;H7;${CANARY};;;\n`
  await importFile('donations', 'donations_file', donationsOf(VALUES) + bad)
  for (const [at, raison] of VALUES.entries())
    await fetch(`${service.url}/api/exclusions/exclure`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contact_id: `H${at % 3}`, raison }),
    })
  await fetch(`${service.url}/api/analytics/refresh-views`, { method: 'POST' })

  let seen = ''
  for (const screen of SCREENS) {
    const answer = await fetch(`${web.url}${screen}`)
    const html = await answer.text()
    expect(answer.status, screen).toBe(200)
    expect(html, screen).not.toMatch(/<script>alert|<img src=x|<svg onload|<\/title><svg/)
    expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self' 'nonce-/)
    seen += html
  }
  expect(seen).toContain('&lt;script&gt;alert(1)')

  const pages = [...new Set([...seen.matchAll(/href="([^"]*(?:csv|telechargements)[^"]*)"/g)])]
  const exports = [...new Set(pages.map(([, href = '']) => href.replaceAll('&amp;', '&')))]
  expect(exports.length).toBeGreaterThan(3)
  for (const href of exports) {
    const answer = await fetch(new URL(href, web.url))
    expect(answer.status, href).toBe(200)
    expect(answer.headers.get('content-type'), href).toMatch(/^text\/csv/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text(), href).not.toMatch(/(^|;)"?=HYPERLINK/m)
  }

  expect(await text(`${web.url}/donations?details=1`)).toContain(CANARY)
  for (const output of [service.output(), web.output()]) {
    expect(output).not.toContain(CANARY)
    expect(output).toContain('"msg":"réponse"')
  }
}, 180_000)
