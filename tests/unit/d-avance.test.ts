import { expect, test } from 'vitest'
import { createAhead } from '../../service/analyses/ahead'

const LONG = 500
const AT_ONCE = 3
const never = new AbortController().signal

/** Calls under a name, each noting that it was asked. */
function calls() {
  const asked: string[] = []
  const ahead = createAhead()
  const visit = (name: string, waited: number, answer: () => unknown = () => name) =>
    ahead.note(name, waited, async () => {
      asked.push(name)
      await answer()
    })
  return { ahead, asked, visit }
}

test('ce qu’on a attendu est demandé d’avance, la dernière demande d’abord, et le reste non', async () => {
  const { ahead, asked, visit } = calls()
  visit('mois', LONG)
  visit('années', AT_ONCE)
  visit('coûts', LONG)
  await ahead.prepare(never)
  expect(asked).toEqual(['coûts', 'mois'])
})

test('ce qui était prêt à la visite suivante reste à préparer', async () => {
  const { ahead, asked, visit } = calls()
  visit('mois', LONG)
  visit('coûts', LONG)
  visit('mois', AT_ONCE)
  await ahead.prepare(never)
  expect(asked).toEqual(['mois', 'coûts'])
})

test('trente demandes au plus, celles qu’on a faites en dernier', async () => {
  const { ahead, asked, visit } = calls()
  for (let annee = 1990; annee < 2025; annee++) visit(String(annee), LONG)
  await ahead.prepare(never)
  expect(asked).toHaveLength(30)
  expect(asked[0]).toBe('2024')
  expect(asked.at(-1)).toBe('1995')
})

test('un échec n’arrête pas les autres', async () => {
  const { ahead, asked, visit } = calls()
  visit('mois', LONG)
  visit('coûts', LONG, () => Promise.reject(new Error('base fermée')))
  await ahead.prepare(never)
  expect(asked).toEqual(['coûts', 'mois'])
})

test('d’autres chiffres encore, ou l’arrêt du service, et l’on n’en demande pas plus', async () => {
  const { ahead, asked, visit } = calls()
  visit('mois', LONG)
  const stopping = new AbortController()
  visit('coûts', LONG, () => stopping.abort())
  await ahead.prepare(stopping.signal)
  expect(asked).toEqual(['coûts'])

  let published = false
  visit('coûts', LONG, async () => {
    if (published) return
    published = true
    await ahead.prepare(never)
  })
  await ahead.prepare(never)
  expect(asked).toEqual(['coûts', 'coûts', 'coûts', 'mois'])
})
