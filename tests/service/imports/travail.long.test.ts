import { expect, test } from 'vitest'
import { ouvrirChantiers } from '../../support/travail'
import { listerQuiGrandissent } from '../../support/travail-imports'

const ouvrir = await ouvrirChantiers()

/** What follows 1,000 cards by differences is computed whole for 5,000: up to thrice as often, where n × n is 25 times. */
test('A3 B4 aucune instruction d’un import, d’une restauration ni de ce qui les suit ne grandit plus vite que la base, de 1 000 fiches à 5 000', async () => {
  expect(await listerQuiGrandissent(ouvrir, 1_000, 5, 20)).toEqual([])
}, 3_600_000)
