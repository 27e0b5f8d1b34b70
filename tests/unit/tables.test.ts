import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { cumulate, donationsCumulees } from '../../remix/screens/dashboard/table.server'
import { csvWeight, toCsv } from '../../remix/tables/csv.server'
import { Change } from '../../remix/ui/change'
import { DataTable } from '../../remix/ui/data-table'
import { Leading } from '../../remix/ui/leading'
import { judge, showCell, type Table } from '../../remix/ui/table'
import { valeurs } from '../support/cellules'

const table = (rows: Table['rows'], columns: Table['columns']): Table => ({
  name: 'essai',
  title: 'Essai',
  columns,
  rows,
})
const FILE = { href: '/essai.csv', text: 'Télécharger' }
const TEXT = [{ title: 'Texte', format: 'texte' as const }]
/** As in the report's file, whose links are not active. */
const inAFile = (props: Parameters<typeof DataTable>[0]) =>
  createElement(Leading.Provider, { value: false }, createElement(DataTable, props))
const lines = (csv: string) => csv.replace('\uFEFF', '').split('\r\n')

describe('Les fichiers CSV pour Excel en français', () => {
  test('ce qui est comparé à date a une colonne de plus, vide pour les autres années', () => {
    const atDate = { au: '2026-10-31', comparable: true, value: 4.2 }
    const columns: Table['columns'] = [
      { title: 'Année', format: 'annee' },
      { title: 'Évolution', group: 'Nouveaux', format: 'evolution', judged: 'evolution' },
    ]
    const csv = toCsv(
      table(
        [
          ['2025', 3.5],
          ['2026', { value: -18.3, atDate }],
        ],
        columns,
      ),
    )
    expect(lines(csv)).toEqual([
      'Année;Nouveaux – Évolution (%);Nouveaux – Évolution à date (au 31/10) (%)',
      '2025;3,5;',
      '2026;-18,3;4,2',
      '',
    ])
  })

  test('un fichier commence par la marque UTF-8, sépare par « ; » et finit ses lignes par CRLF', () => {
    const csv = toCsv(
      table(
        [['2025', 1234.5]],
        [
          { title: 'Année', format: 'annee' },
          { title: 'Montant', format: 'montant' },
        ],
      ),
    )
    expect(csv).toBe('\uFEFFAnnée;Montant (€)\r\n2025;1234,50\r\n')
  })

  test('les nombres négatifs gardent un vrai tiret et jamais d’apostrophe', () => {
    const csv = toCsv(table([[-12]], [{ title: 'Écart', format: 'ecart' }]))
    expect(lines(csv)[1]).toBe('-12')
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+33612345678', "'+33612345678"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['a=1', 'a=1'],
  ])('le texte %j ne peut pas devenir une formule', (text, cell) => {
    expect(toCsv(table([[text]], TEXT))).toBe(`\uFEFFTexte\r\n${cell}\r\n`)
  })

  test('guillemets, points-virgules et sauts de ligne restent dans leur cellule', () => {
    expect(lines(toCsv(table([['a;"b"']], TEXT)))[1]).toBe('"a;""b"""')
  })

  test('les jours sont au format jj/mm/aaaa et une cellule vide reste vide', () => {
    const columns: Table['columns'] = [
      { title: 'Jour', format: 'jour' },
      { title: 'Média', format: 'texte' },
    ]
    expect(lines(toCsv(table([['2024-03-31', null]], columns)))[1]).toBe('31/03/2024;')
  })

  test('les totaux suivent les lignes', () => {
    const csv = toCsv({ ...table([['a'], ['b']], TEXT), totals: [['Ensemble']] })
    expect(lines(csv)).toEqual(['Texte', 'a', 'b', 'Ensemble', ''])
  })

  test('le poids annoncé est celui du fichier', () => {
    const one = table([['é']], TEXT)
    expect(csvWeight(one)).toBe(Buffer.byteLength(toCsv(one)))
  })
})

describe('Les cellules à l’écran', () => {
  test('une valeur absente s’écrit N/A et zéro s’écrit 0', () => {
    expect(showCell(null, 'nombre')).toBe('N/A')
    expect(showCell('', 'texte')).toBe('N/A')
    expect(showCell(0, 'nombre')).toBe('0')
  })

  test.each([
    [5, 'evolution', 0],
    [5.1, 'evolution', 1],
    [-5, 'evolution', 0],
    [-5.1, 'evolution', -1],
    [0, 'signe', 0],
    [1, 'signe', 1],
    [-1, 'signe', -1],
    [0, 'objectif', 1],
    [-1, 'objectif', -1],
    [100, 'performance', 1],
    [99.9, 'performance', -1],
  ] as const)('%s jugé par « %s » donne %s', (value, judgement, verdict) => {
    expect(judge(value, judgement)).toBe(verdict)
  })

  test.each([
    [3, '↑', 'change-up'],
    [0, '→', 'change-up'],
    [-3, '↓', 'change-down'],
  ] as const)('un écart de %s à l’objectif porte %s', (value, arrow, tone) => {
    const cell = createElement(Change, { value, judged: 'objectif', children: String(value) })
    expect(renderToStaticMarkup(cell)).toMatch(new RegExp(`${tone}.*${arrow}`))
  })
})

describe('Les cellules qu’un écran montre à sa manière', () => {
  test('une colonne se reconnaît à sa clé, où qu’elle soit ; les totaux restent du texte', () => {
    const columns: Table['columns'] = [
      { title: 'Nom', format: 'texte' },
      { title: 'État', key: 'etat', format: 'texte' },
    ]
    const render = { etat: (row: number) => createElement('b', null, `ligne ${row}`) }
    const shown = (cells: Table['rows'][number], order: Table['columns']) =>
      renderToStaticMarkup(
        inAFile({
          table: { ...table([cells], order), totals: [['Total', 'tous']], download: FILE },
          render,
        }),
      )
    expect(shown(['a', 'b'], columns)).toContain('<td><b>ligne 0</b></td>')
    expect(shown(['b', 'a'], columns.toReversed())).toContain('<th scope="row"><b>ligne 0</b></th>')
    expect(shown(['a', 'b'], columns)).toContain('<td>tous</td>')
  })
})

describe('Ce qui se compare à date', () => {
  const columns: Table['columns'] = [
    { title: 'Année', format: 'annee' },
    { title: 'Évolution', format: 'evolution', judged: 'evolution' },
    { title: 'Écart', format: 'ecart', judged: 'signe' },
  ]
  const shown = (comparable: boolean, evolution: number | null, ecart: number | null) => {
    const beside = (value: number | null) => ({ au: '2026-10-31', comparable, value })
    const row = [
      '2026',
      { value: -18.3, atDate: beside(evolution) },
      { value: -40, atDate: beside(ecart) },
    ]
    const markup = renderToStaticMarkup(
      inAFile({ table: { ...table([row], columns), download: FILE } }),
    )
    return [...markup.matchAll(/<td class="number">(.*?)<\/td>/g)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]+>/g, '').replaceAll('&#x27;', '’'),
    )
  }

  test('est à côté, et a seul la flèche', () => {
    expect(shown(true, 12, -3)).toEqual([
      '−18,3\u00A0% à date (au 31/10)\u00A0: ↑ +12,0\u00A0%',
      '−40 à date (au 31/10)\u00A0: ↓ −3',
    ])
  })

  test('manque là où il n’y avait rien, et le dit', () => {
    expect(shown(true, null, 0)).toEqual([
      '−18,3\u00A0% à date (au 31/10)\u00A0: N/A',
      '−40 à date (au 31/10)\u00A0: → 0',
    ])
  })

  test('est impossible là où un jour a le cinquième d’une année, et le dit', () => {
    expect(shown(false, null, null)).toEqual([
      '−18,3\u00A0% comparaison à date impossible',
      '−40 comparaison à date impossible',
    ])
  })
})

describe('Les mois cumulés', () => {
  const month = (mois: number, nombre_donations: number, montant_total: number) => ({
    mois,
    nombre_donations,
    montant_total,
  })
  const year = (counts: number[]) =>
    Array.from({ length: 12 }, (_, at) => month(at + 1, counts[at] ?? 0, (counts[at] ?? 0) * 0.1))
  const stats = { donnees_par_annee: { '2024': year([1, 2]), '2025': year([3, 0, 4]) } }

  test('l’année la plus récente s’arrête à son dernier mois avec un don, les autres vont à décembre', () => {
    const [latest, before] = cumulate(stats, 'nombre_donations')
    expect(latest?.points.map(({ valeur }) => valeur)).toEqual([3, 3, 7])
    expect(before?.points.map(({ valeur }) => valeur)).toEqual([1, ...Array<number>(11).fill(3)])
  })

  test('les montants se cumulent au centime près', () => {
    const [latest] = cumulate(stats, 'montant_total')
    expect(latest?.points.at(-1)?.valeur).toBe(0.7)
  })

  test('le tableau a une ligne par mois et une colonne par année', () => {
    const { columns, rows } = donationsCumulees.build(2025, stats)
    expect(columns.map(({ title }) => title)).toEqual(['Mois', '2025', '2024'])
    expect(valeurs(rows)[2]).toEqual(['Mar', 7, 3])
    expect(valeurs(rows)[3]).toEqual(['Avr', null, 3])
  })
})
