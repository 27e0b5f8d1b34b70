import { describe, expect, test } from 'vitest'
import { drawCumulativeLines } from '../../../remix/charts/cumulative-lines.server'
import { layoutFlows } from '../../../remix/charts/flow-layout'
import { drawFlows } from '../../../remix/charts/flows.server'
import { drawHeatMap } from '../../../remix/charts/heat-map.server'
import { drawStacks } from '../../../remix/charts/stacks.server'
import { writingOf } from '../../../remix/charts/unit'
import { drawYearlyBars } from '../../../remix/charts/yearly-bars.server'

const titlesOf = (svg: string) =>
  [...svg.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) => text)

describe('Les barres empilées', () => {
  const series = [
    { label: 'Nouveaux', mark: '1' },
    { label: 'Anciens', mark: '3' },
  ]
  const stacks = [
    {
      name: '2024',
      parts: [
        { nombre: 30, pourcentage: 75 },
        { nombre: 10, pourcentage: 25 },
      ],
    },
    {
      name: '2025',
      parts: [
        { nombre: 1200, pourcentage: 100 },
        { nombre: 0, pourcentage: 0 },
      ],
    },
  ]
  const heights = (svg: string) =>
    [...svg.matchAll(/<rect[^>]* height='([\d.]+)'/g)].map(([, height]) => Number(height))

  test('chaque segment dit son année, sa série, son nombre et sa part ; rien n’est dessiné pour personne', () => {
    const { large } = drawStacks(stacks, series, { label: 'Donateurs', unit: 'nombres' })
    expect(titlesOf(large)).toEqual([
      '2024 – Nouveaux : 30 (75,0\u00A0%)',
      '2024 – Anciens : 10 (25,0\u00A0%)',
      '2025 – Nouveaux : 1\u202F200 (100,0\u00A0%)',
    ])
  })

  test('en parts, chaque barre remplit toute la hauteur', () => {
    const { large } = drawStacks(stacks, series, { label: 'Parts', unit: 'parts' })
    const [first = 0, second = 0, third = 0] = heights(large)
    expect(first).toBeCloseTo(3 * second, 1)
    expect(first + second).toBeCloseTo(third, 1)
  })

  test('en nombres, les hauteurs suivent les nombres', () => {
    const { large } = drawStacks(stacks, series, { label: 'Nombres', unit: 'nombres' })
    const [first = 0, , third = 0] = heights(large)
    expect(third).toBeCloseTo(40 * first, 0)
  })

  test('la légende dit chaque série, et l’année en cours là où elle a une barre', () => {
    const legend = (annee: number) =>
      drawStacks(stacks, series, {
        label: 'Légende',
        unit: 'nombres',
        running: { annee, au: `${annee}-10-31` },
      }).legend
    const running = { mark: 'running', label: 'Année en cours (jusqu’au 31/10)' }
    expect(legend(2025)).toEqual([...series, running])
    expect(legend(2026)).toEqual(series)
  })

  test('une année sans personne ne casse rien', () => {
    const nobody = [{ name: '2024', parts: [{ nombre: 0 }, { nombre: 0 }] }]
    const { large } = drawStacks(nobody, series, { label: 'Vide', unit: 'parts' })
    expect(titlesOf(large)).toEqual([])
    expect(large).not.toMatch(/NaN|undefined|Infinity/)
  })
})

describe('Les montants d’un graphique', () => {
  const short = (top: number) => writingOf('euros', top).short(top)

  test('sont en millions avec une décimale dès que cela dit quelque chose', () => {
    expect(short(1_234_567)).toBe('1,2\u00A0M€')
    expect(short(100_000)).toBe('0,1\u00A0M€')
  })

  test('sont en milliers, puis en euros, là où les millions n’écriraient que des zéros', () => {
    expect(short(99_999)).toBe('100\u00A0k€')
    expect(short(1_000)).toBe('1\u00A0k€')
    expect(short(850)).toBe('850\u00A0€')
  })
})

describe('Les barres par année', () => {
  /** Heights on the chart, in pixels from its top: the last year's label and its forecast. */
  const heightsOf = (last: number) => {
    const years = [100, 104, 110, last].map((valeur, at) => ({ annee: 2021 + at, valeur }))
    const trend = {
      from: { annee: 2021, valeur: 100 },
      to: { annee: 2024, valeur: 115 },
      through: 2023,
    }
    const { large } = drawYearlyBars(years, { label: 'Dons', unit: 'dons', trend })
    const group =
      /font-weight='600' transform='translate\([\d.]+,([-\d.]+)\)'><text[^>]*,([\d.]+)\)'>/
    const [, moved, at] = group.exec(large) ?? []
    return { label: Number(moved) + Number(at), forecast: Number(/cy='([\d.]+)'/.exec(large)?.[1]) }
  }

  test.each([100, 108, 115, 117])(
    'avec %d dons, le nombre ne recouvre pas le point de prévision',
    (last) => {
      const { label, forecast } = heightsOf(last)
      expect(Math.abs(label - forecast)).toBeGreaterThanOrEqual(12)
    },
  )

  test('seule l’année qui n’est pas finie est hachurée, de sa base à sa valeur', () => {
    const years = [100, 50].map((valeur, at) => ({ annee: 2023 + at, valeur }))
    const subject = { label: 'Dons', unit: 'dons' } as const
    const pathOf = (running?: number) =>
      /<path d='([^']+)' class='hatch hatch-bar'/.exec(
        drawYearlyBars(years, { ...subject, running }).large,
      )?.[1]
    expect(pathOf()).toBeUndefined()
    expect(pathOf(2022)).toBeUndefined()
    const heights = [...(pathOf(2024) ?? '').matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y))
    const { large } = drawYearlyBars(years, subject)
    const bars = [...large.matchAll(/<rect[^>]* y='([\d.]+)'[^>]* height='([\d.]+)'/g)]
    const [top = 0, height = 0] = bars[1]?.slice(1).map(Number) ?? []
    expect(Math.min(...heights)).toBeCloseTo(top, 1)
    expect(Math.max(...heights)).toBeCloseTo(top + height, 1)
  })

  test('loin de la prévision, le nombre reste sur sa barre', () => {
    const { label, forecast } = heightsOf(50)
    expect(label - forecast).toBeGreaterThan(80)
  })
})

describe('Les lignes cumulées', () => {
  const year = (annee: number, months: number, step: number) => ({
    annee,
    points: Array.from({ length: months }, (_, at) => ({ mois: at + 1, valeur: (at + 1) * step })),
  })
  const placeOf = (svg: string, text: string) => {
    const [, x, y] =
      new RegExp(
        `<text[^>]* transform='translate\\(([\\d.]+),([\\d.]+)\\)'[^>]*>${text}</text>`,
      ).exec(svg) ?? []
    return { x: Number(x), y: Number(y) }
  }
  const draw = (current: number) =>
    drawCumulativeLines([year(2025, 6, current), year(2024, 12, 10), year(2023, 12, 9)], {
      label: 'Cumul',
      unit: 'dons',
    }).large

  /** How far a label stands below the end of its line; negative above. */
  const below = (svg: string, text: string) =>
    Number(new RegExp(`translate\\(-?\\d+,(-?\\d+)\\)'[^>]*><text[^>]*>${text}</`).exec(svg)?.[1])

  test('l’année en cours porte son nom au-dessus de sa fin quand elle mène, au-dessous sinon', () => {
    expect(below(draw(20), '2025')).toBeLessThan(0)
    expect(below(draw(5), '2025')).toBeGreaterThan(0)
  })

  test('les années entières portent le leur au bord, sans se toucher', () => {
    const svg = draw(20)
    expect(placeOf(svg, '2023').x).toBe(placeOf(svg, '2024').x)
    expect(placeOf(svg, '2023').y - placeOf(svg, '2024').y).toBeGreaterThan(12)
  })
})

describe('Les flux entre campagnes', () => {
  const flow = (from: string, to: string, nombre: number) => ({ from, to, nombre, pourcentage: 50 })
  const flows = [flow('A', 'A', 6), flow('A', 'B', 2), flow('B', 'B', 3), flow('B', 'A', 1)]

  test('chaque campagne est aussi haute que ses donateurs, des deux côtés', () => {
    const { left, right } = layoutFlows(flows)
    expect(left.map(({ name, nombre }) => [name, nombre])).toEqual([
      ['A', 8],
      ['B', 4],
    ])
    expect(right.map(({ name, nombre }) => [name, nombre])).toEqual([
      ['A', 7],
      ['B', 5],
    ])
  })

  test('les rubans d’une campagne se suivent sans trou ni recouvrement', () => {
    const { left, right, ribbons } = layoutFlows(flows)
    for (const [nodes, side] of [
      [left, 'start'],
      [right, 'end'],
    ] as const)
      for (const node of nodes) {
        const edges = ribbons
          .filter((ribbon) => (side === 'start' ? ribbon.from : ribbon.to) === node.name)
          .map((ribbon) => ribbon[side])
          .sort((one, other) => one.top - other.top)
        const ends = [node.top, ...edges.map(({ bottom }) => bottom)]
        expect(edges.map(({ top }) => top)).toEqual(ends.slice(0, -1))
        expect(ends.at(-1)).toBe(node.bottom)
      }
  })

  test('chaque ruban dit d’où il vient, où il va et combien de donateurs il porte', () => {
    const { large } = drawFlows(flows, 'Flux')
    expect(titlesOf(large)).toContain('A → B : 2 (50,0\u00A0%)')
    expect(titlesOf(large)).toContain('A : 8')
  })

  test('un long nom de campagne tient dans la marge, sur plusieurs lignes', () => {
    const { small } = drawFlows([flow('CALENDRIER_SOLIDAIRE', 'VFL', 3)], 'Flux')
    expect(small).toMatch(/CALENDRIER_<\/tspan>.*SOLIDAIRE<\/tspan>/)
    const bars = [...small.matchAll(/<rect x='([\d.]+)'/g)].map(([, x]) => Number(x))
    expect(Math.min(...bars)).toBeGreaterThan('CALENDRIER_'.length * 8.5)
  })

  test('sans donateur, il n’y a pas de ruban', () => {
    const { large } = drawFlows([flow('A', 'A', 0)], 'Personne')
    expect(titlesOf(large)).toEqual([])
    expect(large).not.toMatch(/NaN|undefined|Infinity/)
  })
})

describe('Les cases de chaleur', () => {
  test('un long code garde son début et sa fin : deux codes d’une année restent deux', () => {
    const rows = ['PROD-2026-PRINTEMPS', 'PROD-2026-NOEL', 'N/A']
    const { large, small } = drawHeatMap(
      rows.map((row) => ({ row, column: 'Jan', value: 10, title: row })),
      {
        label: 'Part de chaque mois',
        base: () => false,
        running: undefined,
        columns: ['Jan'],
        rowWidth: 240,
      },
    )
    const namesOf = (svg: string) =>
      [...svg.matchAll(/<text[^>]*>([^<]+)</g)].map(([, name]) => name).slice(0, rows.length)
    expect(namesOf(large)).toEqual(rows)
    expect(namesOf(small)).toEqual(['PROD-…TEMPS', 'PROD-…-NOEL', 'N/A'])
  })
})
