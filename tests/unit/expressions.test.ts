import { setImmediate as breathe } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { expressionsOf, hostileTexts, listSources } from '../support/expressions'

const LENGTH = 20_000

/** A quadratic expression takes half a second for such a text, a linear one less than a thousandth of that. */
const LIMIT_MS = 200

const sources = ['service', 'remix'].flatMap(listSources)
const found = sources.map(expressionsOf)
const literals = found.flatMap((one) => one.literals)

/** The least of a few tries: what others do on the machine does not count. */
function shortest(work: () => void): number {
  let least = Infinity
  for (let attempt = 0; attempt < 3 && least > LIMIT_MS; attempt++) {
    const begun = performance.now()
    work()
    least = Math.min(least, performance.now() - begun)
  }
  return least
}

describe('une expression régulière', () => {
  test('[0.1.0 A2] s’écrit dans le source : aucune ne se fabrique à partir d’un texte', () => {
    expect(found.flatMap((one) => one.made)).toEqual([])
    expect(literals.length).toBeGreaterThan(40)
  })

  test.each(literals)(
    '[0.1.0 A2] reste linéaire sur un très long texte ($place)',
    async (expression) => {
      const regex = new RegExp(expression.source, expression.flags)
      for (const text of hostileTexts(expression, LENGTH)) {
        await breathe()
        const took = shortest(() => void text.replace(regex, ''))
        expect(took, JSON.stringify(`${text.slice(0, 20)}…${text.slice(-3)}`)).toBeLessThan(
          LIMIT_MS,
        )
      }
    },
  )
})

describe('la recherche de textes hostiles', () => {
  test.each([
    '^[\\s\\u00a0]+|[\\s\\u00a0]+$',
    '\\B(?=(\\d{3})+$)',
    '-?\\d+\\.\\d{3,}',
    '\\s*,\\s*',
    '^x(a+)+$',
  ])('trouve ce qui rend %s lente', (source) => {
    const regex = new RegExp(source, 'g')
    const isSlow = (length: number, ms: number) => {
      for (const text of hostileTexts({ place: '', source, flags: 'g' }, length)) {
        const begun = performance.now()
        text.replace(regex, '')
        if (performance.now() - begun > ms) return true
      }
      return false
    }
    expect(isSlow(source.includes('+)+') ? 24 : 12_000, 30)).toBe(true)
  })
})
