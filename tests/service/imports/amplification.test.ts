import { beforeAll, describe, expect, test } from 'vitest'
import type { Fichier } from '#contract/fichiers'
import { AMPLIFIES, type Amplifie, cases, feuilles, repete } from '../../support/amplifies'
import { deposer } from '../../support/fichiers-outil'
import { mesurer, type Prix } from '../../support/gel'
import { startService } from '../../support/service'
import { ecrireClasseur } from '../../support/xlsx'

const { app, database } = await startService()

/** Nothing of a refused file may stay. */
async function traces() {
  const { rows } = await database.pool.query(`
    select (select count(*) from fichiers) + (select count(*) from leases)
      + (select count(*) from pg_tables where schemaname = 'depots') as traces`)
  return rows[0].traces
}

const parNom = (quoi: string): Amplifie => {
  const found = AMPLIFIES.find(([one]) => one === quoi)
  if (!found) throw new Error(`No case ${quoi}`)
  return found
}

/** What a donor's card says of its campaign, the same on every row. */
const honnete = ecrireClasseur({
  feuilles: [
    {
      nom: 'Dons',
      lignes: `<row>${cases(3, (at) => `<c t="s"><v>${at}</v></c>`)}</row>${cases(
        20_000,
        (at) =>
          `<row><c t="s"><v>3</v></c><c><v>${at}</v></c><c t="s"><v>${4 + (at % 7)}</v></c></row>`,
      )}`,
    },
  ],
  textes: `${['Date', 'Montant', 'Nom', '01/02/2025'].map((one) => `<si><t>${one}</t></si>`).join('')}${cases(7, (at) => `<si><t>${at} ${'Merci à vous. '.repeat(40)}</t></si>`)}`,
})

describe('A2 un petit classeur qui se déplie', () => {
  /** An honest workbook, read whole: some 1 s of the processor where a refusal took half of it to as much. */
  let lu: Prix & { rendu: Awaited<ReturnType<typeof deposer>> }
  beforeAll(async () => {
    lu = await mesurer(() => deposer(app, honnete, 'export.xlsx'))
  })

  test('A2 par un long texte dans vingt mille lignes, comme un outil en écrit, est lu en entier', async () => {
    const { rendu, gel, memoire } = lu
    expect(rendu.statusCode, rendu.body).toBe(200)
    expect(rendu.json<Fichier>().colonnes.map(({ nom }) => nom)).toEqual(['Date', 'Montant', 'Nom'])
    const { rows } = await database.pool.query('select poids from fichiers')
    expect(Number(rows[0].poids)).toBeGreaterThan(20_000 * 500)
    expect(gel).toBeLessThan(100)
    expect(memoire).toBeLessThan(150)
  })

  test.each<Amplifie>([
    parNom('un texte de 340 000 signes chinois, deux par ligne'),
    parNom('un texte de 30 000 signes par ligne'),
    parNom('des nombres de mille chiffres par leur format'),
    [
      'des guillemets, qui s’écrivent deux fois',
      () => repete('"'.repeat(30_000), 350),
      /répète ses textes/,
    ],
    [
      'cent feuilles qui commencent tout en bas',
      () => feuilles(100, '<row r="1048576"><c><v>1</v></c></row>'),
      /répète ses textes/,
    ],
  ])(
    'A2 par %s, est refusé en moins de deux lectures d’un honnête, sans rien laisser',
    async (_quoi, ecrit, refus) => {
      const [bytes, avant] = [ecrit(), await traces()]
      const { rendu, processeur, gel, memoire } = await mesurer(() =>
        deposer(app, bytes, 'petit.xlsx'),
      )
      expect(rendu.statusCode).toBe(422)
      expect(rendu.json<{ detail: string }>().detail).toMatch(refus ?? /^$/)
      expect(await traces()).toBe(avant)
      expect(processeur).toBeLessThan(2 * lu.processeur)
      expect(gel).toBeLessThan(100)
      expect(memoire).toBeLessThan(150)
    },
  )
})
