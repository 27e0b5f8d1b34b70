import { describe, expect, test } from 'vitest'
import { whileWanted } from '../../../service/platform/database/abandon'
import { createTurns } from '../../../service/platform/database/turns'

const LIMITS = { places: 3, own: 2, longestMs: 60_000, refusal: () => new Error('pas de place') }

/** Lets what was promised happen. */
const tick = () => new Promise((resolve) => setImmediate(resolve))

function demander(turns: ReturnType<typeof createTurns>, ...personnes: string[]) {
  const servis: string[] = []
  const rendre: ((inVain?: boolean) => void)[] = []
  const refus: unknown[] = []
  for (const personne of personnes)
    turns.take(personne).then(
      (giveBack) => {
        servis.push(personne)
        rendre.push(giveBack)
      },
      (error: unknown) => refus.push(error),
    )
  return { servis, rendre, refus }
}

describe('[B1] Les places', () => {
  test('personne ne les prend toutes, et qui en a le moins passe devant', async () => {
    const turns = createTurns(LIMITS)
    const { servis, rendre } = demander(turns, 'un', 'un', 'un', 'un', 'deux', 'trois')
    await tick()
    expect(servis).toEqual(['un', 'un', 'deux'])
    rendre[0]?.()
    await tick()
    expect(servis.slice(3)).toEqual(['trois'])
    rendre[2]?.()
    await tick()
    expect(servis.slice(4)).toEqual(['un'])
  })

  test('une place rendue deux fois ne compte qu’une fois', async () => {
    const turns = createTurns({ ...LIMITS, places: 1 })
    const { servis, rendre } = demander(turns, 'un', 'deux', 'trois')
    await tick()
    rendre[0]?.()
    rendre[0]?.()
    await tick()
    expect(servis).toEqual(['un', 'deux'])
  })

  test('qui part ne garde ni place ni rang', async () => {
    const turns = createTurns({ ...LIMITS, places: 1 })
    const { servis, rendre } = demander(turns, 'un')
    const leaving = new AbortController()
    const left = turns.take('deux', leaving.signal)
    const { servis: after } = demander(turns, 'trois')
    leaving.abort(new Error('parti'))
    await expect(left).rejects.toThrow('parti')
    rendre[0]?.()
    await tick()
    expect([servis, after]).toEqual([['un'], ['trois']])
  })

  test('qui attend trop longtemps est refusé', async () => {
    const turns = createTurns({ ...LIMITS, places: 1, longestMs: 20 })
    demander(turns, 'un')
    await expect(turns.take('deux')).rejects.toThrow('pas de place')
  })

  test('[B5] qui attend derrière des places rendues en vain est refusé sans attendre le plus long', async () => {
    const turns = createTurns({ ...LIMITS, places: 1 })
    const { rendre } = demander(turns, 'un', 'un')
    await tick()
    rendre[0]?.(true)
    const wanted = whileWanted(new AbortController().signal, () => turns.take('deux'))
    await expect(wanted).rejects.toThrow('pas de place')
  })
})
