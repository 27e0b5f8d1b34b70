import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { openClasseur } from '../../../service/imports/classeur/classeur'
import { AMPLIFIES } from '../../support/amplifies'
import { mesurer } from '../../support/gel'
import { PATIENCE } from '../../support/hasard'

async function* envoyer(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536)
    yield await Promise.resolve(bytes.subarray(at, at + 65_536))
}

/** Reads all sheets of a workbook, as it is staged; what was shown, and why no more is. */
async function lireTout(bytes: Buffer) {
  let sorti = 0
  try {
    const classeur = await openClasseur(envoyer(bytes), { dossier: tmpdir() })
    try {
      for (const { nom } of classeur.feuilles)
        for await (const { cellules } of classeur.lignes(nom))
          for (const cellule of cellules) sorti += Buffer.byteLength(cellule) + 1
    } finally {
      await classeur.close()
    }
    return { sorti, refus: 'lu' }
  } catch (error) {
    return { sorti, refus: error instanceof Error ? error.message : '' }
  }
}

test.each(AMPLIFIES)(
  'A2 %s : refusé en 2 s, ou lu sans peser ni figer',
  { timeout: PATIENCE },
  async (quoi, ecrit, refus) => {
    const bytes = ecrit()
    const { rendu, processeur, gel, memoire } = await mesurer(() => lireTout(bytes))
    if (process.env['TEST_LOG'])
      console.log(
        [quoi, bytes.length, rendu.sorti, processeur, gel, memoire]
          .map((one) => (typeof one === 'number' ? Math.round(one) : one))
          .join(' | '),
        rendu.refus.slice(0, 40),
      )
    expect(rendu.refus).toMatch(refus ?? /^lu$/)
    expect(rendu.sorti).toBeLessThan(17 * 1024 * 1024 + 250 * bytes.length)
    expect(processeur).toBeLessThan(refus ? 2000 : 5000)
    expect(gel).toBeLessThan(100)
    expect(memoire).toBeLessThan(150)
  },
)
