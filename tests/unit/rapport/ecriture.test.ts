import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EXIT } from '../../../service/programs/rapport/failure'
import { writeRapport } from '../../../service/programs/rapport/write'
import { testIf } from '../../support/test-if'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const LINK = ['dashboard', 'montant']
  .map((ecran) => `</telechargement/classeur?ecran=${ecran}&annee=2025>; rel="related"`)
  .join(', ')

let folder = ''
let server: Server | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'rapport-'))
  writeFileSync(path.join(folder, 'rapport-2025.html'), 'ancien')
})
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An application that gives its report, and workbooks as told. */
async function serve(workbook: RequestListener, signal = new AbortController().signal) {
  const started = createServer((request, response) => {
    if (request.url?.startsWith('/telechargement/classeur')) workbook(request, response)
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', link: LINK })
        .end('nouveau')
  })
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  const { port } = started.address() as AddressInfo
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
  await vi.waitFor(() => expect(waiting).toHaveBeenCalled(), { timeout: 60_000 })
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

const gives: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': XLSX }).end('classeur')
}

/** A folder of 256 KiB; undefined where this user may not mount one. */
function mountSmall(): string | undefined {
  const small = mkdtempSync(path.join(os.tmpdir(), 'plein-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', small], { stdio: 'ignore' })
    return small
  } catch {
    rmSync(small, { recursive: true })
    return undefined
  }
}
const small = mountSmall()

describe('[D] Un dossier hostile', () => {
  test('qui est un lien est refusé : rien ne s’écrit où il mène', async () => {
    const link = `${folder}-lien`
    symlinkSync(folder, link)
    try {
      const written = writeRapport(await serve(gives), { annee: 2025, folder: link })
      await expect(written).rejects.toMatchObject({
        exit: EXIT.folder,
        message: expect.stringMatching(/est un lien/),
      })
      expect(contents()).toEqual({ 'rapport-2025.html': 'ancien' })
    } finally {
      rmSync(link)
    }
  })

  test.each(['vers un fichier', 'vers rien'])(
    'où un fichier est un lien %s : le lien est remplacé, et ce qu’il désigne reste',
    async (sort) => {
      const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'ailleurs-'))
      const file = path.join(elsewhere, 'important')
      try {
        if (sort === 'vers un fichier') writeFileSync(file, 'précieux')
        rmSync(path.join(folder, 'rapport-2025.html'))
        symlinkSync(file, path.join(folder, 'rapport-2025.html'))
        await write(await serve(gives))
        expect(lstatSync(path.join(folder, 'rapport-2025.html')).isSymbolicLink()).toBe(false)
        expect(contents()['rapport-2025.html']).toBe('nouveau')
        expect(readdirSync(elsewhere)).toEqual(sort === 'vers un fichier' ? ['important'] : [])
        if (sort === 'vers un fichier') expect(readFileSync(file, 'utf8')).toBe('précieux')
      } finally {
        rmSync(elsewhere, { recursive: true })
      }
    },
  )

  test('où un dossier porte le nom du dernier fichier : aucun des autres n’est remplacé', async () => {
    mkdirSync(path.join(folder, 'classeur-montant-2025.xlsx'))
    await expect(write(await serve(gives))).rejects.toMatchObject({
      exit: EXIT.folder,
      message: expect.stringMatching(/un dossier y porte le nom/),
    })
    expect(readdirSync(folder).sort()).toEqual(['classeur-montant-2025.xlsx', 'rapport-2025.html'])
    expect(readFileSync(path.join(folder, 'rapport-2025.html'), 'utf8')).toBe('ancien')
  })

  test('qui est un fichier, ou un lien vers rien, se dit en une phrase', async () => {
    const file = path.join(folder, 'rapport-2025.html')
    const dangling = path.join(folder, 'nulle-part')
    symlinkSync(path.join(folder, 'absent'), dangling)
    const application = await serve(gives)
    for (const place of [file, path.join(file, 'dessous'), dangling])
      await expect(writeRapport(application, { annee: 2025, folder: place })).rejects.toMatchObject(
        {
          exit: EXIT.folder,
          message: expect.stringMatching(/ce n’est pas un dossier|est un lien/),
        },
      )
    expect(readFileSync(file, 'utf8')).toBe('ancien')
    expect(existsSync(path.join(folder, 'absent'))).toBe(false)
  })

  testIf(small !== undefined, 'il faut pouvoir monter un disque')(
    'sur un disque plein, reste comme il était',
    async () => {
      if (small === undefined) return
      try {
        const big: RequestListener = (_request, response) => {
          response.writeHead(200, { 'content-type': XLSX }).end(Buffer.alloc(1024 * 1024))
        }
        const written = writeRapport(await serve(big), { annee: 2025, folder: small })
        await expect(written).rejects.toMatchObject({
          exit: EXIT.folder,
          message: expect.stringMatching(/disque est plein/),
        })
        expect(readdirSync(small)).toEqual([])
      } finally {
        execFileSync('umount', [small])
        rmSync(small, { recursive: true })
      }
    },
  )

  test('dont le nom a un retour à la ligne est refusé par la commande', () => {
    const ran = spawnSync(
      process.execPath,
      ['build/service/rapport.js', '--annee', '2025', '--dossier', `${folder}/a\nb`],
      { encoding: 'utf8' },
    )
    expect(ran.status).toBe(EXIT.asked)
    expect(ran.stderr).toMatch(/retour à la ligne/)
    expect(readdirSync(folder)).toEqual(['rapport-2025.html'])
  })
})
