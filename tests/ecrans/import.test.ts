import { expect, test } from 'vitest'
import { FIELDS, RAISON_SOCIALE, REQUIRED } from '#files/entetes'
import { analyser, chiffresDe, fichier, importer, panneauDe } from '../support/deposer'
import { TAILLE_MAX } from '../support/e2e-application'
import { propre } from '../support/ecrans'
import { motsAbsents } from '../support/guide'
import {
  attribute,
  find,
  findAll,
  getByRole,
  listByRole,
  listByText,
  wordsOf,
} from '../support/html'
import { requete } from '../support/requete'
import { attendreCalme } from '../support/semer'
import { validate } from '../support/validation'
import { lienDe } from '../support/visite'

const CONTACTS = fichier(
  'Contacts.csv',
  [
    'contact_id;firstname;lastname;city;zip',
    'C1;Jeanne;Null;Nantes;01000',
    'C2;Paul;"Le ""Grand""; Martin";Lyon;69003',
    ';Sans;Identifiant;Brest;29200',
  ].join('\r\n'),
)

/** A sheet as French Excel saves it: Windows-1252, semicolons, decimal commas, CRLF; two lines are wrong. */
const FEUILLE = [
  'ID don;Id donateur;Date don;Montant;Code média;Code campagne;Remarque',
  'D-001;C1;31/12/2012;1 234,56 €;POSTAL;NOËL;',
  'D-002;C2;01/02/2012;12,50;WEB;VFL été;',
  'D-003;C2;15/03/2012;0,00;WEB;VFL été;promesse',
  'D-004;C3;02/01/12;20,00;SMS;NOËL;',
  'D-005;C3;02/01/2012;-50,00;SMS;NOËL;remboursé',
  'D-006;C3;02/01/2012;99,95;SMS;"L’œuvre; été";réglé',
].join('\r\n')
const DONATIONS = fichier(
  'Donations 2012.csv',
  Buffer.from(
    FEUILLE.replaceAll('€', '\u0080').replaceAll('’', '\u0092').replaceAll('œ', '\u009C'),
    'latin1',
  ),
  'application/vnd.ms-excel',
)

const visite = propre('vide')

test('un fichier de contacts est analysé, puis importé', async () => {
  const upload = await visite.ouvrir('/upload')
  const tabs = listByRole(upload.document, 'tab')
  expect(tabs.map((tab) => [wordsOf(tab), attribute(tab, 'aria-selected')])).toEqual([
    ['Donateurs', 'true'],
    ['Donations', 'false'],
    ['Un fichier de mon outil', 'false'],
  ])
  const panel = wordsOf(panneauDe(upload))
  expect(panel).toContain('Glissez votre fichier Contacts.csv ici')
  expect(panel).toContain('ou cliquez pour sélectionner')

  const preview = await analyser(visite, upload, 'donateurs', CONTACTS)
  getByRole(preview.document, 'heading', 'Analyse du fichier')
  expect(await motsAbsents('apercu', preview.document)).toEqual([])
  expect(listByRole(preview.document, 'button', 'Analyser le fichier')).toEqual([])
  expect(chiffresDe(preview)).toMatchObject({ 'Total lignes': '3', 'Contacts valides': '2' })
  expect(listByText(preview.document, /1 ligne rejetée/)).not.toHaveLength(0)

  const done = await importer(visite, preview, 'donateurs')
  expect(done.adresse).toContain('import_donateurs=')
  expect(chiffresDe(done)).toMatchObject({ Insérées: '2', Rejetées: '1' })
  expect(listByRole(done.document, 'button', 'Importer les donateurs')).toEqual([])
  // Donors alone have no figures: their gifts come next.
  expect(lienDe(done.document, 'Importer les donations')).toBe('/upload?onglet=donations')
  expect(listByText(done.document, 'Voir le dashboard')).toEqual([])
  expect(await motsAbsents('importe', done.document)).toEqual([])
})

test('un fichier d’Excel français est compris, importé et compté au centime, et le tableau de bord le montre', async () => {
  const upload = await visite.suivre(await visite.ouvrir('/upload'), /^Donations$/)
  expect(wordsOf(panneauDe(upload))).toContain('Glissez votre fichier Donations.csv ici')
  const preview = await analyser(visite, upload, 'donations', DONATIONS)
  expect(chiffresDe(preview)).toEqual({
    'Total lignes': '6',
    'Donations valides': '3',
    'Donations à montant nul': '1',
    'Montant total': '1 347,01 €',
    Nouvelles: '4',
    Modifiées: '0',
    Inchangées: '0',
    'Doublons dans le fichier': '0',
    Rejetées: '2',
    'Donations sans fiche donateur': '1',
    Période: 'du 02/01/2012 au 31/12/2012',
    Délimiteur: 'point-virgule',
    Encodage: 'Windows-1252',
    'Ligne d’en-tête': '1',
    'Colonnes ignorées': 'Remarque',
  })
  expect(listByText(preview.document, /année sur deux chiffres/)).not.toHaveLength(0)
  const answer = await visite.demander(
    lienDe(panneauDe(preview), 'Télécharger les lignes rejetées (CSV)'),
  )
  expect(answer.headers.get('content-type')).toContain('text/csv')
  expect(await answer.text(), 'avec leur motif').toContain('02/01/12')

  const done = await importer(visite, preview, 'donations')
  expect(chiffresDe(done)).toEqual({
    'Lignes du fichier': '6',
    Insérées: '4',
    Modifiées: '0',
    Inchangées: '0',
    Doublons: '0',
    Rejetées: '2',
    'dont montant nul': '1',
    'Montant du fichier': '1 347,01 €',
    'Montant écrit': '1 347,01 €',
  })
  expect(await motsAbsents('donations importées', done.document)).toEqual([])
  const stored = await requete(
    visite.databaseUrl,
    `select campaign_code, order_amount, order_date::text from donations where id = 'D-006'`,
  )
  expect(stored).toEqual({
    campaign_code: 'L’œuvre; été',
    order_amount: '99.95',
    order_date: '2012-01-02',
  })
  await attendreCalme(visite.serviceUrl)
  const dashboard = await visite.ouvrir('/dashboard?annee=2012')
  expect(chiffresDe(dashboard, find(dashboard.document, 'main'))).toEqual({
    'Total Donateurs': '3',
    'Total Donations': '3',
    'Montant Total': '1 347,01 €',
    'Don Moyen': '449,00 €',
  })
})

test('le même fichier importé à nouveau ne change rien et le dit', async () => {
  const preview = await analyser(visite, await visite.ouvrir('/upload'), 'donateurs', CONTACTS)
  expect(listByText(preview.document, /Ce fichier a déjà été importé le/)).toHaveLength(1)
  const done = await importer(visite, preview, 'donateurs')
  expect(chiffresDe(done)).toMatchObject({ Inchangées: '2', Insérées: '0' })
})

test('« Réinitialiser » oublie le fichier de son onglet et garde celui de l’autre', async () => {
  const first = await analyser(visite, await visite.ouvrir('/upload'), 'donateurs', CONTACTS)
  const other = await visite.suivre(first, /^Donations$/)
  const both = await analyser(visite, other, 'donations', DONATIONS)
  expect(both.adresse).toMatch(/fichier_donateurs=.*fichier_donations=/)
  const reset = await visite.presser(both, getByRole(panneauDe(both), 'button', 'Réinitialiser'))
  expect(reset.adresse).not.toContain('fichier_donations=')
  expect(reset.adresse).toContain('fichier_donateurs=')
  const back = await visite.suivre(reset, /^Donateurs$/)
  expect(chiffresDe(back)).toMatchObject({ 'Contacts valides': '2' })
})

test('[0.1.0 B10] l’aperçu nomme son fichier, et sans scripts on n’en choisit pas un autre par-dessus', async () => {
  const upload = await visite.ouvrir('/upload')
  const file = fichier('Fichier un.csv', await CONTACTS.text())
  const preview = await analyser(visite, upload, 'donateurs', file)
  const region = getByRole(preview.document, 'region', 'Analyse du fichier')
  expect(wordsOf(region)).toContain('Fichier un.csv')
  expect(preview.adresse).toMatch(/fichier_donateurs=[0-9a-f-]{36}/)
  expect(findAll(panneauDe(preview), 'input[type=file]')).toEqual([])
  expect((await visite.ouvrir(preview.adresse)).html).toContain('Fichier un.csv')
  const reset = await visite.presser(
    preview,
    getByRole(panneauDe(preview), 'button', 'Réinitialiser'),
  )
  expect(listByRole(reset.document, 'region', 'Analyse du fichier')).toEqual([])
  expect(findAll(panneauDe(reset), 'input[type=file]')).toHaveLength(1)
})

test('analyser sans fichier dit de choisir un fichier', async () => {
  const refused = await analyser(visite, await visite.ouvrir('/upload'), 'donateurs')
  const alert = wordsOf(getByRole(refused.document, 'alert'))
  expect(alert).toContain('Erreur')
  expect(alert).toContain('Veuillez sélectionner un fichier de contacts')
})

test('un fichier sans les colonnes attendues est refusé avec une phrase', async () => {
  const file = fichier('Contacts.csv', 'couleur;taille\nbleu;3\n')
  const refused = await analyser(visite, await visite.ouvrir('/upload'), 'donateurs', file)
  expect(wordsOf(getByRole(refused.document, 'alert'))).toContain(
    "Erreur lors de l'analyse du fichier contacts",
  )
})

test('un fichier trop grand est refusé avec une phrase', async () => {
  const file = fichier('Contacts.csv', 'contact_id\n'.padEnd(TAILLE_MAX + 1, 'a'))
  const refused = await analyser(visite, await visite.ouvrir('/upload'), 'donateurs', file)
  expect(wordsOf(getByRole(refused.document, 'alert'))).toMatch(
    /dépasse la taille maximale de 4 Mo\./,
  )
})

test('un import s’annule depuis son résumé, après confirmation, une seule fois', async () => {
  const file = fichier(
    'Dons du jour.csv',
    'id;montant;date;contact\nD-002;17,50;2012-02-01;C2\nD9;7;2024-03-01;C9\n',
  )
  const upload = await visite.ouvrir('/upload?onglet=donations')
  const done = await importer(
    visite,
    await analyser(visite, upload, 'donations', file),
    'donations',
  )
  const asked = await visite.suivre(done, 'Annuler cet import')
  expect(await validate(asked.html)).toEqual([])
  getByRole(asked.document, 'heading', 'Annuler cet import')
  const words = wordsOf(find(asked.document, 'form.decision')).replace(/[\u00a0\u202f]/g, ' ')
  expect(words).toContain('Annuler l’import de « Dons du jour.csv » ?')
  expect(words).toContain('1 don ajouté sera retiré, 1 don modifié sera rétabli : −12,00 €.')

  const begun = await visite.presser(
    asked,
    getByRole(asked.document, 'button', 'Annuler cet import'),
  )
  expect(begun.adresse).toContain('import_donations=')
  await expect
    .poll(async () => (await visite.ouvrir(begun.adresse)).html, { timeout: 30_000 })
    .toContain('Annulation terminée')
  const ended = await visite.ouvrir(begun.adresse)
  expect(wordsOf(panneauDe(ended))).toContain('1 don retiré, 1 rétabli.')
  expect(listByText(ended.document, 'Annuler cet import')).toEqual([])

  const again = await visite.presser(
    asked,
    getByRole(asked.document, 'button', 'Annuler cet import'),
  )
  expect(again.adresse, 'la même annulation').toBe(begun.adresse)
  const late = await visite.ouvrir(asked.adresse)
  expect(wordsOf(late.document)).toContain('Cet import est déjà annulé.')
  expect(listByRole(late.document, 'button', 'Annuler cet import')).toEqual([])
})

test.each(['donateurs', 'donations'] as const)(
  'sous la zone de dépôt, les colonnes attendues de « %s » et un fichier d’exemple qui s’importe sans rejet',
  async (onglet) => {
    const upload = await visite.ouvrir(`/upload?onglet=${onglet}`)
    const panel = panneauDe(upload)
    const listed = findAll(panel, '.expected li').map(wordsOf)
    // Of donors also a company's name, which is no column of theirs.
    const societe = onglet === 'donateurs' ? RAISON_SOCIALE : []
    expect(listed).toHaveLength(FIELDS[onglet].length + Math.min(1, societe.length))
    for (const name of societe) expect(listed.at(-1)).toContain(name)
    for (const [at, { field, aliases }] of FIELDS[onglet].entries()) {
      const isRequired = REQUIRED[onglet].some((names) => names.includes(field))
      expect(listed[at]).toMatch(new RegExp(`^${field} ${isRequired ? 'obligatoire' : ''}`))
      for (const alias of aliases) expect(listed[at]).toContain(alias)
    }
    const answer = await visite.demander(lienDe(panel, 'Fichier d’exemple'))
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.csv"$/)
    const text = await answer.text()
    expect(text.trimEnd().split('\r\n')).toHaveLength(6)
    const preview = await analyser(visite, upload, onglet, fichier('exemple.csv', text))
    expect(chiffresDe(preview)).toMatchObject({ 'Total lignes': '5', Rejetées: '0' })
    // Nobody of the example has a card yet.
    expect(findAll(panneauDe(preview), '.alert-title').map(wordsOf)).toEqual(
      onglet === 'donations' ? ['5 donations sans fiche donateur'] : [],
    )
  },
)
