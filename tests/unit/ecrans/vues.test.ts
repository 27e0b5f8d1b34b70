import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { VIEW_PURPOSES } from '../../../remix/ui/view-purposes'

/** The files of a folder of the schema whose text has this. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(path.join('migrations', folder))
    .filter((file) => readFileSync(path.join('migrations', folder, file), 'utf8').includes(text))
    .map((file) => path.basename(file, '.sql'))

test('la fenêtre d’« Actualiser » dit de chaque vue à quoi elle sert, et d’aucune autre', () => {
  const refreshed = [
    'donateurs_annees',
    ...filesWith('chiffres', '-- nom :'),
    ...filesWith('vues', 'create materialized view'),
  ]
  expect(Object.keys(VIEW_PURPOSES).sort()).toEqual(refreshed.sort())
})
