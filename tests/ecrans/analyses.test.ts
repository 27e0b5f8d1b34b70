import { expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import {
  type Document,
  find,
  findAll,
  getByRole,
  listByRole,
  listByText,
  type Place,
  textOf,
} from '../support/html'
import { fichierDe, lireLignes, lireMarques, valeurDe } from '../support/tableau'
import type { Visite } from '../support/visite'

const ANALYSES = [
  '/montant',
  '/nouveaux',
  '/actifs',
  '/donateurs',
  '/campagnes',
  '/campagnes/ventilation',
]

const { ouvrir, demander } = partagee()

/** Every table of the page is in its CSV file, cell by cell. */
async function compareFiles(place: Place, demander: Visite['demander']): Promise<number> {
  const tables = findAll(place, '.data-table')
  for (const table of tables) {
    const { lignes, totaux } = lireLignes(find(table, 'table'))
    const href = fichierDe(table)
    const answer = await demander(href)
    expect(answer.status, href).toBe(200)
    expect(answer.headers.get('content-disposition'), href).toMatch(/^attachment; filename=/)
    const file = Buffer.from(await answer.arrayBuffer()).toString()
    expect(file.charCodeAt(0), href).toBe(0xfeff)
    const [head = '', ...csv] = file.slice(1).trim().split('\r\n')
    const own = head.split(';').map((title) => !/ à date \(au /.test(title))
    const ownCells = (line: string) => line.split(';').filter((_, at) => own[at])
    expect(
      csv.map((line) => ownCells(line).map(valeurDe)),
      href,
    ).toEqual([...lignes, ...totaux].map((cells) => cells.map(valeurDe)))
  }
  return tables.length
}

/** Every mark of a chart, drawn wide or narrow, says a figure of the table below it. */
function compareMarks(document: Document): void {
  for (const figure of listByRole(document, 'figure')) {
    const { lignes } = lireLignes(find(figure, 'table'))
    for (const drawing of ['.chart-large', '.chart-small']) {
      const titles = lireMarques(find(figure, drawing))
      expect(titles.length).toBeGreaterThan(0)
      for (const title of titles) {
        const [, name = '', figures = ''] = /^(.+?)\s(?:– .+?\s|→ .+?\s)?: (.+)$/.exec(title) ?? []
        const row = lignes.filter(([first]) => first === name).flat()
        const said = figures.split(/ \(|\)/).filter(Boolean)
        const node = lignes.filter((cells) => cells.includes(name)).length
        const isSum = node > 1 && !title.includes('→') && !title.includes('–')
        if (!isSum)
          expect(
            row.some((cell) => said.includes(cell)),
            title,
          ).toBe(true)
      }
    }
  }
}

test.each(ANALYSES)(
  '%s : la date des chiffres, les mêmes nombres dans les graphiques, les tableaux et les fichiers',
  async (path) => {
    const { document } = await ouvrir(path)
    expect(listByText(document, /^Dernier don : \d/)).toHaveLength(1)
    expect(await compareFiles(getByRole(document, 'main'), demander)).toBeGreaterThan(1)
    compareMarks(document)
  },
)

test('les fichiers du tableau de bord ont les nombres de l’écran', async () => {
  const { document } = await ouvrir('/dashboard')
  expect(await compareFiles(getByRole(document, 'main'), demander)).toBe(4)
})

test('le fichier du journal des imports a une ligne pour chacun', async () => {
  const { document } = await ouvrir('/upload')
  const rows = findAll(getByRole(document, 'table', 'Journal des imports'), 'tbody tr')
  const answer = await demander('/telechargements/journal-des-imports.csv')
  const lines = (await answer.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + rows.length)
  expect(lines).toHaveLength(3)
})

test('chaque tableau d’un graphique attend sous « Voir les chiffres »', async () => {
  const { document } = await ouvrir('/nouveaux?annee=2019')
  const figures = listByRole(document, 'figure')
  expect(figures.length).toBeGreaterThan(1)
  for (const figure of figures) {
    expect(textOf(find(figure, ':scope > details > summary'))).toBe('Voir les chiffres')
    expect(listByRole(figure, 'table')).toEqual([])
    expect(findAll(figure, 'details table')).toHaveLength(1)
  }
})
