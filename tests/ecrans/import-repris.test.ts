import { afterAll, expect, test } from 'vitest'
import { beginImport } from '../../service/imports/entries/entry'
import { connect } from '../../service/platform/database/connect'
import { analyser, chiffresDe, fichier, importer, panneauDe } from '../support/deposer'
import { propre } from '../support/ecrans'
import { findAll, listByRole, textOf, wordsOf } from '../support/html'
import { requete } from '../support/requete'

const visite = propre('vide')
let close: () => Promise<void> = () => Promise.resolve()
afterAll(() => close())

const END = 'update leases set renewals = null where job_id = $1 returning job_id'

test('un import en cours se retrouve par le menu, et celui d’un service mort se relance', async () => {
  const upload = await visite.ouvrir('/upload?onglet=donations')
  const file = fichier('Dons.csv', 'id;montant;date;contact\n1;10;2024-01-31;C1\n')
  const preview = await analyser(visite, upload, 'donations', file)
  const fichierId = new URL(preview.adresse, visite.url).searchParams.get('fichier_donations') ?? ''

  // Nobody runs this attempt: its service is as good as dead.
  const database = connect(visite.databaseUrl)
  close = () => database.close()
  const begun = await beginImport(database.db, {
    fichierId,
    type: 'donations',
    isCompleted: false,
    importePar: 'Utilisateur',
  })
  expect(begun).toBeDefined()
  const running = await visite.ouvrir('/upload')
  expect(running.adresse).toContain(`import_donations=${fichierId}`)
  expect(wordsOf(panneauDe(running))).toContain('Import en cours')
  expect(listByRole(running.document, 'button', 'Réessayer')).toEqual([])
  expect((await visite.ouvrir('/upload?onglet=donateurs')).adresse).toBe('/upload?onglet=donateurs')

  await requete(visite.databaseUrl, END, [fichierId])
  expect((await visite.ouvrir('/upload')).adresse).toBe('/upload')
  const dead = await visite.ouvrir(running.adresse)
  expect(wordsOf(panneauDe(dead))).toContain('Import Échoué')
  const shown = await importer(visite, dead, 'donations', 'Réessayer')
  expect(chiffresDe(shown)).toMatchObject({ Insérées: '1' })
  expect(listByRole(shown.document, 'button', 'Réessayer')).toEqual([])
})

test('des numéros qui recommencent se décident sous l’onglet des dons, chaque réponse montrée par année', async () => {
  const dons = (annee: number) =>
    [
      'id;montant;date;contact',
      ...[1, 2, 3, 4, 5].map((at) => `RA${at};20;${annee}-03-01;C${at}`),
    ].join('\n')
  const lire = async (annee: number) =>
    analyser(
      visite,
      await visite.ouvrir('/upload?onglet=donations'),
      'donations',
      fichier(`Dons-${annee}.csv`, dons(annee)),
    )
  await importer(visite, await lire(2018), 'donations')
  const asked = await lire(2019)
  const words = wordsOf(panneauDe(asked))
  expect(words).toContain('Ces numéros recommencent-ils')
  expect(words).toMatch(/5 numéros reviennent .*Rien ne s’importe tant que ce n’est pas décidé/)
  const tables = findAll(panneauDe(asked), '.accounts table').map((table) =>
    findAll(table, 'tbody tr').map((row) =>
      findAll(row, 'th, td').map((cell) => textOf(cell).replace(/\s/gu, ' ')),
    ),
  )
  expect(tables).toEqual([
    [
      ['2018', '5', '100,00 €'],
      ['2019', '5', '100,00 €'],
    ],
    [
      ['2018', '0', '0,00 €'],
      ['2019', '5', '100,00 €'],
    ],
  ])
  expect(listByRole(panneauDe(asked), 'button', 'Importer les donations')).toEqual([])
  const done = await importer(visite, asked, 'donations', 'Ce sont des corrections : importer')
  expect(chiffresDe(done)).toMatchObject({ Insérées: '0', Modifiées: '5' })
})
