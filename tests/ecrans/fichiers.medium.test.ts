import { expect, test } from 'vitest'
import { analyser, fichier, panneauDe } from '../support/deposer'
import { propre } from '../support/ecrans'
import { HOSTILE } from '../support/hostile'
import {
  attribute,
  find,
  findAll,
  getByRole,
  listByRole,
  nameOf,
  textOf,
  wordsOf,
} from '../support/html'
import {
  attendre,
  bouton,
  champDe,
  chiffres,
  CLASSEUR,
  colonnes,
  compter,
  equation,
  HELLOASSO,
  lire,
  mots,
  PERSONNEL,
  placeDe,
  relire,
} from '../support/lecture-web'
import { validate } from '../support/validation'
import { lienDe } from '../support/visite'

const visite = propre('vide')

test('le fichier d’exemple de mon outil se lit sans rejet', async () => {
  const panel = panneauDe(await visite.ouvrir('/upload?type=fichier'))
  const text = await (await visite.demander(lienDe(panel, 'Fichier d’exemple'))).text()
  const page = await compter(visite, await lire(visite, 'exemple.csv', text))
  expect(equation(page)).toContainEqual(['Rejetées', '0', '0,00 €'])
  expect(chiffres(page)).toMatchObject({
    Dons: '4',
    Montant: '1 715,50 €',
  })
})

test('un export inventé de HelloAsso est au tableau de bord en 8 gestes au plus, sans scripts', async () => {
  let gestes = 0
  const geste = <Result>(result: Result): Result => {
    gestes++
    return result
  }
  const home = await visite.ouvrir('/dashboard')
  const upload = await geste(visite.suivre(home, /^Upload/))
  const tab = await geste(visite.suivre(upload, 'Un fichier de mon outil'))
  expect(tab.adresse).toBe('/upload?type=fichier')
  const file = geste(fichier('export-paiements.csv', HELLOASSO))
  const undecided = await compter(
    visite,
    await geste(visite.presser(tab, bouton(tab, 'Lire le fichier'), { fichier: file })),
  )
  expect(mots(undecided)).toContain('Modèle HelloAsso')
  expect(mots(undecided)).toContain('1 valeur à décider')
  const badges = findAll(undecided.document, '.row-title').map((title) => wordsOf(title))
  expect(badges.filter((title) => title.includes('Personne n’a décidé'))).toEqual([
    expect.stringMatching(/^Ligne \d+à décider/),
  ])
  expect(await validate(undecided.html)).toEqual([])
  expect(listByRole(undecided.document, 'button', /^Importer$/), 'indécise').toEqual([])
  const [fate] = findAll(undecided.document, '.fate-undecided select')
  if (!fate) throw new Error('no undecided value')
  expect(nameOf(fate)).toBe('En litige')
  const form = find(undecided.document, '.fates-form')
  const decided = await compter(
    visite,
    await geste(
      visite.presser(undecided, getByRole(form, 'button', 'Relire avec ces choix'), {
        [attribute(fate, 'name') ?? '']: geste('ne_compte_pas'),
      }),
    ),
  )
  expect(equation(decided)).toEqual([
    ['Dons', '4', '1 715,50 €'],
    ['Additionnées à un don de la même commande', '1', 'dans les dons'],
    ['Ne comptent pas', '1', '10,00 €'],
    ['Remboursements', '0', '0,00 €'],
    ['Rejetées', '0', '0,00 €'],
    ['= lignes du fichier', '6', '1 725,50 €'],
  ])
  expect(mots(decided).replace(/\s/gu, ' ')).toContain('5 lignes → 4 dons, 1 715,50 €')
  expect(await validate(decided.html)).toEqual([])
  const started = await geste(visite.presser(decided, bouton(decided, /^Importer$/)))
  const done = await attendre(visite, started, 'Import terminé')
  expect(done.adresse).toMatch(/^\/upload\?type=fichier&import_fichier=/)
  await geste(visite.suivre(done, 'Voir le dashboard'))
  expect(gestes).toBeLessThanOrEqual(8)
  await expect
    .poll(
      async () => {
        const { document } = await visite.ouvrir('/dashboard?annee=2025')
        return findAll(document, 'main dl').map(wordsOf)[0]?.replace(/\s/gu, ' ') ?? ''
      },
      { timeout: 30_000, interval: 200 },
    )
    .toContain('1 715,50 €')
  // Six rows of the file are four gifts.
  const journal = findAll((await visite.ouvrir('/upload')).document, 'table').find((table) =>
    wordsOf(table).includes('export-paiements.csv'),
  )
  const heads = journal ? findAll(journal, 'thead th').map(wordsOf) : []
  const row = journal
    ? findAll(journal, 'tbody tr').find((one) => wordsOf(one).includes('export-paiements.csv'))
    : undefined
  const cells = row ? findAll(row, 'th, td').map(wordsOf) : []
  expect(
    ['Lignes', 'Insérées'].map((head) => cells[heads.findIndex((one) => one.startsWith(head))]),
  ).toEqual(['6', '4'])
  const again = await visite.ouvrir(decided.adresse)
  expect(again.adresse, 'le retour mène à l’import').toBe(done.adresse)

  const found = await visite.suivre(await visite.ouvrir('/upload'), 'export-paiements.csv')
  expect(found.adresse, 'le journal aussi').toBe(done.adresse)
  const changed = await visite.suivre(found, 'Voir les dons que cet import a changés')
  expect(mots(changed)).toContain('Dons ajoutés4')
  const asked = await visite.suivre(found, 'Annuler cet import')
  const undone = await visite.presser(asked, bouton(asked, 'Annuler cet import'))
  expect(undone.adresse, 'suivie là où l’import l’était').toMatch(/^\/upload\?type=fichier&/)
  await attendre(visite, undone, 'Annulation terminée')
})

test('plusieurs valeurs à décider ne coûtent qu’un choix, et celle qui est dite à part le reste', async () => {
  const row = HELLOASSO.split('\r\n').at(-1) ?? ''
  const more = ['À l’étude', 'Perdu'].map((statut, at) =>
    row.replace('900105', `90020${at}`).replace('En litige', statut),
  )
  const page = await compter(
    visite,
    await lire(visite, 'export-paiements.csv', [HELLOASSO, ...more].join('\r\n')),
  )
  expect(mots(page)).toContain('3 valeurs à décider')
  expect(await validate(page.html)).toEqual([])
  const form = find(page.document, '.fates-form')
  const all = getByRole(form, 'combobox', 'Toutes les valeurs laissées à décider')
  const one = getByRole(form, 'combobox', 'Perdu')
  const nom = (select: typeof all) => attribute(select, 'name') ?? ''
  const relu = getByRole(form, 'button', 'Relire avec ces choix')
  const decided = await compter(
    visite,
    await visite.presser(page, relu, { [nom(all)]: 'ne_compte_pas', [nom(one)]: 'compte' }),
  )
  expect(equation(decided)).toEqual(
    expect.arrayContaining([
      ['Dons', '5', '1 725,50 €'],
      ['Ne comptent pas', '2', '20,00 €'],
      ['Rejetées', '0', '0,00 €'],
    ]),
  )
  bouton(decided, /^Importer$/)
  expect(mots(decided)).not.toContain('laissées à décider')
})

test('un fichier que rien ne connaît : le montant manque, puis se dit, se garde et se reconnaît', async () => {
  const page = await lire(visite, 'Reçus 2024.csv', PERSONNEL)
  expect(mots(page)).not.toContain('Que devient chaque ligne')
  const without = await relire(visite, page, {
    Somme: '',
    'Nom de la personne': 'lastname',
    'Courriel de la personne': 'email',
    Quand: 'order_date',
    'Reçu n°': 'id',
  })
  expect(wordsOf(getByRole(without.document, 'alert'))).toContain(
    'Aucune colonne ne dit le montant',
  )
  expect(
    attribute(find(without.document, '.reading section > details'), 'open'),
    'le choix est là',
  ).toBe('')
  const read = await compter(
    visite,
    await relire(visite, without, { Somme: 'plus' }, { prefixe: 'recu' }),
  )
  expect(chiffres(read)).toMatchObject({
    Dons: '2',
    Montant: '70,00 €',
    'Nouveaux donateurs': '2',
  })
  expect((await visite.ouvrir(read.adresse)).html, 'rechargée').toContain(
    'Que devient chaque ligne',
  )

  const kept = await visite.presser(read, bouton(read, 'Garder cette lecture comme modèle'), {
    nom: 'Le cahier de reçus',
  })
  expect(mots(kept)).toContain('Le modèle « Le cahier de reçus » est gardé (version 1)')
  const known = await compter(
    visite,
    await lire(visite, 'Reçus 2025.csv', PERSONNEL.replaceAll('2024', '2025')),
  )
  expect(mots(known)).toContain('Modèle Le cahier de reçus')

  const list = await visite.ouvrir('/upload/modeles')
  expect(await validate(list.html)).toEqual([])
  const answer = await visite.demander(lienDe(list.document, /Le cahier de reçus$/))
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="Modele Le cahier de recus.json"',
  )
  expect(await answer.json()).toMatchObject({
    nom: 'Le cahier de reçus',
    version: 1,
    lecture: { colonnes: { order_date: 'Quand' }, montant: { plus: ['Somme'] }, prefixe: 'RECU' },
  })
  expect(listByRole(list.document, 'button', /Oublier/)).toEqual([])
  const forgotten = await visite.presser(list, find(list.document, '.model form button'))
  expect(mots(forgotten)).toContain('Aucun modèle n’est encore gardé')
})

test('ce qui peut décider est demandé, une monnaie avec ses mots, et un clic dit qu’une colonne ne décide de rien', async () => {
  const file = [
    'Reçu n°;Date;Montant;Nom;E-mail;Mode de paiement;Nature;Encaissé;Devise',
    '1;14/01/2025;50,00;Durand;d@example.org;CB;web;oui;EUR',
    '2;15/01/2025;20,00;Petit;p@example.org;Chèque;salon;non;EUR',
    '3;16/01/2025;30,00;Roy;r@example.org;CB;web;oui;CHF',
  ].join('\n')
  const page = await compter(visite, await lire(visite, 'caisse.csv', file))
  expect(mots(page)).toContain('5 valeurs à décider')
  const choices = (name: string) => {
    const select = findAll(page.document, '.fate select').find((one) => nameOf(one) === name)
    return select ? findAll(select, 'option').map(wordsOf) : []
  }
  expect(choices('CHF')).toContain('Ces montants sont en euros')
  expect(choices('oui')).toContain('Compte')
  expect(listByRole(page.document, 'button', /Devise.*ne décide de rien/)).toEqual([])
  expect(await validate(page.html)).toEqual([])

  const idle = await compter(
    visite,
    await visite.presser(page, bouton(page, 'Nature : ne décide de rien')),
  )
  expect(mots(idle)).toContain('3 valeurs à décider')
  const fateOf = (name: string) =>
    attribute(
      findAll(idle.document, '.fate select').find((one) => nameOf(one) === name) ??
        find(idle.document, 'form'),
      'name',
    ) ?? ''
  const decided = await compter(
    visite,
    await visite.presser(
      idle,
      getByRole(find(idle.document, '.fates-form'), 'button', 'Relire avec ces choix'),
      { [fateOf('oui')]: 'compte', [fateOf('non')]: 'ne_compte_pas', [fateOf('CHF')]: 'compte' },
    ),
  )
  expect(chiffres(decided)).toMatchObject({ Dons: '2', Montant: '80,00 €' })
  expect(listByRole(decided.document, 'button', /^Importer$/)).toHaveLength(1)
})

test('un choix changé et pas relu ne s’importe pas : la page dit d’abord ce que l’import ferait', async () => {
  const entete = HELLOASSO.split('\n', 1)[0] ?? ''
  const ligne = HELLOASSO.split('\n').find((one) => one.includes('Validé')) ?? ''
  const page = await compter(visite, await lire(visite, 'choix.csv', `${entete}\n${ligne}`))
  expect(chiffres(page)).toMatchObject({ Dons: '1' })
  const [ofEnter] = findAll(page.document, 'form.reading button')
  expect(ofEnter && textOf(ofEnter)).toBe('Relire')
  const fate = findAll(page.document, '.fates-form select').find((one) =>
    nameOf(one).includes('Validé'),
  )
  const name = (fate && attribute(fate, 'name')) ?? 'none'
  const answer = await visite.presser(page, bouton(page, /^Importer$/), {
    [name]: 'ne_compte_pas',
  })
  expect(mots(answer)).toContain('Vos choix ont changé depuis ce compte')
  const stopped = await compter(visite, answer)
  expect(chiffres(stopped)).toMatchObject({ Dons: '0' })
  const nameless = await visite.presser(stopped, bouton(stopped, /^Garder cette lecture/))
  expect(mots(nameless)).toContain('Donnez un nom au modèle.')
})

test('le modèle gardé d’une lecture de HelloAsso additionne les options du formulaire suivant', async () => {
  const options = (option: string, nom: string) =>
    [
      `Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Billet;Numéro de billet;Tarif;Montant tarif;Code Promo;Montant code promo;${option};Montant ${option}`,
      `${nom};01/07/2025 12:00;Validé;Roy;Ana;Roy;Ana;ana@exemple.org;;Carte bancaire;Fête;1;Entrée;20,00;;;Oui;15,00`,
    ].join('\r\n')
  const read = await compter(visite, await lire(visite, 'gala.csv', options('Repas', '1')))
  expect(chiffres(read)).toMatchObject({ Dons: '1', Montant: '35,00 €' })
  const [fate] = findAll(read.document, '.fate-undecided select')
  expect(fate && nameOf(fate)).toBe('Entrée')
  const decided = await compter(
    visite,
    await visite.presser(
      read,
      getByRole(find(read.document, '.fates-form'), 'button', 'Relire avec ces choix'),
      { [(fate && attribute(fate, 'name')) ?? '']: 'compte' },
    ),
  )
  await visite.presser(decided, bouton(decided, 'Garder cette lecture comme modèle'), {
    nom: 'Nos fêtes',
  })
  const page = await lire(visite, 'brunch.csv', options('Brunch', '2'))
  const kept = await compter(visite, await visite.suivre(page, /Nos fêtes/))
  expect(mots(kept)).toContain('Modèle Nos fêtes')
  expect(chiffres(kept)).toMatchObject({ Dons: '1', Montant: '35,00 €' })
})

test('d’un classeur .xlsx, on choisit la feuille, et ses montants sont des nombres', async () => {
  const page = await lire(visite, 'Dons.xlsx', CLASSEUR)
  const shown = colonnes(page).includes('Montant')
    ? page
    : await relire(visite, page, {}, { feuille: 'Dons & co' })
  expect(mots(shown)).toContain('Où commencer à lire')
  expect(colonnes(shown)).toEqual(
    expect.arrayContaining(['N° de don', 'Date', 'Montant', 'Nom', 'E-mail']),
  )
  const read = await compter(visite, shown)
  expect(chiffres(read)).toMatchObject({ Dons: '2', Montant: '20,80 €' })
  const tampered = await lire(visite, 'Dons.xlsx', new Uint8Array(Buffer.from('PK\x03\x04 rien')))
  expect(tampered.adresse).toBe('/upload?type=fichier')
  expect(wordsOf(getByRole(tampered.document, 'alert'))).toContain('Le fichier n’a pas pu être lu')
})

test('un en-tête hostile, des noms vides, répétés et mille colonnes restent du texte', async () => {
  const names = ['Montant', 'Date', 'E-mail', ...HOSTILE, '', '', 'x', 'x', 'constructor']
  const quoted = (cells: string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')
  const row = ['12,50', '01/02/2025', 'a@example.org', ...HOSTILE, 'un', 'deux', 'trois', 'q', 'r']
  const page = await lire(visite, 'hostile.csv', [quoted(names), quoted(row)].join('\n'))
  const shown = colonnes(page)
  for (const name of HOSTILE) expect(shown).toContain(name.replace(/\s+/g, ' ').trim())
  expect(
    new Set(findAll(page.document, '.source select').map((one) => attribute(one, 'name'))).size,
  ).toBe(names.length)
  const grown = 'img[src="x"], svg[onload], [onerror], main script, main b'
  expect(findAll(page.document, grown)).toEqual([])
  // Columns that repeat or have no name are read by their place.
  const cle = placeDe(page, 'Colonne 17, sans nom')
  const read = await compter(
    visite,
    await relire(
      visite,
      page,
      { Montant: 'plus', Date: 'order_date', 'E-mail': 'email', [HOSTILE[0]]: 'lastname' },
      { cle },
    ),
  )
  expect(findAll(read.document, grown)).toEqual([])
  expect(textOf(find(read.document, '.rows-read'))).toContain(HOSTILE[0])
  expect(await validate(read.html)).toEqual([])

  const many = Array.from({ length: 1000 }, (_, at) => `colonne ${at}`)
  const wide = await lire(
    visite,
    'large.csv',
    [many.join(';'), many.map(() => '1').join(';')].join('\n'),
  )
  expect(findAll(wide.document, '.source select')).toHaveLength(100)
  const form = getByRole(find(wide.document, '#lecture'), 'button', 'Relire avec ces choix')
  const chosen = await visite.presser(wide, form, {
    'autre-colonne': '1000',
    'autre-role': 'plus',
  })
  expect(chosen.adresse.length).toBeLessThan(1_000)
  expect(mots(chosen)).toContain('1 colonne lue')
  expect(champDe(chosen, 'colonne 999')).toBe('colonne-1000')
  const other = getByRole(find(chosen.document, '#lecture'), 'button', 'Relire avec ces choix')
  const both = await visite.presser(chosen, other, { 'colonne-1': 'order_date' })
  expect(mots(both)).toContain('2 colonnes lues')
})

test.each([
  ['mille titres', Array.from({ length: 1000 }, (_, at) => `c${at}`).join(';'), '1'],
  [
    'mille colonnes de longs textes',
    Array.from({ length: 1000 }, (_, at) => `c${at}`).join(';'),
    `${'x'.repeat(250)};`.repeat(999),
  ],
  [
    'mille longs titres',
    Array.from({ length: 1000 }, (_, at) => `${at}${'<'.repeat(240)}`).join(';'),
    '1',
  ],
  ['deux cents longs statuts', 'Date;Montant;Nom;Statut', ''],
])('A2 %s : la page pèse ce que le fichier pèse', async (_quoi, titres, ligne) => {
  const lignes =
    ligne ||
    Array.from({ length: 190 }, (_, at) => `1/2/2025;5;Rose;refusé ${at} ${'&'.repeat(400)}`).join(
      '\n',
    )
  const csv = `${titres}\n${lignes}\n`
  const page = await lire(visite, 'large.csv', csv)
  expect(page.html.length).toBeLessThan(500_000 + 12 * csv.length)
  const form = getByRole(find(page.document, '#lecture'), 'button', 'Relire avec ces choix')
  const read = await visite.presser(page, form)
  expect(read.html.length).toBeLessThan(500_000 + 12 * csv.length)
})

test('le refus d’un onglet connu mène à la page qui demande ce que sont les colonnes', async () => {
  const upload = await visite.ouvrir('/upload?onglet=donations')
  const refused = await analyser(visite, upload, 'donations', fichier('Dons.csv', PERSONNEL))
  expect(wordsOf(getByRole(refused.document, 'alert'))).toContain('Il manque')
  const page = await visite.suivre(refused, 'Dire ce que sont ses colonnes')
  expect(mots(page)).toContain('Lire Dons.csv')
  expect(colonnes(page)).toContain('Somme')
})

test('un fichier qui n’attend plus, une adresse abîmée et un formulaire tronqué : une phrase, jamais une impasse', async () => {
  const gone = await visite.ouvrir('/upload/fichier/00000000-0000-4000-8000-000000000000')
  expect(gone.adresse).toBe('/upload?type=fichier')
  getByRole(gone.document, 'alert')
  const page = await lire(visite, 'Reçus.csv', PERSONNEL)
  const path = page.adresse.split('?')[0] ?? ''
  const spoilt = await visite.ouvrir(`${path}?lecture=n-importe-quoi`)
  expect(spoilt.status).toBe(200)
  expect(colonnes(spoilt)).not.toEqual([])
  const line = { ligne_entete: '9999' }
  const beyond = await visite.presser(page, bouton(page, 'Relire avec ces choix'), line)
  expect(wordsOf(getByRole(beyond.document, 'alert'))).toContain('La ligne 9999')
  expect(colonnes(beyond), 'le fichier est encore là').not.toEqual([])
  const cut = await visite.poster(path, { faire: 'importer' })
  expect(cut.status).toBe(200)
  getByRole(cut.document, 'alert')
  const none = await visite.ouvrir('/upload?type=fichier')
  const empty = await visite.presser(none, bouton(none, 'Lire le fichier'))
  expect(wordsOf(getByRole(empty.document, 'alert'))).toContain('Choisissez d’abord un fichier.')
})

test('B5 deux personnes lisent un fichier : la seconde, qui choisit autrement, apprend qui l’a importé', async () => {
  const page = await lire(visite, 'a-deux.csv', PERSONNEL.replaceAll('2024', '2023'))
  const roles = {
    Somme: 'plus',
    'Nom de la personne': 'lastname',
    'Courriel de la personne': 'email',
    Quand: 'order_date',
    'Reçu n°': 'id',
  }
  const mine = await compter(visite, await relire(visite, page, roles))
  const theirs = await compter(
    visite,
    await relire(visite, page, roles, { 'constante-codemedia_code': 'SALON' }),
  )
  await attendre(visite, await visite.presser(mine, bouton(mine, /^Importer$/)), 'Import terminé')
  const refused = await visite.presser(theirs, bouton(theirs, /^Importer$/))
  expect(refused.adresse).toMatch(/^\/upload\?type=fichier&import_fichier=/)
  expect(wordsOf(getByRole(refused.document, 'alert'))).toMatch(
    /déjà importé ou en cours d’import, avec d’autres choix que les vôtres : par « Utilisateur », le .* à \d\d:\d\d/,
  )
})

test('des dates sans jour demandent un jour, que la page refuse, retient et dit', async () => {
  const titres = 'Reçu n°;Date du don;Montant;Nom;Email'
  const asked = await compter(
    visite,
    await lire(
      visite,
      'années.csv',
      [titres, 'J1;2021;50,00;Durand;d@x.fr', 'J2;04/2021;20,00;Petit;p@x.fr'].join('\n'),
    ),
  )
  expect(equation(asked)).toContainEqual(['Rejetées', '2', '70,00 €'])
  expect(mots(asked).replace(/\s/gu, ' ')).toContain(
    '2 lignes n’ont qu’une année, ou une année et un mois.',
  )
  const choisir = (ecran: typeof asked, jour_constant: string) =>
    visite.presser(ecran, bouton(ecran, 'Relire avec ce jour'), { jour_constant })
  const refused = await choisir(asked, '31/02')
  expect(wordsOf(getByRole(refused.document, 'alert'))).toContain('comme 31/12')
  const told = await compter(visite, await choisir(refused, '31/12'))
  expect(equation(told)).toContainEqual(['Dons', '2', '70,00 €'])
  expect(mots(told).replace(/\s/gu, ' ')).toContain('leurs dons sont datés du 31/12 de l’année')
  expect(await validate(told.html)).toEqual([])
  const again = await compter(visite, await choisir(told, ''))
  expect(equation(again)).toContainEqual(['Rejetées', '2', '70,00 €'])
  const done = await attendre(
    visite,
    await visite.presser(told, bouton(told, /^Importer$/)),
    'Import terminé',
  )
  expect(mots(done).replace(/\s/gu, ' ')).toContain('leurs dons sont datés du 31/12 de l’année')
})
