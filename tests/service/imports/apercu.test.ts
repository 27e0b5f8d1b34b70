import { expect, test } from 'vitest'
import { importFile, preview, upload, waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app } = await startService()

const HEADER = 'id;montant;date;contact'
const dons = (count: number, montant: string, from = 1) =>
  [
    HEADER,
    ...Array.from(
      { length: count },
      (_, index) => `${from + index};${montant};2025-01-01;c${from + index}`,
    ),
  ].join('\n')

test('l’aperçu dit ce qui a été compris du fichier', async () => {
  const text =
    'Export du 3 mai\r\nMontant;Identifiant;Date don;ID don;Id contact;Campagne\r\n12,5;x;31/03/2024;1;c;Noël\r\n'
  const apercu = await preview(app, 'donations', Buffer.from(text, 'latin1'))
  expect(apercu.detecte).toEqual({
    delimiteur: 'point-virgule',
    encodage: 'Windows-1252',
    ligne_entete: 2,
    colonnes: [
      { champ: 'order_amount', entete: 'Montant' },
      { champ: 'order_date', entete: 'Date don' },
      { champ: 'id', entete: 'ID don' },
      { champ: 'contact_id', entete: 'Id contact' },
      { champ: 'campaign_code', entete: 'Campagne' },
    ],
    colonnes_ignorees: ['Identifiant'],
  })
  expect(apercu).toMatchObject({ filename: 'fichier.csv', taille: text.length, avertissements: [] })
})

test('l’aperçu d’un fichier en attente se relit tel quel', async () => {
  const apercu = await preview(app, 'donations', dons(3, '5'))
  const again = await app.inject(`/api/upload/apercu/${apercu.fichier_id}`)
  expect(again.json()).toEqual({ ...apercu, type: 'donations' })
})

test('l’aperçu compare avec ce qui est enregistré, sans rien écrire', async () => {
  await importFile(app, 'donations', dons(4, '5', 100))
  const apercu = await preview(
    app,
    'donations',
    `${dons(2, '5', 100)}\n102;6;2025-01-01;c\n200;5;2025-01-01;c`,
  )
  expect(apercu).toMatchObject({ nouveaux: 1, modifies: 1, inchanges: 2 })
  expect(await preview(app, 'donations', dons(4, '5', 100))).toMatchObject({ inchanges: 4 })
})

test('[0.1.0 B10] l’aperçu se refait quand un autre import est passé depuis', async () => {
  const apercu = await preview(app, 'donations', dons(3, '5', 700))
  expect(apercu).toMatchObject({ nouveaux: 3, inchanges: 0, upload_id: null })
  await importFile(app, 'donations', dons(2, '5', 700))
  const again = await app.inject(`/api/upload/apercu/${apercu.fichier_id}`)
  expect(again.json()).toMatchObject({ nouveaux: 1, inchanges: 2, upload_id: null })
  expect(again.json()).not.toHaveProperty('apres')
})

test('[0.1.0 B10] l’aperçu d’un fichier dont l’import a commencé nomme cet import, et ne change plus', async () => {
  const { fichier_id } = await preview(app, 'donations', dons(3, '5', 800))
  const upload_id = await upload(app, 'donations', fichier_id)
  await waitForImport(app, upload_id)
  const read = () => app.inject(`/api/upload/apercu/${fichier_id}`)
  expect((await read()).json()).toMatchObject({ nouveaux: 3, upload_id })
  await importFile(app, 'donations', dons(1, '6', 800))
  expect((await read()).json()).toMatchObject({ nouveaux: 3, upload_id })
})

test('l’aperçu prévient quand le fichier a l’air faux', async () => {
  const rejected = await preview(app, 'donations', `${dons(18, '5')}\nx;y\nz`)
  expect(rejected).toMatchObject({
    avertissements: [],
    rejets_nombreux: expect.stringMatching(/^10\s% des lignes sont rejetées/),
  })
  const cents = await preview(app, 'donations', dons(5, '5000', 300))
  expect(cents.avertissements).toEqual([expect.stringMatching(/dépasse dix fois/)])
  const twice = await preview(app, 'donations', dons(4, '5', 100))
  expect(twice).toMatchObject({ avertissements: [], nouveaux: 0, modifies: 0, inchanges: 4 })
  expect(twice.deja_importe_le).not.toBeNull()
  const gifts = await preview(app, 'donateurs', 'contact_id;nom;montant;date\nc;d;5;2025-01-01\n')
  expect(gifts.avertissements).toEqual([
    expect.stringMatching(/ressemble à un fichier de donations/),
  ])
  const written = await preview(app, 'donateurs', 'Contact;Nom;Montant du don;Date-don\nc;d;5;x\n')
  expect(written.avertissements).toEqual([
    expect.stringMatching(/ressemble à un fichier de donations/),
  ])
  const points = await preview(app, 'donations', dons(2, '1.234', 400))
  expect(points.avertissements).toEqual([
    expect.stringMatching(/^2 montants s’écrivent avec un point/),
  ])
})

test('5 % de rejets ne font pas encore un fichier faux', async () => {
  const apercu = await preview(app, 'donations', `${dons(19, '5', 500)}\nx;y`)
  expect(apercu.rejets).toBe(1)
  expect(apercu).toMatchObject({ avertissements: [], rejets_nombreux: null })
})

test('une somme dix fois plus grande que d’habitude se voit, même quand le don moyen est ordinaire', async () => {
  const ordinary = (from: number) => dons(2, '50', from)
  for (const from of [1000, 1010]) await importFile(app, 'donations', ordinary(from))
  // What is usual goes by files that came to something.
  for (let from = 1020; from < 1200; from += 20)
    await importFile(app, 'donations', dons(2, '0', from))
  const many = dons(400, '50', 2000).replaceAll('2025-01-01', '2025-01-02')
  expect((await preview(app, 'donations', many)).avertissements).toEqual([
    expect.stringMatching(
      /^Le montant total de ce fichier \(20\s000,00\s€\) dépasse dix fois celui d’un fichier habituel \((?!0,00)/,
    ),
  ])
})

test('la période compte les lignes courtes une fois complétées', async () => {
  const text =
    'id;montant;date;contact;campagne\n1;5;2024-05-01;c;x\n2;5;2023-01-02;c\n3;5;2025-12-31;c\n'
  const apercu = await preview(app, 'donations', text)
  expect(apercu).toMatchObject({ premiere_date: '2024-05-01', derniere_date: '2024-05-01' })
  const again = await app.inject(
    `/api/upload/apercu/${apercu.fichier_id}?completer_lignes_courtes=1`,
  )
  expect(again.json()).toMatchObject({ premiere_date: '2023-01-02', derniere_date: '2025-12-31' })
})

test('[A1] une colonne de codes qui a presque autant de valeurs que de lignes se dit, par son nom', async () => {
  const file = (code: (rang: number) => string) =>
    ['id;montant;date;contact;Origine;media']
      .concat(
        Array.from(
          { length: 1_000 },
          (_, rang) => `A1-${rang};0,01;2024-03-01;C${rang};${code(rang)};WEB`,
        ),
      )
      .join('\n')
  const several = (text: string) => preview(app, 'donations', text)
  expect((await several(file((rang) => `K${rang % 799}`))).avertissements).toEqual([])
  expect((await several(file((rang) => `K${rang % 800}`))).avertissements).toEqual([
    'La colonne «\u00a0Origine\u00a0» a presque autant de codes que de lignes (800 codes différents sur 1\u202f000 lignes)\u00a0: contient-elle bien des codes, et non des identifiants\u00a0? Les analyses montreraient les 200 plus grands, et tous les autres ensemble.',
  ])
  // Rows without a code do not make a column of ids look like one of codes.
  expect((await several(file((rang) => (rang % 2 ? '' : `K${rang}`)))).avertissements).toEqual([])
})

test('l’aperçu dit les dons d’un jour qui n’en est pas un, et de bien avant les autres', async () => {
  const avertis = async (...jours: string[]) => {
    const lignes = jours.map((jour, at) => `J${at};10;${jour};c${at}`)
    const { avertissements } = await preview(app, 'donations', [HEADER, ...lignes].join('\n'))
    return avertissements.filter((sentence) => sentence.startsWith('Des dons sont datés'))
  }
  const recents = Array.from({ length: 150 }, (_, at) => `2025-03-${10 + (at % 19)}`)
  expect(await avertis('1970-01-01', '1999-05-06', ...recents)).toEqual([
    expect.stringMatching(
      /^Des dons sont datés d’un jour .*\(.*1970\s: 1\sdon, 10,00\s€\s; 1999\s: 1\sdon, 10,00\s€\)/,
    ),
  ])
  expect(await avertis(...recents)).toEqual([])
  expect(
    await avertis('2015-05-06', '2018-05-06', '2021-05-06', '2024-05-06', '2026-05-06'),
  ).toEqual([])
})
