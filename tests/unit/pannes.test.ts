import { expect, test } from 'vitest'
import { PANNES } from '../faults/pannes'
import { missingTests } from '../support/titres'

test.each(PANNES)('$panne : montrée par des tests qui existent', ({ tests }) => {
  expect(missingTests(tests)).toEqual([])
  expect(Object.keys(tests)).not.toEqual([])
})
