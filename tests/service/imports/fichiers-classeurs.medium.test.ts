import { expect, test } from 'vitest'
import type { Fichier } from '#contract/fichiers'
import type { ProblemAnswer } from '#contract/problem'
import { lectureNue } from '../../support/fichiers-ecrits'
import { compter, depose, deposer } from '../../support/fichiers-outil'
import { startService } from '../../support/service'
import { ecrireClasseur, zipper } from '../../support/xlsx'

const { app } = await startService()

test('un classeur se lit feuille par feuille, et ses lignes gardent leur numéro', async () => {
  const row = (at: number, cells: (string | number)[]) =>
    `<row r="${at}">${cells
      .map((cell, place) => {
        const r = `${String.fromCharCode(65 + place)}${at}`
        if (typeof cell === 'number') return `<c r="${r}"><v>${cell}</v></c>`
        if (cell.startsWith('#')) return `<c r="${r}" t="e"><v>${cell}</v></c>`
        return `<c r="${r}" t="inlineStr"><is><t>${cell}</t></is></c>`
      })
      .join('')}</row>`
  const header = [
    'Commande',
    'Date',
    'Statut',
    'Prénom',
    'Nom',
    'Email',
    'CP',
    'Tarif',
    'Montant tarif',
    'Montant promo',
    'Montant option',
  ]
  const don = (commande: string, amount: string | number, nom = 'NOIR') => [
    commande,
    '05/03/2025',
    'Validé',
    'Luce',
    nom,
    `l${commande}@ici.org`,
    '',
    'Don, "libre"',
    amount,
  ]
  const classeur = ecrireClasseur({
    feuilles: [
      { nom: 'Lisez-moi', lignes: row(1, ['Ceci', 'n’est pas']) + row(2, ['un', 'en-tête']) },
      {
        nom: 'Ventes',
        // A title, blank rows, rows that end at their last filled cell.
        lignes:
          row(2, ['Ventes de mars']) +
          row(5, header) +
          row(6, don('1', 0.1 + 0.2)) +
          row(9, don('2', '12,50 €')) +
          row(12, don('3', '#REF!')),
      },
      { nom: 'Vide', lignes: '' },
      {
        nom: 'Loin',
        // More blank rows than a header is looked for in; it can be told all the same.
        lignes: row(60, ['Qui', 'Combien']) + row(61, ['Luce', 12]),
      },
    ],
  })
  const file = await depose(app, classeur, 'ventes.xlsx')
  expect(file).toMatchObject({
    feuilles: ['Lisez-moi', 'Ventes', 'Vide', 'Loin'],
    feuille: 'Ventes',
    ligne_entete: 5,
  })
  const lecture = { ...lectureNue('XL'), feuille: 'Ventes', ligne_entete: 5 }
  const { compte, apercu } = await compter(app, file.fichier_id, lecture)
  expect(apercu.map(({ ligne }) => ligne)).toEqual([6, 9, 12])
  expect(apercu[2]?.raison).toBe(
    'La case I12 est en erreur (#REF!)\u00a0: corrigez-la dans votre tableur.',
  )
  expect(compte).toMatchObject({
    lignes: { lues: 3, dons: 2, rejets: 1 },
    montants: { dons: 12.8 },
    rejets_par_motif: [{ nombre: 1, lignes: [12], cases: ['I12'] }],
  })
  const other = (
    await app.inject(`/api/fichiers/${file.fichier_id}?feuille=Lisez-moi`)
  ).json<Fichier>()
  expect(other).toMatchObject({ feuille: 'Lisez-moi', ligne_entete: 1 })
  for (const feuille of ['Vide', 'Loin'])
    expect(
      (await app.inject(`/api/fichiers/${file.fichier_id}?feuille=${feuille}`)).statusCode,
    ).toBe(422)
  const far = await app.inject(`/api/fichiers/${file.fichier_id}?feuille=Loin&ligne_entete=60`)
  expect(far.json<Fichier>().colonnes).toMatchObject([
    { nom: 'Qui', exemples: ['Luce'] },
    { nom: 'Combien', exemples: ['12'] },
  ])
  const cell = (r: string, text: string) => `<c r="${r}" t="inlineStr"><is><t>${text}</t></is></c>`
  const wide = (lignes: string) => ecrireClasseur({ feuilles: [{ nom: 'Large', lignes }] })
  // Sparse and wide, with a format up to the last column of a sheet.
  const sparse = await depose(
    app,
    wide(
      `<row r="1">${cell('A1', 'Date')}${cell('ALL1', 'Montant')}<c r="XFD1" s="0"/></row><row r="900000">${cell('A900000', '01/02/2025')}${cell('ALL900000', '3,00')}</row>`,
    ),
    'large.xlsx',
  )
  expect(sparse.colonnes.at(-1)).toMatchObject({ place: 1000, nom: 'Montant', exemples: ['3,00'] })
  const bomb = zipper([{ nom: 'xl/workbook.xml', contenu: Buffer.alloc(200_000_000) }])
  for (const [name, bytes, words] of [
    [
      'large.xlsx',
      wide(`<row r="1">${cell('A1', 'Date')}${cell('XFD1', 'Montant')}</row>`),
      'trop grand',
    ],
    ['bombe.xlsx', bomb, 'se décompresse'],
    ['vieux.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Enregistrez-le en .xlsx'],
    ['page.pdf', Buffer.from('%PDF'), '.xlsx ou .csv'],
    ['pdf.csv', Buffer.from('%PDF-1.7\n1 0 obj\n'), 'un document PDF, pas un tableau'],
    ['tableau.csv', Buffer.from('<table><tr><td>Nom;a</td></tr></table>'), 'page web'],
    ['lettre.csv', Buffer.from('{\\rtf1 a;b\n}'), 'un texte mis en forme'],
    ['image.csv', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'une image, pas un tableau'],
    [
      'page.csv',
      Buffer.from('\uFEFF\n<!DOCTYPE html>\n<p>Connexion'),
      'une page web, pas un tableau',
    ],
    ['abime.xlsx', classeur.subarray(0, 400), 'abîmé'],
  ] as const) {
    const begun = performance.now()
    const answer = await deposer(app, bytes, name)
    expect([name, answer.statusCode]).toEqual([name, words === 'trop grand' ? 413 : 422])
    expect(answer.json<ProblemAnswer>().detail).toContain(words)
    expect(performance.now() - begun).toBeLessThan(2_000)
  }
})
