import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const tokens = readFileSync('remix/styles/tokens.css', 'utf8')
const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)')

const colours = (css: string) =>
  new Map(
    [...css.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  )

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe.each([
  ['clair', colours(light)],
  ['sombre', colours(dark)],
])('En %s', (_, all) => {
  const of = (name: string) => all.get(name) ?? ''
  const marks = [...all.keys()].filter((name) => /^(series|band)-/.test(name))

  test('chaque couleur d’un graphique se détache du fond, 3 contre 1 au moins', () => {
    expect(marks).toHaveLength(14)
    expect(marks.filter((name) => contrast(of(name), of('background')) < 3)).toEqual([])
  })

  test('les tranches vont de la plus proche du fond à la plus lointaine', () => {
    const bands = Array.from({ length: 9 }, (__, at) =>
      contrast(of(`band-${at + 1}`), of('background')),
    )
    expect(bands).toEqual([...bands].sort((one, other) => one - other))
  })
})
