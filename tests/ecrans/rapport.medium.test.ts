import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CLASSEURS } from '../../remix/tables/downloads.server'
import { definitions } from '../../service/contract/definitions'
import { chaine } from '../../service/contract/exclusions'
import { fraicheur } from '../../service/contract/rafraichissement'
import { lireClasseur } from '../support/classeur'
import { partagee } from '../support/ecrans'
import {
  attribute,
  type Document,
  find,
  findAll,
  listByRole,
  parseHtml,
  textOf,
  wordsOf,
} from '../support/html'
import { validate } from '../support/validation'

const { ouvrir, demander, poster, serviceUrl, url } = partagee()
const vide = partagee('vide')

const ANNEE = '2020'
const ATTENTE = { timeout: 120_000, interval: 200 }

const rapport = (annee = ANNEE) => ouvrir(`/dashboard/rapport?annee=${annee}`)

const sceauDe = (document: Document) => {
  const faits = findAll(document, '.report-seal dt').map((dt) => textOf(dt))
  const valeurs = findAll(document, '.report-seal dd').map((dd) => textOf(dd))
  return new Map(faits.map((fait, at) => [fait, valeurs[at]]))
}

const fichiersDe = (document: Document) =>
  /^cat (.*) \| sha256sum$/.exec(textOf(find(document, '.report-command')))?.[1]?.split(' ') ?? []

async function sha256De(adresses: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const adresse of adresses)
    hash.update(Buffer.from(await (await demander(adresse)).arrayBuffer()))
  return hash.digest('hex')
}

test('l’empreinte est celle des fichiers CSV de ses tableaux, mis bout à bout', async () => {
  // The first refresh of a service starts by itself, and may end between two answers.
  await vi.waitFor(async () => {
    const { document } = await rapport()
    const adresses = findAll(document, '.table-menu a[download]').map(
      (lien) => attribute(lien, 'href') ?? '',
    )
    const noms: string[] = []
    for (const adresse of adresses) {
      const disposition = (await demander(adresse)).headers.get('content-disposition') ?? ''
      noms.push(/filename="(.+)"/.exec(disposition)?.[1] ?? '')
    }
    const fichiers = fichiersDe(document)
    expect(fichiers.length).toBeGreaterThan(10)
    expect([...noms].sort()).toEqual([...fichiers].sort())
    const ordonnees = fichiers.map((nom) => adresses[noms.indexOf(nom)] ?? '')
    expect(sceauDe(document).get('Empreinte des chiffres')).toBe(await sha256De(ordonnees))
  }, ATTENTE)
})

test('dit de quand sont les chiffres, et où en est le journal des exclusions', async () => {
  await vi.waitFor(async () => {
    const { document } = await rapport()
    const fresh = fraicheur.answer.parse(await (await fetch(serviceUrl + fraicheur.path)).json())
    const chain = chaine.answer.parse(await (await fetch(serviceUrl + chaine.path)).json())
    const sceau = sceauDe(document)
    const day = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', year: 'numeric' })
    expect(sceau.get('Chiffres calculés le')).toContain(
      day.format(new Date(fresh.calcule_le ?? Number.NaN)),
    )
    expect(sceau.get('Journal des exclusions')).toBe('aucun événement')
    expect({ evenements: chain.evenements, empreinte: chain.empreinte }).toEqual({
      evenements: 0,
      empreinte: null,
    })
    const { concordants = NaN, total = NaN } = fresh.controles ?? {}
    expect(wordsOf(find(document, '.chapter .report-facts'))).toContain(
      `${concordants} contrôles sur ${total} concordants`,
    )
  }, ATTENTE)
})

test('définit chaque chiffre montré, avec les nombres de l’année', async () => {
  const { document } = await rapport()
  const shown = new Set(
    findAll(document, 'main .how, main .how-mark').map((link) =>
      new URL(attribute(link, 'href') ?? '', url).hash.slice(1),
    ),
  )
  const answer = await fetch(serviceUrl + definitions.path.replace(':annee', ANNEE))
  const all = definitions.answer
    .parse(await answer.json())
    .sections.flatMap((section) => section.definitions)
  const titles = findAll(document, '.report-rule h3').map(textOf)
  for (const { code, titre } of all.filter(({ code: one }) => shown.has(one)))
    expect(titles, code).toContain(titre)
  expect(shown.size).toBeGreaterThan(10)
})

test('d’une année passée, rien n’est plus récent qu’elle', async () => {
  const { document } = await rapport()
  const years = findAll(document, '.report tbody th')
    .map(textOf)
    .filter((name) => /^\d{4}$/.test(name))
    .map(Number)
  expect(Math.max(...years)).toBe(Number(ANNEE))
})

test('une année close n’a pas de prévision', async () => {
  const { document } = await rapport()
  expect(wordsOf(find(document, '.report'))).not.toMatch(/Prévision|Tendance linéaire/)
})

describe('Le rapport comme fichier', () => {
  const adresse = `/telechargement/rapport?annee=${ANNEE}`

  test('ne demande rien à personne, et a les mêmes chiffres que l’écran', async () => {
    const answer = await demander(adresse)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="rapport-${ANNEE}.html"`,
    )
    const html = await answer.text()
    const file = parseHtml(html)
    for (const name of ['href', 'src', 'srcset', 'action'])
      expect(findAll(file, `[${name}]`), name).toEqual([])
    expect(findAll(file, 'script, link, a, form')).toEqual([])
    expect(html).not.toMatch(/url\((?!data:)/)
    expect(await validate(html)).toEqual([])
    const { document } = await rapport()
    const cells = (page: Document) => findAll(page, '.report :is(th, td)').map(wordsOf)
    expect(cells(file)).toEqual(cells(document))
    expect(findAll(file, 'svg').length).toBe(findAll(document, '.report svg').length)
  })

  test.each([
    ['?annee=1951', 404, /^Aucun don enregistré en 1951\. Années connues\s: 2\d{3}, /],
    ['?annee=jamais', 422, /année/i],
  ])('%s est refusé par une phrase', async (query, status, phrase) => {
    const answer = await demander(`/telechargement/rapport${query}`)
    expect(answer.status).toBe(status)
    expect(await answer.text()).toMatch(phrase)
  })

  test('un formulaire n’y mène pas, et une base vide n’en a pas', async () => {
    expect((await poster(adresse, {})).status).toBe(405)
    expect((await vide.demander(adresse)).status).toBe(404)
  })
})

describe('npm run rapport', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'rapport-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const lancer = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile('node', ['build/service/rapport.js', ...args], (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      )
    })
  const NOMS = Object.keys(CLASSEURS).map((ecran) => `classeur-${ecran}-${ANNEE}.xlsx`)

  test('écrit le rapport et les classeurs de l’année, à la place des anciens', async () => {
    const html = path.join(folder, `rapport-${ANNEE}.html`)
    await writeFile(html, 'ancien')
    const { code, out, err } = await lancer('--annee', ANNEE, '--dossier', folder, '--adresse', url)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const names = [`rapport-${ANNEE}.html`, ...NOMS]
    expect((await readdir(folder)).sort()).toEqual([...names].sort())
    expect(out.trimEnd().split('\n')).toEqual(names.map((name) => path.join(folder, name)))
    const page = parseHtml(await readFile(html, 'utf8'))
    expect(listByRole(page, 'heading', `Rapport de l’année ${ANNEE}`)).toHaveLength(1)
    for (const name of NOMS) {
      expect(lireClasseur(await readFile(path.join(folder, name))).length).toBeGreaterThan(1)
      expect((await stat(path.join(folder, name))).mode & 0o002, name).toBe(0)
    }
  })

  test.each([
    ['une année inconnue', ['--annee', '1951'], 2, /Aucun don enregistré en 1951\./],
    ['une année qui n’en est pas une', ['--annee', 'hier'], 2, /Indiquez une année/],
    ['une option inconnue', ['--anee', '2020'], 2, /ne se lit pas\. Usage/],
    [
      'une application absente',
      ['--annee', ANNEE, '--adresse', 'http://127.0.0.1:9'],
      1,
      /ne répond pas à http:\/\/127\.0\.0\.1:9\./,
    ],
    [
      'un autre programme à cette adresse',
      ['--annee', ANNEE, '--adresse', serviceUrl],
      1,
      /n’a pas donné le fichier \(réponse 404\)/,
    ],
    [
      'un dossier qui n’en est pas un',
      ['--annee', ANNEE, '--dossier', 'package.json'],
      3,
      /package\.json ne peut pas être écrit.*ce n’est pas un dossier/,
    ],
  ])('%s : une phrase, et rien de changé', async (_, args, attendu, phrase) => {
    const avant = await readdir(folder)
    const { code, out, err } = await lancer('--dossier', folder, '--adresse', url, ...args)
    expect({ code, out }).toEqual({ code: attendu, out: '' })
    expect(err).toMatch(/^Le rapport n’est pas écrit\. /)
    expect(err).toMatch(phrase)
    expect(await readdir(folder)).toEqual(avant)
  })
})
