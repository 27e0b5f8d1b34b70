import { tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { openClasseur } from '../../../service/imports/classeur/classeur'
import { lireColonnes } from '../../../service/imports/fichiers/colonnes'
import { trouverEntete } from '../../../service/imports/fichiers/entete'
import { NOMS_CONNUS } from '../../../service/imports/fichiers/noms-connus'
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
    const most = refus ? 2000 : 5000
    let mesure = await mesurer(() => lireTout(bytes))
    // Where others are busy rubbish is collected late and at once, and a core does less; not twice.
    if (mesure.memoire > 150 || mesure.processeur > most || mesure.gel > 100)
      mesure = await mesurer(() => lireTout(bytes))
    const { rendu, processeur, gel, memoire } = mesure
    if (process.env['TEST_LOG'])
      console.log(
        [quoi, bytes.length, rendu.sorti, processeur, gel, memoire]
          .map((one) => (typeof one === 'number' ? Math.round(one) : one))
          .join(' | '),
        rendu.refus.slice(0, 40),
      )
    expect(rendu.refus).toMatch(refus ?? /^lu$/)
    expect(rendu.sorti).toBeLessThan(17 * 1024 * 1024 + 250 * bytes.length)
    expect(processeur).toBeLessThan(most)
    expect(gel).toBeLessThan(100)
    expect(memoire).toBeLessThan(150)
  },
)

test.each(['1', '1/2/25', '1 février 2025', '12,50', 'non', '"a""b"'])(
  'A2 de mille colonnes de « %s » peu de cellules se regardent, ce qui ne fige pas',
  (cellule) => {
    const titres = Array.from({ length: 1000 }, (_, at) => `c${at}`).join(';')
    const ligne = `${Array.from({ length: 1000 }, () => cellule).join(';')}\n`
    const head = Buffer.from(`${titres}\n${ligne.repeat(2000)}`).subarray(0, 2 * 1024 * 1024)
    const lus = vi.spyOn(Buffer.prototype, 'toString')
    const colonnes = lireColonnes(trouverEntete(head, NOMS_CONNUS), head, false)
    const textes = lus.mock.calls.length
    lus.mockRestore()
    expect(colonnes).toHaveLength(1000)
    // Twenty rows of the two thousand: each cell is a text two or three times.
    expect(textes).toBeGreaterThan(20_000)
    expect(textes).toBeLessThan(65_000)
  },
)
