import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatCount } from '../../service/figures/format'
import { propre } from '../support/ecrans'
import { motsAbsents } from '../support/guide'
import { attribute, find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { lienDuMenu, lireTableau } from '../support/tableau'
import { validate } from '../support/validation'

const application = propre('demo')
const LISTE = '?ensemble=actifs&annee=2020'

const nombre = (text: string) => Number(text.replace(/[^\d]/g, ''))
const sommes = (document: Parameters<typeof findAll>[0]) =>
  findAll(document, '.kpi-value').map((value) => nombre(textOf(value)))
const effets = (document: Parameters<typeof findAll>[0]) =>
  findAll(document, '.repoussoirs li').map((line) => findAll(line, '.effect').map(wordsOf).join(''))

test('chaque fichier de dons est noté sur l’écran des imports, et le journal a le sien', async () => {
  const before = await application.ouvrir('/upload')
  expect(() => lireTableau(before.document, 'Journal des exports')).toThrow()
  const file = await application.demander('/donations/liste.csv?annee=2020')
  const bytes = Buffer.from(await file.arrayBuffer())
  const rows = bytes.toString().trimEnd().split('\r\n').length - 1

  const { document, html } = await application.ouvrir('/upload')
  expect(await motsAbsents('exporté', document)).toEqual([])
  const { lignes } = lireTableau(document, 'Journal des exports')
  expect(lignes).toHaveLength(1)
  expect(lignes[0]?.slice(1, 5)).toEqual(['Donations', 'année 2020', 'Complet', formatCount(rows)])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(findAll(document, 'code').map((code) => attribute(code, 'title'))).toContain(sha256)
  expect(await validate(html)).toEqual([])

  const link = lienDuMenu(document, /^Télécharger 1 export des 12 derniers mois/)
  const journal = await (await application.demander(attribute(link, 'href') ?? '')).text()
  expect(journal).toContain(`;Complet;${rows};${sha256}`)
})

test('une liste mène à sa sélection, dont la liste moins les repoussés font les lignes du fichier', async () => {
  const liste = await application.ouvrir(`/donateurs/liste${LISTE}`)
  const total = nombre(textOf(findAll(liste.document, '.kpi-value')[0] ?? liste.document))
  const depart = await application.suivre(liste, 'Préparer une sélection')
  expect(depart.adresse).toBe(`/donateurs/selection${LISTE}`)
  expect(await validate(depart.html)).toEqual([])
  expect(sommes(depart.document)).toEqual([total, 0, total])
  expect(wordsOf(find(depart.document, '.alert-warning'))).toContain(
    'sont ceux qui sont notés dans cette application, et eux seuls',
  )
  expect(effets(depart.document)[0]).toBe('aucun')
  expect(effets(depart.document)[4]).toMatch(/^en retirerait \d/)

  const compte = await application.presser(
    depart,
    getByRole(depart.document, 'button', 'Compter'),
    { depuis: '2024-01-01', fichier: new File(['C000001\nC000002;C000003\n'], 'ids.csv') },
  )
  expect(compte.status).toBe(200)
  expect(await validate(compte.html)).toEqual([])
  const [avant = 0, repousses = 0, lignes = 0] = sommes(compte.document)
  expect(avant - repousses).toBe(lignes)
  expect(repousses).toBeGreaterThan(0)
  const retires = effets(compte.document).map((words) =>
    words.startsWith('−') ? nombre(words) : 0,
  )
  expect(retires[3]).toBeGreaterThan(0)
  expect(retires.reduce((sum, retired) => sum + retired)).toBe(repousses)
  expect(attribute(find(compte.document, 'input[name=depuis]'), 'value')).toBe('2024-01-01')
  expect(wordsOf(find(compte.document, '.selection'))).toContain('3 identifiants donnés')

  const bouton = getByRole(compte.document, 'button', 'Télécharger la sélection (CSV)')
  expect(attribute(bouton, 'formaction')).toBe(`/donateurs/selection.csv${LISTE}`)
  const form = new FormData()
  form.append('depuis', '2024-01-01')
  form.append('ids', 'C000001\nC000002\nC000003')
  const file = await application.demander(`/donateurs/selection.csv${LISTE}`, {
    method: 'POST',
    body: form,
  })
  expect(file.headers.get('content-disposition')).toContain('selection-donateurs-actifs-2020.csv')
  const rows = (await file.text()).trimEnd().split('\r\n')
  expect(rows[0]).toContain('contact_id;Civilité;Prénom;Nom;Société')
  expect(rows.length - 1).toBe(lignes)

  const journal = await application.ouvrir('/upload')
  expect(lireTableau(journal.document, 'Journal des exports').lignes[0]?.slice(1, 5)).toEqual([
    'Sélection',
    'actifs, année 2020, depuis 2024-01-01, identifiants retirés 3, tri montant',
    'Complet',
    formatCount(lignes),
  ])
})

test('ce que l’adresse dit de la page ne change rien à la liste', async () => {
  const depart = await application.ouvrir(`/donateurs/selection${LISTE}`)
  const page = await application.ouvrir(
    `/donateurs/selection${LISTE}&page=2&rafraichissement=7&sans-actualisation=1`,
  )
  expect(page.status).toBe(200)
  expect(sommes(page.document)).toEqual(sommes(depart.document))
})

test('ce que le service refuse se dit, et le formulaire garde ce qui y était', async () => {
  const depart = await application.ouvrir(`/donateurs/selection${LISTE}`)
  const refus = await application.presser(depart, getByRole(depart.document, 'button', 'Compter'), {
    depuis: '1800-01-01',
  })
  expect(refus.status).toBe(422)
  expect(wordsOf(getByRole(refus.document, 'alert'))).toContain('entre 1900 et 2200')
  expect(attribute(find(refus.document, 'input[name=depuis]'), 'value')).toBe('1800-01-01')
  expect(await validate(refus.html)).toEqual([])
})

test.each([
  ...['/donateurs/selection', '/donateurs/selection.csv'],
  ...['/donateurs/oppositions', '/campagnes/dictionnaire'],
])('un formulaire en morceaux est refusé d’une phrase par %s', async (path) => {
  const refus = await application.demander(`${path}${LISTE}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=bord' },
    body: 'ni bord ni champ',
  })
  expect(refus.status).toBe(400)
  expect(await refus.text()).toContain('Ce formulaire ne se lit pas.')
})

test('une liste inconnue est refusée, et sans liste ce sont tous les contacts', async () => {
  const inconnue = await application.ouvrir('/donateurs/selection?ensemble=rien')
  expect(inconnue.status).toBe(422)
  expect(wordsOf(getByRole(inconnue.document, 'alert'))).toContain('n’existe pas')
  const sans = await application.ouvrir('/donateurs/selection')
  expect(sans.adresse).toBe('/donateurs/selection?ensemble=tous')
  const fichier = await application.ouvrir(`/donateurs/selection.csv${LISTE}`)
  expect(fichier.adresse).toBe(`/donateurs/selection${LISTE}`)
})

test('une opposition se note, se voit sur la fiche, retire de la sélection, et se lève', async () => {
  const carte = await application.ouvrir('/donateurs/fiche?contact=C000001')
  const lien = getByRole(carte.document, 'link', 'Noter une opposition ou un décès')
  const vers = attribute(lien, 'href') ?? ''
  expect(vers).toBe('/donateurs/oppositions?contact=C000001#noter')
  const vide = await application.ouvrir(vers)
  expect(await validate(vide.html)).toEqual([])
  expect(textOf(find(vide.document, 'textarea[name=texte]'))).toBe('C000001')
  const bouton = getByRole(vide.document, 'button', 'Noter ces oppositions')
  const refus = await application.presser(vide, bouton, { texte: 'C000001', nom: 'Zoé' })
  expect(refus.status).toBe(422)
  expect(
    findAll(refus.document, '.field-fault').map(wordsOf),
    'rien n’est choisi d’avance',
  ).toEqual([expect.stringContaining('Une opposition est un décès')])
  expect(await validate(refus.html)).toEqual([])

  const note = await application.presser(vide, bouton, {
    fichier: new File(['contact_id;nom;email\nC000001;Dupont;\n;;"A@b.fr"\n'], 'npai.csv'),
    texte: '',
    nature: 'deces',
    raison: 'Retour du facteur',
    nom: 'Zoé',
  })
  expect(note.adresse).toBe('/donateurs/oppositions')
  expect(wordsOf(find(note.document, '.alert-success'))).toContain('2 oppositions sont notées')
  expect(await validate(note.html)).toEqual([])
  const { lignes } = lireTableau(note.document, 'Oppositions qui valent, page 1 sur 1')
  expect(lignes.map((cells) => cells.slice(0, 2))).toEqual(
    expect.arrayContaining([
      ['Contact C000001', 'Décès'],
      ['a@b.fr', 'Décès'],
    ]),
  )
  const fiche = await application.ouvrir('/donateurs/fiche?contact=C000001')
  expect(wordsOf(find(fiche.document, '.alert-warning'))).toContain('À ne pas solliciter')
  const selection = await application.ouvrir('/donateurs/selection?ensemble=tous')
  expect(effets(selection.document)[0]).toBe('−1 donateur')
  const file = await application.demander('/donateurs/oppositions.csv')
  const lines = (await file.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/;Décès;\d\d\/\d\d\/\d{4};/)

  const lever = findAll(note.document, 'td a').find((link) => textOf(link) === 'Lever')
  const page = await application.ouvrir(lever ? (attribute(lever, 'href') ?? '') : '')
  expect(await validate(page.html)).toEqual([])
  const leve = await application.presser(
    page,
    getByRole(page.document, 'button', 'Lever cette opposition'),
    { raison: 'Erreur de saisie', nom: 'Zoé' },
  )
  expect(wordsOf(find(leve.document, '.alert-success'))).toContain('L’opposition est levée.')
  const actes = await application.ouvrir('/donateurs/oppositions?etat=actes')
  expect(lireTableau(actes.document, 'Tous les actes, page 1 sur 1').lignes.length).toBe(3)
})

test('une liste se garde sous un nom, se compte, se refuse sous le même, et se retire', async () => {
  const liste = await application.ouvrir(`/donateurs/liste${LISTE}&montant_min=50`)
  const total = nombre(textOf(findAll(liste.document, '.kpi-value')[0] ?? liste.document))
  const depart = await application.suivre(liste, 'Garder cette liste')
  const garder = (ecran: typeof depart, nom_liste: string) =>
    application.presser(ecran, getByRole(ecran.document, 'button', 'Garder cette liste'), {
      nom_liste,
      nom: 'Claire Martin',
    })

  const sansNom = await garder(depart, '')
  expect(sansNom.status).toBe(422)
  expect(wordsOf(find(sansNom.document, '.field-fault'))).toContain('Donnez un nom à cette liste')

  const gardee = await garder(sansNom, 'Noël, 50 € et plus')
  expect(gardee.status).toBe(200)
  expect(await validate(gardee.html)).toEqual([])
  const row = lireTableau(gardee.document, 'Listes gardées').lignes.find(([name]) =>
    name?.startsWith('Noël'),
  )
  expect(row?.map((cell) => nombre(cell))).toContain(total)

  const encore = await garder(
    await application.suivre(liste, 'Garder cette liste'),
    'Noël, 50 € et plus',
  )
  expect(wordsOf(find(encore.document, '.alert-error, .field-fault'))).toMatch(/nom/)

  const seule = await application.suivre(gardee, 'Noël, 50 € et plus')
  expect(nombre(textOf(findAll(seule.document, '.kpi-value')[0] ?? seule.document))).toBe(total)
  const retiree = await application.presser(
    seule,
    getByRole(seule.document, 'button', 'Retirer cette liste'),
    { nom: 'Claire Martin' },
  )
  expect(wordsOf(find(retiree.document, '.alert'))).toContain('n’est plus gardée')
  expect(lireTableau(retiree.document, 'Listes retirées').lignes[0]?.[0]).toContain('Noël')
})
