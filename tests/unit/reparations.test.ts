import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Reparation } from '../faults/reparations/reparation'
import { missingTests } from '../support/titres'

const folder = path.resolve(import.meta.dirname, '../faults/reparations')

async function readReparations(): Promise<Reparation[]> {
  const files = readdirSync(folder).filter((file) => file !== 'reparation.ts')
  const parts = await Promise.all(
    files.map(async (file) => {
      const { reparations } = (await import(path.join(folder, file))) as {
        reparations: Reparation[]
      }
      return reparations
    }),
  )
  return parts.flat()
}

const reparations = await readReparations()

test.each(reparations)('$code, $panne : montrée par des tests qui existent', ({ tests }) => {
  expect(missingTests(tests)).toEqual([])
  expect(Object.keys(tests)).not.toEqual([])
})

test('la liste des réparations se lit', () => {
  expect(reparations.filter(({ panne, depuis }) => !panne || !depuis)).toEqual([])
})
