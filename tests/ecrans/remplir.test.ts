import { afterAll, expect, test } from 'vitest'
import { beginImport } from '../../service/imports/entries/entry'
import { connect } from '../../service/platform/database/connect'
import { analyser, chiffresDe, fichier, importer, panneauDe } from '../support/deposer'
import { propre } from '../support/ecrans'
import { find, findAll, getByRole, listByRole, listByText, textOf, wordsOf } from '../support/html'
import { requete } from '../support/requete'
import { attendreCalme } from '../support/semer'

const visite = propre('vide')
let close: () => Promise<void> = () => Promise.resolve()
afterAll(() => close())

const END = 'update leases set renewals = null where job_id = $1 returning job_id'

test('un import en cours se retrouve par le menu, et celui d’un service mort se relance', async () => {
  const upload = await visite.ouvrir('/upload?onglet=donations')
  const file = fichier('Dons.csv', 'id;montant;date;contact;campagne\n1;10;2024-01-31;C1;PROD-24\n')
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

test('d’une seule campagne, une phrase tient lieu de tableau par code, et une autre dit pourquoi tout est à 100 %', async () => {
  await attendreCalme(visite.serviceUrl)
  const { document } = await visite.ouvrir('/campagnes')
  const text = wordsOf(find(document, 'main'))
  expect(text).toContain('Tous les dons de 2024 ont le code « PROD-24 » : 10,00 €.')
  expect(text).toContain('Il n’y a qu’une campagne, « PRODUIT »')
  expect(findAll(document, 'section.section h2').map(textOf)).toEqual([
    'Collecte de 2024 par code de campagne',
    'Évolution par année',
    'Fidélité et migration',
    'Donateurs mixtes',
    'Répartition globale',
  ])
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

test('le dossier : ce qui attend mène à sa lecture, et ce que chaque fichier est devenu se lit', async () => {
  const before = await visite.ouvrir('/upload')
  expect(wordsOf(before.document)).not.toContain('du dossier')
  await requete(
    visite.databaseUrl,
    `insert into depot_fichiers (nom, taille, marque, sort, phrase, chemin, termine_le) values
      ('outil.csv', 10, '1', 'a_decider', 'Colonne « Statut » : « Contesté » compte-t-il ?', 'a-decider/outil.csv', now()),
      ('recu.pdf', 10, '2', 'refuse', 'Ce fichier n’est pas lisible ici.', 'refuses/recu.pdf', now()),
      ('nuit.csv', 10, '3', 'importe', '2 dons ajoutés.', 'importes/2026-11-28/nuit.csv', now())
    returning depot_id`,
    [],
  )
  const shown = await visite.ouvrir('/upload')
  expect(listByText(shown.document, '1 fichier du dossier attend vos choix')).toHaveLength(1)
  const table = wordsOf(getByRole(shown.document, 'table', 'Derniers fichiers du dossier'))
  for (const words of [
    'nuit.csv',
    'Importé',
    '2 dons ajoutés.',
    'importes/2026-11-28/nuit.csv',
    'Refusé',
  ])
    expect(table).toContain(words)
  // This service watches no folder, and says so.
  const button = getByRole(shown.document, 'button', /Faire les choix de .*outil\.csv/)
  const refused = await visite.presser(shown, button)
  expect(refused.adresse).toBe('/upload')
  expect(wordsOf(refused.document)).toContain('Ce service ne voit pas le dossier')
  const aside = getByRole(shown.document, 'button', /Écarter .*outil\.csv/)
  expect(wordsOf((await visite.presser(shown, aside)).document)).toContain(
    'Ce service ne voit pas le dossier',
  )
})
