import { describe, expect, test, vi } from 'vitest'
import { version } from '../../package.json'
import { LAST_SHEET } from '../../remix/classeur/definitions.server'
import { CLASSEURS } from '../../remix/tables/downloads.server'
import { definitions } from '../../service/contract/definitions'
import { fraicheur } from '../../service/contract/rafraichissement'
import { ligneDe, lireClasseur } from '../support/classeur'
import { partagee } from '../support/ecrans'
import { faitsDe, feuilleDe, lignesDe, montre, reglesDe } from '../support/feuilles'
import { attribute, type Document, find, findAll, listByRole } from '../support/html'
import { ECRANS as ADRESSES } from '../support/plan'
import { ouvrirDansLibreOffice, SANS_LIBREOFFICE, sansLibreOffice } from '../support/soffice'
import { ECRANS_SOMMES, sommesDe } from '../support/sommes/index'
import { cellsOf } from '../support/tableur'
import { testIf } from '../support/test-if'
import { lienDe } from '../support/visite'

const { ouvrir, demander, poster, serviceUrl } = partagee()
const vide = partagee('vide')

const ATTENTE = { timeout: 120_000, interval: 200 }

const LIEN = 'Classeur (.xlsx)'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const CHOIX = { axe: 'origine', mesure: 'montant' }
/** What a crossing shows beside itself. */
const COMPARE = { parts: 'lignes', avec: '2024' }

const cheminDe = (ecran: string) =>
  ADRESSES.find(({ path }) => path.split('/').at(-1) === ecran)?.path ?? ''

const adresse = (ecran: string, annee: string): string =>
  `${cheminDe(ecran)}?${new URLSearchParams({ annee, ...CHOIX, ...COMPARE })}`

const { document: dashboard } = await ouvrir('/dashboard')
const ANNEES = findAll(dashboard, '#annee option').map((option) => attribute(option, 'value') ?? '')
const [EN_COURS = '', PRECEDENTE = ''] = ANNEES

async function telecharger(href: string): Promise<Buffer> {
  const answer = await demander(href)
  expect(answer.status, href).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

async function lire(ecran: string, annee: string) {
  const { document } = await ouvrir(adresse(ecran, annee))
  const href = lienDe(find(document, 'main'), LIEN)
  return { document, href, feuilles: lireClasseur(await telecharger(href)) }
}

const lus = new Map<string, ReturnType<typeof lire>>()

/** The link of a screen, and what it leads to; read once. */
function suivre(ecran: string, annee: string): ReturnType<typeof lire> {
  const nom = `${ecran} ${annee}`
  const lu = lus.get(nom) ?? lire(ecran, annee)
  lus.set(nom, lu)
  return lu
}

/** The tables that a screen has files of. */
const tableauxDe = (document: Document): string[] =>
  findAll(document, '.table-menu a[download]').map(
    (lien) => /telechargements\/([\w-]+)\.csv/.exec(attribute(lien, 'href') ?? '')?.[1] ?? '',
  )

const PROJECTIONS = 'controle-projection'

const aProjections = (document: Document) =>
  listByRole(document, 'heading', 'La projection a-t-elle eu raison ?').length > 0

/** The lines of a CSV file of ours, the heading apart. */
async function lignesCsv(href: string): Promise<string[][]> {
  const text = (await telecharger(href)).toString('utf8')
  const lines = text.trimEnd().split('\r\n').slice(1)
  return lines.map((line) => cellsOf(line, ';'))
}

const enCents = (nombre: number | null) => nombre && Math.round(nombre * 100)
const total = (nombres: readonly (number | null)[]) =>
  nombres.reduce<number>((sum, nombre) => sum + (enCents(nombre) ?? 0), 0)

test('tous les écrans dont les chiffres disent leur date ont un classeur, et aucune liste', async () => {
  const avec: string[] = []
  for (const { path } of ADRESSES) {
    const { document } = await ouvrir(path)
    if (listByRole(document, 'link', LIEN).length > 0) avec.push(path.split('/').at(-1) ?? '')
  }
  expect(avec.sort()).toEqual(Object.keys(CLASSEURS).sort())
  expect([...ECRANS_SOMMES].sort()).toEqual(Object.keys(CLASSEURS).sort())
})

describe.each(ECRANS_SOMMES)('Le classeur de %s', (ecran) => {
  const { feuilles: tables = {}, selon = {}, titre = '' } = CLASSEURS[ecran] ?? {}
  const toutes = Object.entries(tables).map(([nom, { name }]) => [nom, name] as const)

  test.each([EN_COURS, PRECEDENTE])(
    '%s : les tableaux de l’écran, cellule par cellule',
    async (annee) => {
      const { document, href, feuilles } = await suivre(ecran, annee)
      // Of tables that are there only where they are asked for, those that the screen shows.
      const attendues = Object.fromEntries(
        toutes.filter(([nom, name]) => !(nom in selon) || tableauxDe(document).includes(name)),
      )
      expect(feuilles.map(({ nom }) => nom)).toEqual([...Object.keys(attendues), LAST_SHEET])
      const noms = Object.values(attendues)
      // Early in a year, past projections may not be told; their table is then in the workbook alone.
      const montres = noms.filter((nom) => nom !== PROJECTIONS || aProjections(document))
      expect(tableauxDe(document).sort()).toEqual(montres.sort())
      for (const [nom, name] of Object.entries(attendues)) {
        const feuille = feuilleDe(feuilles, nom)
        expect(feuille.figees, nom).toEqual([1, 1])
        const csv = `/telechargements/${name}.csv${new URL(href, serviceUrl).search}`
        expect(lignesDe(feuille), nom).toEqual(await lignesCsv(csv))
      }
      const derniere = feuilleDe(feuilles, LAST_SHEET)
      for (const nom of Object.keys(attendues))
        expect(reglesDe(derniere, nom)?.[2], nom).toMatch(/./)
      expect(ligneDe(derniere, 0).slice(0, 2)).toEqual(['Écran', titre])
    },
  )

  test.each([EN_COURS, PRECEDENTE, ANNEES[5] ?? ''])(
    '%s : les nombres de l’API, au centime',
    async (annee) => {
      const { feuilles } = await suivre(ecran, annee)
      for (const { feuille, colonne, adresse, nombres } of sommesDe(ecran, { annee, ...CHOIX })) {
        const answer = await fetch(serviceUrl + adresse)
        expect(answer.status, adresse).toBe(200)
        const attendus = nombres(await answer.json())
        if (feuille !== 'Projections passées')
          expect(attendus.length, `${feuille} ${colonne}`).toBeGreaterThan(0)
        const trouves = attendus.map((_, at) => {
          const une = feuilleDe(feuilles, feuille).cases.get(`${colonne}${at + 2}`)
          if (une === undefined || une.valeur === '–') return null
          expect(une.valeur, `${feuille} ${colonne}${at + 2}`).toBeTypeOf('number')
          return Number(montre(une))
        })
        expect(trouves.map(enCents), `${feuille} ${colonne}`).toEqual(attendus.map(enCents))
        expect(total(trouves), `${feuille} ${colonne}`).toBe(total(attendus))
      }
    },
  )
})

test('le lien garde l’année et les autres choix de l’écran', async () => {
  const axe = await ouvrir('/campagnes/ventilation?axe=media&mesure=dons&annee=2024')
  expect(lienDe(axe.document, LIEN)).toBe(
    '/telechargement/classeur?ecran=ventilation&axe=media&annee=2024&mesure=dons',
  )
  const jour = await ouvrir('/dashboard/a-date?au=2020-02-29')
  expect(lienDe(jour.document, LIEN)).toBe(
    '/telechargement/classeur?ecran=a-date&annee=2020&au=2020-02-29',
  )
  const feuilles = lireClasseur(await telecharger(lienDe(axe.document, LIEN)))
  const choix = [0, 1, 2, 3].map((at) => ligneDe(feuilleDe(feuilles, LAST_SHEET), at).slice(0, 2))
  expect(choix).toEqual([
    ['Écran', 'Ventilation de la collecte'],
    ['Axe', 'Code média'],
    ['Année', 2024],
    ['Mesure', 'Nombres de dons'],
  ])
})

test('la réponse est un fichier à enregistrer, nommé d’après ce qu’il montre', async () => {
  const answer = await demander('/telechargement/classeur?ecran=fidelite&annee=2024')
  expect(answer.headers.get('content-type')).toBe(XLSX)
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="classeur-fidelite-2024.xlsx"',
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(lireClasseur(Buffer.from(await answer.arrayBuffer())).length).toBeGreaterThan(1)
})

test('la dernière feuille dit de quand sont les chiffres, et la règle de chaque feuille', async () => {
  // The first refresh of a service starts by itself, and may end between two answers.
  await vi.waitFor(async () => {
    const { feuilles } = await lire('dashboard', PRECEDENTE)
    const fresh = await fetch(serviceUrl + fraicheur.path)
    const { calcule_le } = fraicheur.answer.parse(await fresh.json())
    const dit = Number(faitsDe(feuilleDe(feuilles, LAST_SHEET)).get('Données calculées le'))
    const minutes = Math.floor(Date.parse(calcule_le ?? '') / 60_000)
    // Paris is one or two hours ahead.
    expect([60, 120]).toContain(Math.round((dit - 25_569) * 1440) - minutes)
  }, ATTENTE)
  const { feuilles } = await lire('dashboard', PRECEDENTE)
  const faits = faitsDe(feuilleDe(feuilles, LAST_SHEET))
  expect(faits.get('Année')).toBe(Number(PRECEDENTE))
  expect(faits.get('Application')).toBe(`Analyse - Gestion des Dons, version ${version}`)

  const answer = await fetch(serviceUrl + definitions.path.replace(':annee', PRECEDENTE))
  const montant = definitions.answer
    .parse(await answer.json())
    .sections.flatMap((section) => section.definitions)
    .find(({ code }) => code === 'montant-total')
  expect(montant?.exemple).toContain(PRECEDENTE)
  expect(reglesDe(feuilleDe(feuilles, LAST_SHEET), 'Montants par année')).toEqual([
    'Montants par année',
    montant?.titre,
    montant?.formule,
    montant?.perimetre,
    montant?.exemple,
    montant?.version,
  ])
})

test('sans données, un classeur s’ouvre et le dit', async () => {
  const annee = '2024'
  for (const ecran of ECRANS_SOMMES) {
    const href = `/telechargement/classeur?${new URLSearchParams({ ecran, annee, ...CHOIX })}`
    const answer = await vide.demander(href)
    expect(answer.status, href).toBe(200)
    const feuilles = lireClasseur(Buffer.from(await answer.arrayBuffer()))
    const derniere = feuilleDe(feuilles, LAST_SHEET)
    const dits = [...derniere.cases.values()].map(({ valeur }) => valeur)
    expect(dits, href).toContain('aucun don enregistré')
  }
})

describe('Ce qui n’est pas un classeur', () => {
  test.each([
    ['', 404, /^Cet écran n’a pas de classeur\. Ouvrez une analyse/],
    ['?ecran=donations', 404, /^Cet écran n’a pas de classeur\./],
    ['?ecran=__proto__', 404, /^Cet écran n’a pas de classeur\./],
    ['?ecran=dashboard&annee=jamais', 422, /année/i],
    ['?ecran=a-date&annee=2024&au=hier', 422, /./],
  ])('%s est refusé par une phrase', async (query, status, phrase) => {
    const answer = await demander(`/telechargement/classeur${query}`)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toMatch(phrase)
  })

  test('un formulaire n’y mène pas', async () => {
    const { status } = await poster('/telechargement/classeur?ecran=dashboard', {})
    expect(status).toBe(405)
  })
})

testIf(!sansLibreOffice, SANS_LIBREOFFICE)(
  'LibreOffice ouvre un classeur, et y trouve les montants de l’API',
  async () => {
    const { document } = await ouvrir(adresse('ventilation', PRECEDENTE))
    const feuilles = ouvrirDansLibreOffice(await telecharger(lienDe(document, LIEN)))
    const noms = [...Object.keys(CLASSEURS['ventilation']?.feuilles ?? {}), LAST_SHEET]
    expect([...feuilles.keys()].sort()).toEqual(noms.sort())
    const [somme] = sommesDe('ventilation', { annee: PRECEDENTE, ...CHOIX })
    const answer = await fetch(serviceUrl + (somme?.adresse ?? ''))
    const attendus = somme?.nombres(await answer.json()) ?? []
    const lignes = (feuilles.get('Par code') ?? '').trimEnd().split('\n').slice(1)
    const trouves = lignes.map((ligne) => Number(ligne.split('\t')[3]?.replace(',', '.')))
    expect(trouves.map(enCents)).toEqual(attendus.map(enCents))
  },
)
