import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast } from '../../support/contraste'

const tokens = readFileSync('remix/styles/tokens.css', 'utf8')
const [light = '', dark = ''] = tokens.split('@media screen and (prefers-color-scheme: dark)')

const colours = (css: string) =>
  new Map(
    [...css.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [
      name,
      `#${hex}`,
    ]),
  )

/** What is written in each colour, and on which surfaces; marks and controls are no text. */
const SURFACES = ['background', 'alternate', 'sunken']
const TONES = ['success', 'error', 'warning', 'information']
const WRITTEN: Record<string, readonly string[]> = {
  text: [...SURFACES, ...TONES.map((tone) => `${tone}-background`)],
  secondary: SURFACES,
  muted: SURFACES,
  primary: [...SURFACES, ...TONES.map((tone) => `${tone}-background`)],
  'primary-strong': SURFACES,
  'on-primary': ['primary', 'primary-strong'],
  ...Object.fromEntries(
    TONES.map((tone) => [tone, [`${tone}-background`, 'background', 'alternate']]),
  ),
}

const styles = readdirSync('remix/styles')
  .filter((file) => file.endsWith('.css') && file !== 'tokens.css')
  .map((file) => readFileSync(`remix/styles/${file}`, 'utf8'))
  .join('\n')

/** The colours of the rules that set both a text's own and the one behind it. */
const rules = [...styles.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(
  ([, selector = '', body = '']) => {
    const [, colour] = /(?:^|\s)color: ([^;]+);/.exec(body) ?? []
    const [, behind] = /background(?:-color)?: ([^;]+);/.exec(body) ?? []
    const isPlain = (value = '') => /^(#[0-9a-f]{6}|var\(--[\w-]+\))$/.test(value)
    return colour && behind && isPlain(colour) && isPlain(behind)
      ? [{ rule: selector.trim(), colour, behind }]
      : []
  },
)

test('toute couleur d’un texte est de celles qui sont comparées à ce qui les entoure', () => {
  const used = [...styles.matchAll(/(?:^|\s)color: var\(--([\w-]+)\)/g)].map(
    ([, name = '']) => name,
  )
  expect(new Set(used).size).toBeGreaterThan(8)
  expect(used.filter((name) => !(name in WRITTEN))).toEqual([])
})

describe.each([
  ['clair', colours(light)],
  ['sombre', colours(dark)],
])('En %s', (_, all) => {
  const of = (name: string) => all.get(name) ?? ''
  const resolve = (value: string) => {
    const [, name] = /^var\(--([\w-]+)\)$/.exec(value) ?? []
    return name === undefined ? value : of(name)
  }
  const marks = [...all.keys()].filter((name) => /^(series|band)-/.test(name))

  test('chaque couleur d’un graphique se détache du fond, 3 contre 1 au moins', () => {
    expect(marks).toHaveLength(14)
    expect(marks.filter((name) => contrast(of(name), of('background')) < 3)).toEqual([])
  })

  test('chaque texte se détache de ce qui l’entoure, 4,5 contre 1 au moins', () => {
    const faint = Object.entries(WRITTEN).flatMap(([name, surfaces]) =>
      surfaces
        .filter((surface) => !(contrast(of(name), of(surface)) >= 4.5))
        .map((surface) => `${name} sur ${surface}`),
    )
    expect(faint).toEqual([])
  })

  test('chaque règle qui a sa couleur et son fond les tient à 4,5 contre 1', () => {
    expect(rules.length).toBeGreaterThan(15)
    expect(
      rules
        .filter(({ colour, behind }) => !(contrast(resolve(colour), resolve(behind)) >= 4.5))
        .map(({ rule }) => rule),
    ).toEqual([])
  })

  test('le cadre des champs et celui de ce qui a le focus se voient, 3 contre 1 au moins', () => {
    for (const name of ['control', 'focus'])
      for (const surface of SURFACES)
        expect(contrast(of(name), of(surface)), `${name} sur ${surface}`).toBeGreaterThanOrEqual(3)
  })

  test('les tranches vont de la plus proche du fond à la plus lointaine', () => {
    const bands = Array.from({ length: 9 }, (__, at) =>
      contrast(of(`band-${at + 1}`), of('background')),
    )
    expect(bands).toEqual([...bands].sort((one, other) => one - other))
  })
})
