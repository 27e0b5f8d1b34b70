import { buffer } from 'node:stream/consumers'
import { describe, expect, test, onTestFinished, vi } from 'vitest'
import { writeClasseur } from '../../../remix/classeur/classeur.server'
import { LAST_SHEET } from '../../../remix/classeur/definitions.server'
import { atOneMoment } from '../../../remix/classeur/moment.server'
import { sheetOf } from '../../../remix/classeur/sheet.server'
import { CLASSEURS, downloads } from '../../../remix/tables/downloads.server'
import type { Column, Table } from '../../../remix/ui/table'
import type { Fraicheur } from '../../../service/contract/rafraichissement'
import { type Feuille, ligneDe, lireClasseur } from '../../support/classeur'
import { HOSTILE } from '../../support/hostile'
import { ouvrirDansLibreOffice, SANS_LIBREOFFICE, sansLibreOffice } from '../../support/soffice'
import { testIf } from '../../support/test-if'

const ecrire = async (table: Omit<Table, 'name'>, feuille = 'Feuille'): Promise<Buffer> =>
  buffer(
    await writeClasseur([
      { sheet: sheetOf(feuille, { name: 'essai', ...table }), title: table.title },
    ]),
  )

async function ecrireEtLire(table: Omit<Table, 'name'>): Promise<Feuille> {
  const [feuille] = lireClasseur(await ecrire(table))
  if (!feuille) throw new Error('The workbook has no sheet')
  return feuille
}

const TEXTE: Column[] = [{ title: 'Code', format: 'texte' }]

/** Texts that a spreadsheet might take for something else, or that might break the file. */
const PIEGES = [
  ...HOSTILE,
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1:A2)',
  '\t=1+1',
  "'=1+1",
  '1e5',
  '0612345678',
  '31/12/2024',
  'VRAI',
  '_x0041_',
  '_x000D_',
  'constructor',
  'toString',
  'hasOwnProperty',
  ' entre espaces ',
  'deux\nlignes',
  'œuvre 🎄 d’été',
  ']]> & <t>',
] as const

describe('Un texte d’un classeur', () => {
  test('reste le texte qu’il est, quoi qu’il dise', async () => {
    const feuille = await ecrireEtLire({
      title: 'Pièges',
      columns: TEXTE,
      rows: PIEGES.map((piege) => [piege]),
    })
    const lus = PIEGES.map((_, at) => feuille.cases.get(`A${at + 2}`))
    expect(lus.map((lue) => lue?.valeur)).toEqual([...PIEGES])
    // Excel makes no formula of a cell of the format text, even where somebody edits it.
    expect(new Set(lus.map((lue) => lue?.format))).toEqual(new Set(['@']))
  })

  test('un caractère de contrôle ou une moitié de caractère ne casse pas le fichier', async () => {
    const feuille = await ecrireEtLire({
      title: 'a\u0000b',
      columns: [{ title: 'Co\u0007de', format: 'texte' }],
      rows: [['a\u0000b\u001Fc'], ['\uD83C seul'], ['\u0001']],
    })
    expect(feuille.cases.get('A1')?.valeur).toBe('Code')
    expect(feuille.cases.get('A2')?.valeur).toBe('abc')
    expect(feuille.cases.get('A3')?.valeur).toBe(' seul')
  })

  test('est coupé à ce que tient une case d’Excel, et le montre', async () => {
    const feuille = await ecrireEtLire({
      title: 'Long',
      columns: TEXTE,
      rows: [['é'.repeat(32_767)], ['é'.repeat(40_000)]],
    })
    expect(feuille.cases.get('A2')?.valeur).toBe('é'.repeat(32_767))
    expect(feuille.cases.get('A3')?.valeur).toBe(`${'é'.repeat(32_766)}…`)
    expect(feuille.largeurs[0]).toBeLessThan(60)
  })
})

describe('Un nombre d’un classeur', () => {
  const columns: Column[] = [
    { title: 'Année', format: 'annee' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Montant', format: 'montant' },
    { title: 'Part', format: 'pourcentage' },
    { title: 'Écart', format: 'ecart', group: 'Donateurs' },
    { title: 'Évolution', format: 'evolution', judged: 'evolution' },
    { title: 'Jour', format: 'jour' },
    { title: 'Instant', format: 'instant' },
    { title: 'Mot', format: 'texte' },
  ]
  /** As Excel counts: days since 30 December 1899. */
  const jour = (date: string): unknown =>
    expect.closeTo((Date.parse(date) - Date.UTC(1899, 11, 30)) / 86_400_000, 6)
  const table = {
    title: 'Nombres',
    columns,
    rows: [
      [2024, 1234, 1234.5, 14.2, -3, 3.2, '2024-12-31', '2024-07-01T22:30:00Z', 'N/A'],
      [2025, { value: 0, href: '/' }, 0.1 + 0.2, 0, 0, null, 'inconnu', null, null],
      ['2026 (en cours)', null, null, null, null, -100, '1899-12-31', '2024-02-29T11:00:00Z', ''],
    ],
    totals: [['Total', 1234, 1234.8, 100, -3, 7.1, null, null, null]],
  }

  test('est un nombre, un pourcentage la part qu’il dit, une date une date de Paris', async () => {
    const feuille = await ecrireEtLire(table)
    expect(ligneDe(feuille, 1)).toEqual([
      2024,
      1234,
      1234.5,
      0.142,
      -3,
      0.032,
      jour('2024-12-31'),
      jour('2024-07-02T00:30Z'),
      'N/A',
    ])
    expect(ligneDe(feuille, 2)).toEqual([2025, 0, 0.3, 0, 0, null, 'inconnu', null, null])
    expect(ligneDe(feuille, 3)).toEqual([
      '2026 (en cours)',
      null,
      null,
      null,
      null,
      -1,
      '31/12/1899',
      jour('2024-02-29T12:00Z'),
      null,
    ])
  })

  test('a le format de sa colonne, et la ligne du total est grasse', async () => {
    const feuille = await ecrireEtLire(table)
    const formats = 'ABCDEFGH'.split('').map((colonne) => feuille.cases.get(`${colonne}2`)?.format)
    expect(formats).toEqual([
      '0',
      '#,##0',
      '#,##0.00\\ "€"',
      '#,##0.0\\ %',
      '+#,##0;-#,##0;0',
      '+#,##0.0\\ %;-#,##0.0\\ %;0.0\\ %',
      'dd/mm/yyyy',
      'dd/mm/yyyy hh:mm',
    ])
    expect(feuille.cases.get('C2')?.gras).toBe(false)
    expect(feuille.cases.get('C5')).toMatchObject({ valeur: 1234.8, gras: true })
  })

  test('l’en-tête est gras et reste en vue, le groupe y est dit', async () => {
    const feuille = await ecrireEtLire(table)
    expect(ligneDe(feuille, 0)).toEqual([
      'Année',
      'Dons',
      'Montant',
      'Part',
      'Donateurs – Écart',
      'Évolution',
      'Jour',
      'Instant',
      'Mot',
    ])
    expect(feuille.cases.get('A1')?.gras).toBe(true)
    expect(feuille.figees).toEqual([1, 1])
    // « 2026 (en cours) » and « 01/07/2024 22:30 » are wholly seen.
    expect(feuille.largeurs[0]).toBeGreaterThan('2026 (en cours)'.length)
    expect(feuille.largeurs[7]).toBeGreaterThan('01/07/2024 22:30'.length)
  })

  test('ce qui est à côté d’une évolution, à date, a sa colonne', async () => {
    const atDate = { au: '2026-10-28', comparable: true, value: -6.5 }
    const feuille = await ecrireEtLire({
      title: 'À date',
      columns: [
        { title: 'Année', format: 'annee' },
        { title: 'Évolution', format: 'evolution' },
      ],
      rows: [
        [2025, 3],
        [2026, { value: -43.2, atDate }],
      ],
    })
    expect(ligneDe(feuille, 0)).toEqual(['Année', 'Évolution', 'Évolution à date (au 28/10)'])
    expect(ligneDe(feuille, 1)).toEqual([2025, 0.03, null])
    expect(ligneDe(feuille, 2)).toEqual([2026, -0.432, -0.065])
  })
})

describe('Les feuilles des écrans', () => {
  const noms = Object.entries(CLASSEURS).map(
    ([ecran, { feuilles }]) => [ecran, [...Object.keys(feuilles), LAST_SHEET]] as const,
  )

  test.each(noms)('%s : Excel accepte leurs noms, tous différents', (_, feuilles) => {
    for (const nom of feuilles) expect(nom).toMatch(/^[^[\]:*?/\\']{1,31}$/)
    expect(new Set(feuilles.map((nom) => nom.toLowerCase())).size).toBe(feuilles.length)
  })

  test('chaque tableau est dans un seul classeur, et l’un de ceux qui se téléchargent', () => {
    const tableaux = Object.values(CLASSEURS).flatMap(({ feuilles }) =>
      Object.values(feuilles).map(({ name }) => name),
    )
    expect(tableaux.length).toBeGreaterThan(40)
    expect(new Set(tableaux).size).toBe(tableaux.length)
    expect(Object.keys(downloads)).toEqual(expect.arrayContaining(tableaux))
  })
})

describe('Les tableaux d’un classeur', () => {
  const fraicheur = {
    dernier_don: '2026-10-28',
    calcule_le: '2026-11-20T07:15:00Z',
    attendu: false,
    dons_attendus: false,
    suspects_attendus: false,
    imports_plus_recents: 0,
    exclusions_plus_recentes: 0,
    exclusions_comprises: true,
    controles: null,
    ecarts_comptables: [],
    demonstration: false,
    refresh_id: null,
    avancement: null,
    echec_id: null,
  }
  const publiee = { ...fraicheur, calcule_le: '2026-11-20T07:16:00Z' }
  const exclue = { ...publiee, exclusions_plus_recentes: 1 }
  const importee = { ...exclue, imports_plus_recents: 1 }

  /** Answers these in turn, the last one from then on. */
  const tour = (answers: Fraicheur[]) => {
    let at = 0
    return () => Promise.resolve(answers[at++] ?? answers.at(-1) ?? fraicheur)
  }

  test.each([
    { change: 'rien', fraicheurs: [fraicheur], lectures: 1 },
    {
      change: 'la fin de la recherche des suspects',
      fraicheurs: [{ ...fraicheur, suspects_attendus: true }, fraicheur],
      lectures: 2,
    },
    { change: 'une publication', fraicheurs: [fraicheur, publiee], lectures: 2 },
    { change: 'puis une exclusion', fraicheurs: [fraicheur, publiee, exclue], lectures: 3 },
    {
      change: 'puis un import',
      fraicheurs: [fraicheur, publiee, exclue, importee],
      lectures: 4,
    },
    {
      change: 'un calcul qui commence',
      fraicheurs: [fraicheur, { ...fraicheur, refresh_id: 'r' }],
      lectures: 1,
    },
  ])('sont d’un seul moment : $change', async ({ fraicheurs, lectures }) => {
    let lues = 0
    const { found, fraicheur: dite } = await atOneMoment(tour(fraicheurs), () =>
      Promise.resolve(++lues),
    )
    expect(found).toBe(lectures)
    expect(dite).toEqual(fraicheurs.at(-1))
  })

  /** Reads them while figures change for so long, on a clock of the test's own. */
  async function lirePendant(changentMs: number) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    let lues = 0
    const lire = () => {
      lues++
      const at = Math.min(performance.now(), changentMs) + 1e12
      const changes = performance.now() < changentMs ? lues : 0
      return Promise.resolve({ ...fraicheur, calcule_le: new Date(at + changes).toISOString() })
    }
    const result = atOneMoment(lire, () => Promise.resolve(null)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    return { result: await result, lues }
  }

  test('B11 sont attendus pendant que des publications se suivent', async () => {
    const { result, lues } = await lirePendant(20_000)
    expect(result).toMatchObject({ found: null })
    expect(lues).toBeLessThan(30)
  })

  test('B11 ne sont pas donnés si les données changent encore après 30 s, et une phrase le dit', async () => {
    const { result } = await lirePendant(Infinity)
    expect(result).toMatchObject({
      status: 503,
      message: 'Les données changent en ce moment. Réessayez dans quelques instants.',
    })
  })
})

testIf(!sansLibreOffice, SANS_LIBREOFFICE)(
  'LibreOffice ouvre un classeur aux textes piégés, et n’y trouve aucune formule',
  async () => {
    const simples = PIEGES.filter((piege) => !/["\t\n]/.test(piege))
    const bytes = await ecrire({
      title: 'Pièges',
      columns: [...TEXTE, { title: 'Montant', format: 'montant' }],
      rows: simples.map((piege, at) => [piege, at + 0.25]),
    })
    const [[nom, csv] = []] = [...ouvrirDansLibreOffice(bytes)]
    expect(nom).toBe('Feuille')
    const lignes = (csv ?? '').trimEnd().split('\n').slice(1)
    expect(lignes.map((ligne) => ligne.split('\t')[0]?.replace(/^"(.*)"$/, '$1'))).toEqual(simples)
    const montants = lignes.map((ligne) => Number(ligne.split('\t')[1]?.replace(',', '.')))
    expect(montants).toEqual(simples.map((_, at) => at + 0.25))
  },
)
