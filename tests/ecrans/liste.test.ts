import { expect, test } from 'vitest'
import type { Liste } from '#contract/listes'
import { formatCount, formatMoney } from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, getByRole, listByText, textOf, wordsOf } from '../support/html'
import { lienDe } from '../support/visite'

const application = partagee()
const ADRESSE = '/donateurs/liste?ensemble=actifs&annee=2020&periode=Trimestre+1'

const lire = async (query: string) => {
  const answer = await fetch(`${application.serviceUrl}/api/donateurs/liste?${query}`)
  return (await answer.json()) as Liste
}

const ecran = await application.ouvrir(ADRESSE)
const liste = await lire('ensemble=actifs&annee=2020&periode=Trimestre+1')

const filtrer = (valeurs: Record<string, string>, de = ecran) => {
  const [button] = findAll(de.document, '.filters button')
  if (!button) throw new Error('No button')
  return application.presser(de, button, valeurs)
}

const idsOf = ({ document }: typeof ecran) =>
  findAll(document, 'tbody tr').map((row) => {
    const [contact] = findAll(row, 'td.code')
    return contact ? textOf(contact) : ''
  })

test('la liste dit en mots qui y est, combien ils sont et ce qu’ils ont donné', () => {
  const { document } = ecran
  expect(liste.total_donateurs).toBeGreaterThan(20)
  expect(wordsOf(find(document, 'h1'))).toBe(
    'Donateurs actifs de 2020, premier don de l’année en Trimestre 1',
  )
  expect(textOf(find(document, '.subtitle'))).toBe(liste.definition)
  expect(findAll(document, '.kpi-value').map(textOf)).toEqual([
    formatCount(liste.total_donateurs),
    formatMoney(liste.total_montant),
  ])
  expect(idsOf(ecran)).toEqual(liste.donateurs.map(({ contact_id }) => contact_id))
  expect(textOf(find(document, 'head > title'))).toMatch(
    /^Donateurs actifs de 2020, .+ – page 1 sur \d+ – Analyse - Gestion des Dons$/,
  )
})

test('chaque nom mène à la fiche du donateur, et l’année suit', async () => {
  const [first] = liste.donateurs
  const [name] = findAll(ecran.document, 'tbody th a')
  expect(name && attribute(name, 'href')).toBe(
    `/donateurs/fiche?contact=${first?.contact_id}&annee=2020`,
  )
  const fiche = await application.ouvrir(`/donateurs/fiche?contact=${first?.contact_id}`)
  expect(fiche.status).toBe(200)
})

test('les filtres et les pages gardent l’ensemble, et le fichier les suit', async () => {
  const filtree = await filtrer({ montant_min: '100', campagne: 'PRODUIT', tri: 'nom' })
  const query = new URL(filtree.adresse, application.url).searchParams
  expect(Object.fromEntries([...query].filter(([, value]) => value !== ''))).toEqual({
    ensemble: 'actifs',
    annee: '2020',
    periode: 'Trimestre 1',
    montant_min: '100',
    campagne: 'PRODUIT',
    tri: 'nom',
  })
  expect(wordsOf(find(filtree.document, '.filters-said'))).toBe(
    'Montant 2020 ≥ (€) : 100 · Campagnes : PRODUIT uniquement · Trier par : Nom Effacer les filtres',
  )
  const expected = await lire(
    'ensemble=actifs&annee=2020&periode=Trimestre+1&montant_min=100&campagne=PRODUIT&tri=nom&limit=100',
  )
  expect(expected.total_donateurs).toBeGreaterThan(0)
  expect(expected.total_donateurs).toBeLessThan(liste.total_donateurs)
  expect(idsOf(filtree)).toEqual(
    expected.donateurs.slice(0, 20).map(({ contact_id }) => contact_id),
  )
  const file = find(filtree.document, '.table-menu a[download]')
  const answer = await application.demander(attribute(file, 'href') ?? '')
  const lines = (await answer.text()).trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(';')[0])).toEqual(
    expected.donateurs.map(({ contact_id }) => contact_id),
  )
  const cleared = await application.suivre(filtree, 'Effacer les filtres')
  expect(idsOf(cleared)).toEqual(idsOf(ecran))
  const second = await application.suivre(ecran, 'Suivant')
  expect(second.adresse).toBe(`${ADRESSE}&page=2`)
  expect(wordsOf(find(second.document, 'h1'))).toBe(wordsOf(find(ecran.document, 'h1')))
})

test('un filtre illisible le dit à côté de son champ et montre toute la liste', async () => {
  const faulty = await filtrer({ montant_min: 'beaucoup' })
  expect(faulty.status).toBe(200)
  expect(listByText(faulty.document, 'Ces filtres ne sont pas lisibles.')).toHaveLength(1)
  expect(listByText(faulty.document, 'Le montant doit être un nombre.')).toHaveLength(1)
  expect(idsOf(faulty)).toEqual(idsOf(ecran))
})

test('sans personne, la liste le dit', async () => {
  const empty = await filtrer({ montant_min: '99999999' })
  expect(listByText(empty.document, 'Aucun donateur ne correspond.')).toHaveLength(1)
  expect(lienDe(find(empty.document, '.empty'), 'Effacer les filtres')).toBe(ADRESSE)
})

test.each([
  ['/donateurs/liste?ensemble=rien', 'Cet ensemble de donateurs n’existe pas.'],
  ['/donateurs/liste?ensemble=actifs', 'Cet ensemble a besoin d’une année.'],
  ['/donateurs/liste?ensemble=actifs&annee=2020&x=1', 'Ce paramètre n’existe pas.'],
])('%s dit « %s »', async (path, sentence) => {
  const { status, document } = await application.ouvrir(path)
  expect(status).toBe(422)
  const alert = getByRole(document, 'alert', 'Erreur: Erreur lors du chargement de la liste')
  expect(wordsOf(alert)).toContain(sentence)
  const file = await application.demander(path.replace('/liste', '/liste.csv'))
  expect(file.status).toBe(422)
  expect(await file.text()).toContain(sentence)
})

test('les filtres des donations restent d’une page, d’une année et d’un fichier à l’autre', async () => {
  const { document, adresse } = await application.ouvrir('/donations?annee=2020&details=1')
  const [button] = findAll(document, '.filters button')
  if (!button) throw new Error('No button')
  const filtree = await application.presser({ ...ecran, document, adresse }, button, {
    mois: '12',
    media: 'WEB',
    dons: '1',
  })
  const count = Number(/^\d+/.exec(textOf(find(filtree.document, '.list-count .badge')))?.[0])
  expect(count).toBeGreaterThan(20)
  expect(findAll(filtree.document, '.kpi-value').map(textOf)[0]).toBe(formatCount(count))
  const file = await application.demander(
    attribute(find(filtree.document, '.table-menu a'), 'href') ?? '',
  )
  const lines = (await file.text()).trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(count)
  for (const line of lines) expect(line.split(';')[1]).toMatch(/\/12\/2020$/)
  const second = await application.suivre(filtree, 'Suivant')
  expect(second.adresse).toMatch(/mois=12.*media=WEB.*dons=1.*page=2/)
  const [year] = findAll(filtree.document, '.year-form button')
  if (!year) throw new Error('No year')
  const before = await application.presser(filtree, year, { annee: '2019' })
  expect(wordsOf(find(before.document, '.filters-said'))).toContain('Mois : Déc · Code média : WEB')
  expect(before.adresse).toContain('details=1')
})
