import { describe, expect, test } from 'vitest'
import type { TypeDecision } from '../../../service/contract/exclusions'
import { type Commande, decide, evolve, sansEvenement } from '../../../service/exclusions/decide'
import { Problem } from '../../../service/problem'

/** The state after the donor's events, given as [numero, type]. */
const given = (...evenements: [number, TypeDecision][]) =>
  evenements.reduce((etat, [numero, type]) => evolve(etat, { numero, type }), sansEvenement(true))

const commande = (type: TypeDecision, about: Partial<Commande> = {}): Commande => ({
  type,
  evenement_id: '7b6f8a52-4a39-4f0e-9a51-0f6f4f0b7a10',
  contact_id: 'C-12',
  raison: 'essai',
  exclu_par: 'Utilisateur',
  identite: null,
  ...about,
})

function refusal(act: () => unknown): Problem {
  try {
    act()
  } catch (error) {
    if (error instanceof Problem) return error
  }
  throw new Error('rien n’a été refusé')
}

describe('Exclure un donateur', () => {
  test('sans histoire : accepté, comme son premier événement', () => {
    expect(decide(given(), commande('EXCLUSION'))).toEqual({
      ...commande('EXCLUSION'),
      numero_attendu: 0,
    })
  })

  test('réintégré auparavant : accepté, à la suite de son dernier événement', () => {
    const etat = given([4, 'EXCLUSION'], [9, 'REINTEGRATION'])
    expect(decide(etat, commande('EXCLUSION')).numero_attendu).toBe(9)
  })

  test('déjà exclu : refusé, avec l’état présent', () => {
    const problem = refusal(() => decide(given([4, 'EXCLUSION']), commande('EXCLUSION')))
    expect(problem.code).toBe('conflit')
    expect(problem.message).toBe('Le donateur C-12 est déjà exclu (événement n° 4).')
    expect(problem.etat).toEqual({ contact_id: 'C-12', exclu: true, numero_attendu: 4 })
  })

  test('que ni une fiche ni un don ne nomme : inconnu', () => {
    const problem = refusal(() => decide(sansEvenement(false), commande('EXCLUSION')))
    expect(problem.code).toBe('introuvable')
    expect(problem.champ).toBe('contact_id')
  })
})

describe('Réintégrer un donateur', () => {
  test('exclu : accepté', () => {
    expect(decide(given([4, 'EXCLUSION']), commande('REINTEGRATION')).numero_attendu).toBe(4)
  })

  test('jamais exclu : refusé', () => {
    const problem = refusal(() => decide(given(), commande('REINTEGRATION')))
    expect(problem.code).toBe('conflit')
    expect(problem.etat).toEqual({ contact_id: 'C-12', exclu: false, numero_attendu: 0 })
  })

  test('déjà réintégré : refusé', () => {
    const etat = given([4, 'EXCLUSION'], [9, 'REINTEGRATION'])
    expect(refusal(() => decide(etat, commande('REINTEGRATION'))).code).toBe('conflit')
  })
})

describe('Un formulaire qui date', () => {
  test('est accepté quand rien n’a changé depuis', () => {
    const etat = given([4, 'EXCLUSION'])
    const asked = commande('REINTEGRATION', { numero_attendu: 4 })
    expect(decide(etat, asked).numero_attendu).toBe(4)
  })

  test('est refusé quand le donateur a été réintégré puis exclu de nouveau entre-temps', () => {
    const etat = given([4, 'EXCLUSION'], [9, 'REINTEGRATION'], [12, 'EXCLUSION'])
    const problem = refusal(() => decide(etat, commande('REINTEGRATION', { numero_attendu: 4 })))
    expect(problem.message).toMatch(/modifié entre-temps : il est exclu \(événement n° 12\)/)
    expect(problem.etat).toEqual({ contact_id: 'C-12', exclu: true, numero_attendu: 12 })
  })
})
