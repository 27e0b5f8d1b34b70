/** A seeded pseudo-random generator (mulberry32). */
export interface Random {
  /** Uniform in [0, 1). */
  next: () => number
  /** Integer, bounds included. */
  between: (low: number, high: number) => number
  pick: <T>(choices: readonly [T, ...T[]]) => T
  /** One of the choices, with probability proportional to its weight. */
  weighted: <T>(choices: readonly (readonly [T, number])[]) => T
  chance: (probability: number) => boolean
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    weighted: (choices) => {
      let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      const found = choices.find(([, weight]) => (rest -= weight) < 0)
      if (!found) throw new RangeError('Aucun choix')
      return found[0]
    },
    chance: (probability) => next() < probability,
  }
}
