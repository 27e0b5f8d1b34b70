import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readRoles } from '../../../service/platform/database/migration/chiffres'

/** The files of a folder of the schema whose text has this. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(path.join('migrations', folder))
    .filter((file) => readFileSync(path.join('migrations', folder, file), 'utf8').includes(text))
    .map((file) => path.basename(file, '.sql'))

test('le fichier de chaque vue rafraîchie dit à quoi elle sert, et celui d’aucune autre', async () => {
  const refreshed = [
    'donateurs_annees',
    ...filesWith('chiffres', '-- nom :'),
    ...filesWith('vues', 'create materialized view'),
  ]
  const roles = await readRoles('migrations')
  expect([...roles.keys()].sort()).toEqual(refreshed.sort())
  for (const [name, role] of roles) expect(role, name).toMatch(/^Pour /)
})
