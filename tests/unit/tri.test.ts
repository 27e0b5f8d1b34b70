import { describe, expect, test } from 'vitest'
import {
  directionOf,
  inOrder,
  orderOf,
  sortedBy,
  sortingIn,
  sortingsIn,
  unsorted,
} from '../../remix/ui/sorting'
import type { Cell, Table } from '../../remix/ui/table'

const NOMS: Cell[] = ['Étienne', 'dupont 10', 'Dupont 9', null, { value: 'œuvre', href: '/x' }, '']
const MONTANTS: Cell[] = [
  3,
  'comparaison à date impossible',
  10,
  null,
  { value: 3, href: '/y' },
  -2,
]
const table: Table = {
  name: 'essai',
  title: 'Essai',
  columns: [
    { title: 'Période', format: 'texte', inOrder: true },
    { title: 'Nom', format: 'texte' },
    { title: 'Montant', format: 'montant' },
    { title: 'Le', format: 'jour' },
  ],
  rows: NOMS.map((nom, at) => [`Mois ${6 - at}`, nom, MONTANTS[at] ?? null, `202${at}-01-31`]),
  totals: [['Total', 'tous', 1, null]],
}
const asked = (search: string) => new URLSearchParams(search)
const order = (search: string) => orderOf(table, asked(search)).join('')

describe('Le tri d’un tableau entier', () => {
  test.each([
    ['', '012345'],
    ['tri-essai=9', '012345'],
    ['tri-autre=2', '012345'],
    // Rows stand in the order of their months: turned round, the last comes first.
    ['tri-essai=1', '012345'],
    ['tri-essai=-1', '543210'],
    // Without accents, case or the width of numbers; what is empty stays last, whichever way.
    ['tri-essai=2', '210435'],
    ['tri-essai=-2', '401235'],
    // Equal amounts stay as they were; words among numbers are no number.
    ['tri-essai=3', '204513'],
    ['tri-essai=-3', '504213'],
    ['tri-essai=4', '543210'],
    ['tri-essai=-4', '012345'],
  ])('« %s » donne %s', (search, expected) => {
    expect(order(search)).toBe(expected)
  })

  test('le fichier a les lignes de l’écran, et le total reste à part', () => {
    const sorted = inOrder(table, asked('tri-essai=-3'))
    expect(sorted.rows.map(([, , montant]) => montant)).toEqual(
      [5, 0, 4, 2, 1, 3].map((at) => MONTANTS[at]),
    )
    expect(sorted.totals).toBe(table.totals)
    expect(sortingIn(table, asked('annee=2024&tri-essai=-3'))).toEqual(['tri-essai', '-3'])
  })

  test('un en-tête trie, puis tourne l’ordre, et garde l’année ; la page recommence', () => {
    const first = sortedBy(table, 2, asked('annee=2024&page=3&tri-autre=1')) ?? ''
    expect(first).toBe('annee=2024&tri-autre=1&tri-essai=3')
    const second = sortedBy(table, 2, asked(first)) ?? ''
    expect(second).toBe('annee=2024&tri-autre=1&tri-essai=-3')
    expect(sortedBy(table, 2, asked(second))).toBe(first)
    expect(directionOf(table, 2, asked(first))).toBe('descending')
    expect(directionOf(table, 2, asked(second))).toBe('ascending')
    expect(directionOf(table, 1, asked(second))).toBeUndefined()
    expect(directionOf(table, 1, asked('tri-essai=2'))).toBe('ascending')
    expect(unsorted(table, asked(first))).toBe('annee=2024&tri-autre=1')
    expect(sortingsIn(asked(`${first}&tri=date&q=tri`))).toEqual([
      ['tri-autre', '1'],
      ['tri-essai', '3'],
      ['tri', 'date'],
    ])
  })
})

describe('Le tri d’une page', () => {
  const [, nom, montant] = table.columns
  const page: Table = {
    ...table,
    tri: 'montant',
    columns: [
      { ...nom, title: 'Nom', format: 'texte' },
      { ...montant, title: 'Montant', format: 'montant', tri: 'montant' },
    ],
    rows: [['B', 1]],
  }

  test('est celui du service : les lignes restent, l’ordre dit est le sien', () => {
    expect(
      orderOf(
        {
          ...page,
          rows: [
            ['B', 1],
            ['A', 2],
          ],
        },
        asked('tri=-montant'),
      ),
    ).toEqual([0, 1])
    expect(directionOf(page, 1, asked(''))).toBe('descending')
    expect(sortedBy(page, 1, asked('page=4'))).toBe('tri=-montant')
    expect(directionOf(page, 1, asked('tri=-montant'))).toBe('ascending')
    expect(sortedBy(page, 0, asked(''))).toBeNull()
    expect(sortingIn(page, asked('tri=-montant'))).toBeNull()
  })
})
