import { expect, test } from 'vitest'
import { csvHeader, csvLine } from '../../../service/files/csv'
import { countRecords } from '../../../service/platform/http/exports'
import { createRandom } from '../../../service/programs/demo/random'

test('les lignes d’un fichier se comptent, quels que soient les textes et leur découpe', () => {
  const random = createRandom(5)
  const TEXTES = ['a', '', 'x\r\ny', '"', '""\r\n"', ';', '\r\n', '=1+1', 'é "b"\r\n\r\n'] as const
  for (let tirage = 0; tirage < 200; tirage++) {
    const rows = random.between(0, 12)
    const lines = Array.from({ length: rows }, () =>
      csvLine([random.pick(TEXTES), random.pick(TEXTES), random.between(0, 9)]),
    )
    const count = countRecords()
    let counted = count(csvHeader(['Un', 'De "ux"', 'Trois']))
    while (lines.length > 0) counted = count(lines.splice(0, random.between(1, 4)).join(''))
    expect(counted).toBe(rows + 1)
  }
})
