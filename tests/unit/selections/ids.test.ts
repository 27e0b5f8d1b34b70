import { expect, test } from 'vitest'
import { MOST_IDS, readIds, selection } from '../../../service/contract/selections'

test.each([
  ['', []],
  ['C1', ['C1']],
  ['C1\nC2\r\nC3\rC4', ['C1', 'C2', 'C3', 'C4']],
  [' C1 ; C2,C3\tC4 ', ['C1', 'C2', 'C3', 'C4']],
  ['\uFEFF"C1";\'C2\'\n""\n;;', ['C1', 'C2']],
  ['C1\nC1\nC1', ['C1']],
  ['Sans fiche 7\nO’Neil & Fils', ['Sans fiche 7', 'O’Neil & Fils']],
  [
    `C1\0\n\uD800\n${'x'.repeat(201)}\n'); drop table donateurs; --`,
    ['C1', "')", 'drop table donateurs', '--'],
  ],
])('%j', (text, ids) => {
  expect(readIds(text)).toEqual(ids)
})

test('trop d’identifiants se refusent, et la limite passe', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `${at}`).join('\n')
  expect(selection.body.safeParse({ ids: ids(MOST_IDS) }).success).toBe(true)
  const refused = selection.body.safeParse({ ids: ids(MOST_IDS + 1) })
  expect(refused.error?.issues[0]).toMatchObject({ path: ['ids'] })
  expect(selection.body.safeParse({ ids: 'x'.repeat(800_001) }).success).toBe(false)
})
