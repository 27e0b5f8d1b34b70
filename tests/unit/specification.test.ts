import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Ligne } from '../e2e/specification/ligne'
import { missingTests } from '../support/titres'

const tests = path.resolve(import.meta.dirname, '..')
const folder = path.join(tests, 'e2e', 'specification')

async function readLignes(): Promise<Ligne[]> {
  const files = readdirSync(folder).filter((file) => file !== 'ligne.ts')
  const parts = await Promise.all(
    files.map(async (file) => {
      const { lignes } = (await import(path.join(folder, file))) as { lignes: Ligne[] }
      return lignes
    }),
  )
  return parts.flat()
}

const lignes = await readLignes()

describe('Chaque ligne de la spécification', () => {
  test('a des mots', () => {
    expect(lignes.length).toBeGreaterThan(40)
    expect(lignes.filter(({ ligne }) => ligne.trim() === '')).toEqual([])
  })

  test('est montrée par un test qui existe', () => {
    const shown: Record<string, string[]> = {}
    for (const { fichier, test: title } of lignes) (shown[fichier] ??= []).push(title)
    expect(missingTests(shown)).toEqual([])
  })
})
