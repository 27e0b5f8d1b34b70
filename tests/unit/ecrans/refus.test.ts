import { describe, expect, test } from 'vitest'
import { asRefusal, Refusal } from '../../../remix/service/refusal.server'
import { refusedAsJson, refusedAsText } from '../../../remix/service/refused.server'

describe('Un refus du service', () => {
  test('garde son code et son champ ; sans réponse, le service est indisponible', () => {
    const refusal = new Refusal(422, { detail: 'Non.', code: 'invalide', champ: 'du' })
    expect(asRefusal(refusal)).toMatchObject({ message: 'Non.', code: 'invalide', champ: 'du' })
    expect(new Refusal(503).code).toBe('indisponible')
    expect(new Refusal(404).code).toBe('refuse')
  })

  test('n’est pas une erreur inattendue : celle-ci continue son chemin', () => {
    const error = new TypeError('inattendu')
    expect(() => asRefusal(error)).toThrow(error)
    expect(() => refusedAsJson(error)).toThrow(error)
    expect(() => refusedAsText(error)).toThrow(error)
  })

  test('arrive au script de la page avec son code, et sans le 408 que Chromium renverrait', async () => {
    const slow = refusedAsJson(new Refusal(408, { detail: 'Trop lent.', code: 'trop_lent' }))
    expect(slow.status).toBe(422)
    expect(await slow.json()).toEqual({ detail: 'Trop lent.', code: 'trop_lent' })
  })

  test('à la place d’un fichier, est une phrase', async () => {
    const answer = refusedAsText(new Refusal(404, { detail: 'Ce fichier n’existe pas.' }))
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('Ce fichier n’existe pas.')
  })
})
