import { expect, test } from 'vitest'
import { AU_DEBUT, inPercent } from '../../../service/imports/writing/progress'

test('un import qui commence est à zéro', () => {
  expect(inPercent(AU_DEBUT)).toEqual({ pourcentage: 0, portion: 0 })
})

test('une étape commence après ce qui est fait, et pèse ce qu’elle a de lignes', () => {
  expect(inPercent({ fait: 100, etape: 50, reste: 50 })).toEqual({
    pourcentage: 49.5,
    portion: 24.75,
  })
})

test('le dernier pour cent est celui de l’enregistrement définitif', () => {
  expect(inPercent({ fait: 3, etape: 0, reste: 0 })).toEqual({ pourcentage: 99, portion: 0 })
})

test('un fichier sans ligne ne divise pas par zéro', () => {
  expect(inPercent({ fait: 0, etape: 0, reste: 0 })).toEqual({ pourcentage: 0, portion: 0 })
})
