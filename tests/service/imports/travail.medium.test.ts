import { expect, test } from 'vitest'
import { ouvrirChantiers } from '../../support/travail'
import { listerQuiGrandissent } from '../../support/travail-imports'

const ouvrir = await ouvrirChantiers()

test('A3 aucune instruction d’un import, d’une restauration ni de ce qui les suit ne grandit plus vite que la base, quoi que la base sache d’elle-même', async () => {
  expect(await listerQuiGrandissent(ouvrir, 250, 4, 8)).toEqual([])
}, 600_000)
