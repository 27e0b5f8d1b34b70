import { expect, test } from 'vitest'
import { formatCount, formatDay, formatMoney } from '../../service/figures/format'
import { attendreAVerifier } from '../support/a-verifier-web'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { lireTableau } from '../support/tableau'
import { lienDe } from '../support/visite'

const { ouvrir, demander, serviceUrl } = partagee()

const attendus = await attendreAVerifier(serviceUrl)

test('les faux donateurs des données de démonstration y sont, le plus grand montant d’abord', () => {
  expect(attendus.donateurs.map(({ lastname, montant }) => [lastname, montant])).toEqual([
    ['TEST', 99_999.99],
    ['Essai carte bancaire', 25_000],
    ['Qwerty', 12_345.67],
    ['Duck', 8_888.88],
  ])
})

test('l’écran montre chacun avec ses raisons, sa fiche et de quoi l’exclure', async () => {
  const { document } = await ouvrir('/donations/a-verifier')
  expect(textOf(find(document, 'h1'))).toBe('Donateurs à vérifier')
  const rows = findAll(document, '.data-table tbody tr').slice(0, attendus.total)
  for (const [at, donateur] of attendus.donateurs.entries()) {
    const row = rows[at]
    if (!row) throw new Error(`il manque ${donateur.contact_id}`)
    expect(findAll(row, '.reasons li').map(textOf)).toEqual(donateur.raisons)
    expect(attribute(find(row, 'th a'), 'href')).toBe(
      `/donateurs/fiche?contact=${donateur.contact_id}`,
    )
    expect(attribute(findAll(row, 'button')[0] ?? row, 'aria-label')).toBe(
      `Exclure le donateur ${donateur.contact_id}`,
    )
    const cells = findAll(row, 'td').map(textOf)
    expect(cells).toContain(formatMoney(donateur.montant))
    expect(cells).toContain(formatDay(donateur.dernier_don))
  }
})

test('chaque règle dit ce qu’elle a trouvé, et mène à ceux qu’elle signale', async () => {
  const { document } = await ouvrir('/donations/a-verifier')
  const { lignes } = lireTableau(document, 'Les règles, et ce qu’elles ont trouvé')
  expect(lignes.map(([regle, , , , aVerifier]) => [regle, aVerifier])).toEqual(
    attendus.regles.map(({ code, libelle, a_verifier }) => [
      `${libelle} (${code})`,
      formatCount(a_verifier),
    ]),
  )
  const { document: filtered } = await ouvrir('/donations/a-verifier?regle=T1')
  const found = attendus.regles.find(({ code }) => code === 'T1')
  expect(findAll(filtered, '.reasons')).toHaveLength(found?.a_verifier ?? 0)
})

test('chaque nombre du tableau des règles mène à autant de donateurs', async () => {
  const { document } = await ouvrir('/donations/a-verifier')
  const table = getByRole(document, 'table', 'Les règles, et ce qu’elles ont trouvé')
  const links = findAll(table, 'a.count')
  // Of each rule with donors and of all of them: those found, and those still to be looked at.
  const found = attendus.regles.filter(({ signales }) => signales > 0).length
  expect(links).toHaveLength(2 * (found + 1))
  for (const link of links) {
    const { document: list } = await ouvrir(attribute(link, 'href') ?? '')
    expect(formatCount(findAll(list, '.reasons').length)).toBe(textOf(link))
  }
})

test('une règle inconnue se dit à son champ, et tous paraissent', async () => {
  const { document } = await ouvrir('/donations/a-verifier?regle=Z9')
  expect(wordsOf(find(document, 'main'))).toContain('Cette règle n’existe pas.')
  expect(findAll(document, '.reasons')).toHaveLength(attendus.total)
})

test('à la ligne d’un classement se lit qui est à vérifier, et de nul autre', async () => {
  const toReview = attendus.donateurs.map(({ contact_id }) => contact_id)
  for (const path of [
    '/donations?annee=2026',
    '/donateurs/liste',
    '/donateurs/liste?ensemble=actifs&annee=2026',
    '/donateurs/recherche?q=test',
  ]) {
    const { document } = await ouvrir(path)
    const rows = findAll(getByRole(document, 'main'), '.data-table tbody tr').map((row) => ({
      contact: new URL(
        attribute(findAll(row, 'a[href^="/donateurs/fiche"]')[0] ?? row, 'href') ?? '',
        serviceUrl,
      ).searchParams.get('contact'),
      marked: wordsOf(row).includes('à vérifier'),
    }))
    expect(rows.filter(({ marked }) => marked).length, path).toBeGreaterThan(0)
    for (const { contact, marked } of rows)
      expect(marked, `${path} ${contact}`).toBe(toReview.includes(contact ?? ''))
  }
})

test('la liste des donations dit combien, et le fichier a une ligne pour chacun', async () => {
  const { document } = await ouvrir('/donations')
  expect(lienDe(document, `À vérifier (${attendus.total})`)).toBe('/donations/a-verifier')
  // Fakes and duplicates are two questions: each has its count.
  const entry = findAll(document, 'nav a[href^="/donations/a-verifier"]').find(
    (link) => findAll(link, '.entry-count').length > 0,
  )
  expect(entry && findAll(entry, '.entry-count').map(wordsOf)).toEqual([
    `${attendus.total} faux donateurs`,
    expect.stringMatching(/^\d+ doublons$/),
  ])
  const { document: screen } = await ouvrir('/donations/a-verifier')
  const href =
    attribute(find(screen, '.table-menu a[href^="/donations/a-verifier.csv"]'), 'href') ?? ''
  const file = await demander(href)
  expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(attendus.total + 1)
})
