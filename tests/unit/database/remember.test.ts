import { describe, expect, test } from 'vitest'
import { Abandoned } from '../../../service/platform/database/abandon'
import { remember } from '../../../service/platform/database/remember'

/** Counts its computations, and answers the count. */
function counter() {
  let count = 0
  return () => Promise.resolve((count += 1))
}

describe('Ce qui est retenu', () => {
  test('n’est calculé qu’une fois par clé tant que l’état est le même', async () => {
    const kept = remember<number, number>()
    const compute = counter()
    expect(await kept('état 1', 2024, compute)).toBe(1)
    expect(await kept('état 1', 2024, compute)).toBe(1)
    expect(await kept('état 1', 2023, compute)).toBe(2)
  })

  test('est recalculé dès que l’état change', async () => {
    const kept = remember<number, number>()
    const compute = counter()
    await kept('état 1', 2024, compute)
    expect(await kept('état 2', 2024, compute)).toBe(2)
    expect(await kept('état 1', 2024, compute)).toBe(3)
  })

  test('n’est calculé qu’une fois pour tous ceux qui le demandent en même temps', async () => {
    const kept = remember<number, number>()
    const compute = counter()
    const answers = Promise.all([1, 2, 3].map(() => kept('état', 2024, compute)))
    expect(await answers).toEqual([1, 1, 1])
  })

  test('n’est pas un échec : la demande suivante recalcule', async () => {
    const kept = remember<number, number>()
    const failure = () => Promise.reject(new Error('la base est tombée'))
    await expect(kept('état', 2024, failure)).rejects.toThrow('la base est tombée')
    expect(await kept('état', 2024, counter())).toBe(1)
  })

  test('[0.1.0 B15] est recalculé par qui l’attend encore quand celui qui le calculait est parti', async () => {
    const kept = remember<number, number>()
    const left = kept('état', 2024, () => Promise.reject(new Abandoned()))
    const compute = counter()
    const answers = Promise.all([1, 2].map(() => kept('état', 2024, compute)))
    await expect(left).rejects.toThrow(Abandoned)
    expect(await answers).toEqual([1, 1])
  })
})
