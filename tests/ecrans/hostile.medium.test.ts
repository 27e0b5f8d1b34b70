import { expect, test } from 'vitest'
import { lireClasseur } from '../support/classeur'
import { analyser, fichier, importer, type Onglet, panneauDe } from '../support/deposer'
import { propre } from '../support/ecrans'
import { contactsOf, HOSTILE } from '../support/hostile'
import { findAll, getByRole, listByRole, textOf } from '../support/html'
import { requete } from '../support/requete'
import { contactHostile, donationsHostiles, exclureHostiles } from '../support/semer'
import type { Ecran } from '../support/visite'

const visite = propre('vide')
const [SCRIPT, IMAGE] = HOSTILE

const SCREENS: { path: string; shows: readonly string[] }[] = [
  { path: '/dashboard', shows: [] },
  { path: '/montant', shows: [] },
  // Who is excluded counts in no figure.
  { path: '/nouveaux?annee=2024', shows: HOSTILE.filter((value) => value !== IMAGE) },
  { path: '/actifs', shows: [] },
  { path: '/tendances', shows: [] },
  { path: '/donateurs', shows: [] },
  { path: '/campagnes', shows: [] },
  { path: '/donations?details=1&annee=2024', shows: HOSTILE },
  { path: '/donations/historique', shows: HOSTILE },
  {
    path: `/donations/historique?contact_id=${encodeURIComponent(contactHostile(1))}`,
    shows: [contactHostile(1)],
  },
  {
    path: `/donations/exclusion?operation=exclure&contact_id=${encodeURIComponent(contactHostile(3))}`,
    shows: [contactHostile(3)],
  },
  { path: '/donateurs/fiche?contact=H0', shows: [SCRIPT] },
  {
    path: `/donateurs/fiche?contact=${encodeURIComponent(contactHostile(1))}`,
    shows: [contactHostile(1)],
  },
  { path: '/donateurs/recherche?q=H0', shows: [SCRIPT] },
  { path: `/donateurs/recherche?q=${encodeURIComponent(SCRIPT)}+absent`, shows: [SCRIPT] },
  {
    path: `/donateurs/selection?ensemble=actifs&annee=2024&media=${encodeURIComponent(SCRIPT)}`,
    shows: [],
  },
  ...[SCRIPT, IMAGE].map((value) => ({
    path: `/dashboard?annee=${encodeURIComponent(value)}`,
    shows: [],
  })),
]

/** Nothing that came from a file became a part of the page, and the title is the application's. */
function expectInert({ document, html }: Ecran): void {
  const grown = 'img[src="x"], svg[onload], [onerror], [href^="javascript:" i], b'
  expect(findAll(document, grown)).toEqual([])
  const scripts = findAll(document, 'script').map(textOf)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((script) => /^alert/.test(script))).toEqual([])
  // What the scripts are given holds no end of a script: that of the page's own ones is all there is.
  expect(html.split('</script').length - 1).toBe(scripts.length)
  expect(textOf(findAll(document, 'head > title')[0] ?? document)).toMatch(
    /Analyse - Gestion des Dons$/,
  )
}

async function importFile(onglet: Onglet, name: string, text: string) {
  const upload = await visite.ouvrir(`/upload?onglet=${onglet}`)
  const preview = await analyser(visite, upload, onglet, fichier(`${name}.csv`, text))
  getByRole(preview.document, 'heading', 'Analyse du fichier')
  expectInert(preview)
  const done = await importer(visite, preview, onglet)
  expect(textOf(panneauDe(done))).toContain(`${name}.csv`)
  expectInert(done)
}

test('un texte malveillant, où qu’il soit, s’affiche comme il est et ne devient jamais une balise', async () => {
  await importFile('donateurs', IMAGE.replaceAll('"', ''), contactsOf(HOSTILE))
  await importFile('donations', SCRIPT.replaceAll('/', ''), donationsHostiles())
  await exclureHostiles(visite.serviceUrl)

  for (const { path, shows } of SCREENS) {
    const ecran = await visite.ouvrir(path)
    expect(listByRole(ecran.document, 'heading').length, path).toBeGreaterThan(0)
    expectInert(ecran)
    const text = textOf(getByRole(ecran.document, 'main'))
    for (const value of shows) expect.soft(text, path).toContain(value)
  }
  const classeur = await visite.demander('/telechargement/classeur?ecran=nouveaux&annee=2024')
  const feuilles = lireClasseur(Buffer.from(await classeur.arrayBuffer()))
  const medias = feuilles.find(({ nom }) => nom === 'Par code média')
  const codes = [...(medias?.cases.values() ?? [])].map(({ valeur }) => valeur)
  expect(codes).toEqual(expect.arrayContaining(HOSTILE.filter((value) => value !== IMAGE)))

  const stored = await requete(
    visite.databaseUrl,
    'select count(*) as noms from donateurs where lastname = any($1)',
    [HOSTILE],
  )
  expect(Number(stored['noms'])).toBe(HOSTILE.length)
})
