import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EXIT } from '../../../service/rapport/failure'
import { writeRapport } from '../../../service/rapport/write'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const LINK = ['dashboard', 'montant']
  .map((ecran) => `</telechargement/classeur?ecran=${ecran}&annee=2025>; rel="related"`)
  .join(', ')

let folder = ''
let server: Server
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'rapport-'))
  writeFileSync(path.join(folder, 'rapport-2025.html'), 'ancien')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An application that gives its report, and workbooks as told. */
async function serve(workbook: RequestListener, signal = new AbortController().signal) {
  server = createServer((request, response) => {
    if (request.url?.startsWith('/telechargement/classeur')) workbook(request, response)
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', link: LINK })
        .end('nouveau')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const headers = { 'x-forwarded-user': 'rapport' }
  return { address: new URL(`http://127.0.0.1:${port}`), headers, signal }
}

const contents = () =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  )

const write = (application: Awaited<ReturnType<typeof serve>>) =>
  writeRapport(application, { annee: 2025, folder })

test('le rapport et ses classeurs remplacent les anciens, sous le nom que dit la demande', async () => {
  const named: unknown[] = []
  const application = await serve((request, response) => {
    named.push(request.headers['x-forwarded-user'])
    response.writeHead(200, { 'content-type': XLSX }).end(request.url)
  })
  await write(application)
  expect(contents()).toEqual({
    'rapport-2025.html': 'nouveau',
    'classeur-dashboard-2025.xlsx': '/telechargement/classeur?ecran=dashboard&annee=2025',
    'classeur-montant-2025.xlsx': '/telechargement/classeur?ecran=montant&annee=2025',
  })
  expect(named).toEqual(['rapport', 'rapport'])
})

test('un fichier coupé en route ne change rien au dossier', async () => {
  const application = await serve((_, response) => {
    response.writeHead(200, { 'content-type': XLSX, 'content-length': '1000' })
    response.write('moitié', () => response.destroy())
  })
  await expect(write(application)).rejects.toMatchObject({
    exit: EXIT.refused,
    message: expect.stringMatching(/^L’application s’est arrêtée au milieu d’un fichier/),
  })
  expect(contents()).toEqual({ 'rapport-2025.html': 'ancien' })
})

test('une commande interrompue ne laisse rien derrière elle', async () => {
  const stop = new AbortController()
  const waiting = vi.fn<RequestListener>()
  const written = write(await serve(waiting, stop.signal))
  const refused = expect(written).rejects.toMatchObject({
    exit: EXIT.refused,
    message: expect.stringMatching(/^La commande a été interrompue/),
  })
  await vi.waitFor(() => expect(waiting).toHaveBeenCalled())
  stop.abort()
  await refused
  expect(contents()).toEqual({ 'rapport-2025.html': 'ancien' })
})

test('une page de connexion n’est pas un classeur', async () => {
  const application = await serve((_, response) => {
    response.writeHead(302, { location: '/connexion' }).end()
  })
  await expect(write(application)).rejects.toThrow(/\(réponse 302\).*sans se connecter\.$/)
  expect(contents()).toEqual({ 'rapport-2025.html': 'ancien' })
})
