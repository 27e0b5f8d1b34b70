import { describe, expect, test } from 'vitest'
import { evenTicks } from '../../remix/charts/draw.server'
import { drawYearlyBars } from '../../remix/charts/yearly-bars.server'
import { ownPath } from '../../remix/forms/own-path'
import { readAddress, withTab, writeAddress } from '../../remix/screens/upload/address'
import { chooseFile, CSV, TABLEUR } from '../../remix/screens/upload/choose'
import { pageTitle } from '../../remix/ui/page-title'
import { pageOf, pagesAround } from '../../remix/ui/pagination'
import { carrying } from '../../remix/ui/year'

const years = (first: number, ...values: number[]) =>
  values.map((valeur, at) => ({ annee: first + at, valeur }))

describe('Les graphiques', () => {
  const drawing = drawYearlyBars(years(2022, 1000, 1200, 900), {
    label: 'Dons <par> année',
    unit: 'dons',
    trend: {
      from: { annee: 2022, valeur: 1000 },
      to: { annee: 2024, valeur: 1400 },
      through: 2023,
    },
  })

  test('un graphique est une image avec un nom, sans style ni script ni mot anglais', () => {
    expect(drawing.large).toMatch(/^<svg[^>]+aria-label='Dons &lt;par&gt; année'[^>]* role='img'/)
    expect(drawing.large).not.toMatch(/<style|style=|<script|aria-label='(?!Dons)/)
  })

  test('chaque barre et la prévision disent leur valeur au survol', () => {
    const titles = [...drawing.large.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) => text)
    expect(titles).toContain('2022 : 1\u202F000\u00A0dons')
    expect(titles.join()).toContain('Prévision basée sur la tendance 2022-2023')
  })

  test('il est dessiné pour les écrans larges et pour les étroits', () => {
    expect(drawing.large).toContain("viewBox='0 0 520 ")
    expect(drawing.small).toContain("viewBox='0 0 340 ")
  })

  test.each([
    [3850, 1, [0, 1000, 2000, 3000]],
    [1.1, 1, [0, 1]],
    [440, 1, [0, 100, 200, 300, 400]],
    [330_000, 100_000, [0, 100_000, 200_000, 300_000]],
    [60_000, 100_000, [0]],
    [100, 1, [0, 20, 40, 60, 80, 100]],
  ])('jusqu’à %d, aucune graduation ne s’écrit comme une autre', (highest, least, ticks) =>
    expect(evenTicks(highest, least)).toEqual(ticks),
  )
})

describe('Le titre de l’onglet', () => {
  test.each([
    [pageTitle('Montants'), 'Montants – Analyse - Gestion des Dons'],
    [pageTitle('Actifs', 2025), 'Actifs 2025 – Analyse - Gestion des Dons'],
    [pageTitle('Actifs', undefined), 'Actifs – Analyse - Gestion des Dons'],
    [
      pageTitle('Donations', 2020, 'page 2 sur 9'),
      'Donations 2020 – page 2 sur 9 – Analyse - Gestion des Dons',
    ],
  ])('%s', (title, expected) => expect(title).toBe(expected))
})

describe('La pagination', () => {
  test.each([
    [1, 3, [1, 2, 3]],
    [1, 20, [1, 2, 3, 4, 5]],
    [10, 20, [8, 9, 10, 11, 12]],
    [19, 20, [16, 17, 18, 19, 20]],
  ])('autour de la page %s sur %s', (current, total, pages) => {
    expect(pagesAround(current, total)).toEqual(pages)
  })

  test.each(['', 'page=', 'page=0', 'page=-2', 'page=deux', 'page=1e300', 'page=Infinity'])(
    'une adresse sans page lisible (« %s ») demande la première',
    (query) => expect(pageOf(new URLSearchParams(query))).toBe(1),
  )

  test('une adresse nomme sa page', () => {
    expect(pageOf(new URLSearchParams('annee=2024&page=12'))).toBe(12)
  })
})

describe('Les adresses', () => {
  test.each([
    ['/dashboard?annee=2024', '/dashboard?annee=2024'],
    ['https://ailleurs.example/x', '/dashboard'],
    ['//ailleurs.example/x', '/dashboard'],
    ['/\\ailleurs.example', '/dashboard'],
    ['http://localhost//ailleurs.example', '/ailleurs.example'],
    [null, '/dashboard'],
  ])('le retour vers %s mène à %s', (asked, path) => {
    expect(ownPath(asked, '/dashboard')).toBe(path)
  })

  test('les deux onglets de l’import vivent côte à côte dans l’adresse', () => {
    const start = readAddress('?onglet=donations&fichier_donateurs=a&import_donateurs=a')
    const next = withTab(start, 'donations', { fichier: 'b', completed: true })
    const search = new URL(writeAddress(next), 'http://localhost').search
    expect(readAddress(search)).toEqual({
      onglet: 'donations',
      fichiers: { donateurs: 'a', donations: 'b' },
      imports: { donateurs: 'a' },
      completed: ['donations'],
    })
    expect(writeAddress(withTab(next, 'donations'))).toBe(
      '/upload?onglet=donations&fichier_donateurs=a&import_donateurs=a',
    )
  })
})

describe('Le troisième onglet', () => {
  test('a l’adresse que dit la règle, et la garde avec les autres', () => {
    const address = readAddress('?type=fichier&fichier_donateurs=a&import_fichier=b')
    expect(address.onglet).toBe('fichier')
    expect(writeAddress(address)).toBe('/upload?type=fichier&fichier_donateurs=a&import_fichier=b')
    expect(readAddress('').onglet, 'par défaut').toBe('donateurs')
    expect(readAddress('?onglet=autre').onglet).toBe('donateurs')
  })
})

describe('Le choix d’un fichier', () => {
  const file = (name: string, type = 'text/csv', content = 'a') =>
    new File([content], name, { type })

  test.each(['text/csv', 'application/csv', 'text/plain', '', 'application/vnd.ms-excel'])(
    'un fichier .csv de type « %s » est accepté',
    (type) => {
      expect(chooseFile([file('Contacts.CSV', type)], CSV, null).refusal).toBeNull()
    },
  )

  test.each([
    [[file('Contacts.pdf', 'application/pdf')], /^File type must be /],
    [[file('Contacts.csv', 'image/png')], /^File type must be /],
    [[file('vide.csv', 'text/csv', '')], /^File is smaller than 1 bytes$/],
    [[file('grand.csv', 'text/csv', 'abcd')], /^File is larger than 3 bytes$/],
  ])('un fichier refusé dit pourquoi', (files, message) => {
    const { file: kept, refusal } = chooseFile(files, CSV, { bytes: 3, text: '3 octets' })
    expect(kept).toBeNull()
    expect(refusal).toMatch(message)
  })

  test.each([
    ['Export.xlsx', true],
    ['export.CSV', true],
    ['export.xls', false],
    ['export.ods', false],
    ['export.csv.pdf', false],
  ])('sous « Un fichier de mon outil », %s est pris : %s', (name, isTaken) => {
    const { file: kept, refusal } = chooseFile([file(name, '')], TABLEUR, null)
    expect(kept !== null).toBe(isTaken)
    if (!isTaken) expect(refusal).toContain('enregistrez-le en .xlsx ou .csv')
  })

  test('sous « Un fichier de mon outil », tout refus est une phrase française qui dit que faire', () => {
    const limit = { bytes: 3, text: '3 octets' }
    const refuse = (...files: File[]) => chooseFile(files, TABLEUR, limit).refusal
    expect(refuse(file('vide.csv', 'text/csv', ''))).toBe(
      'Le fichier est vide\u00A0: il n’a ni en-tête ni ligne.',
    )
    expect(refuse(file('grand.xlsx', '', 'abcd'))).toMatch(
      /trop grand\u00A0: 3 octets au plus\. Coupez-le/,
    )
    expect(refuse(file('a.csv'), file('b.csv'))).toMatch(
      /Un fichier à la fois\u00A0: le premier est gardé/,
    )
  })

  test('ce qu’un onglet prend se dit avec sa taille : un classeur de 100 Mo au plus', () => {
    const large = { bytes: 5 * 1024 ** 3, text: '5 Go' }
    expect(CSV.words(large)).toBe('Fichier CSV, 5 Go au plus')
    expect(TABLEUR.words(large)).toBe(
      'Fichier .csv (5 Go au\u00A0plus) ou .xlsx (100\u00A0Mo au\u00A0plus)',
    )
    const small = { bytes: 4 * 1024 ** 2, text: '4 Mo' }
    expect(TABLEUR.words(small)).toBe('Fichier .csv ou .xlsx, 4 Mo au plus')
  })

  test('de plusieurs fichiers déposés, le premier est gardé', () => {
    const { file: kept, refusal } = chooseFile([file('a.csv'), file('b.csv')], CSV, null)
    expect(kept?.name).toBe('a.csv')
    expect(refusal).toBe('Too many files')
  })
})

test('un lien garde l’année, ce qu’il dit lui-même et sa place sur la page', () => {
  const carried = { annee: '2024' }
  expect(carrying('/mois', carried)).toBe('/mois?annee=2024')
  expect(carrying('/mois?annee=2025', carried)).toBe('/mois?annee=2025')
  expect(carrying('/fiche?contact=A#noter', carried)).toBe('/fiche?contact=A&annee=2024#noter')
  expect(carrying('/fiche?contact=A#noter', {})).toBe('/fiche?contact=A#noter')
  expect(carrying('/fiche#noter', carried)).toBe('/fiche?annee=2024#noter')
})
