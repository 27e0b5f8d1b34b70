import { expect, test } from 'vitest'
import { formatCount, formatMoney, plural } from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { find, findAll, getByRole, listByRole, listByText, textOf, wordsOf } from '../support/html'
import { requete } from '../support/requete'
import { lienDuMenu } from '../support/tableau'

const STATS = `
  select count(*) filter (where order_amount > 0) as dons, sum(order_amount) as montant,
         max(order_amount) as plus_eleve, count(*) as lignes
  from donations where extract(year from order_date) = $1`

const application = partagee()
const ecran = await application.ouvrir('/donations?annee=2020')

test('la liste montre les donations de l’année, de la plus élevée à la plus faible', async () => {
  const { document } = ecran
  const figures = await requete(application.databaseUrl, STATS, [2020])
  const [cards] = findAll(getByRole(document, 'main'), 'dl')
  if (!cards) throw new Error('No key figures')
  const shown = findAll(cards, 'dd').map(textOf)
  expect(wordsOf(find(document, 'h1'))).toBe('Donations')
  expect(shown[0]).toBe(formatCount(Number(figures['dons'])))
  expect(shown[1]).toBe(formatMoney(Number(figures['montant'])))
  expect(shown[3]).toBe(formatMoney(Number(figures['plus_eleve'])))
  expect(findAll(document, '.badge').map(textOf)).toContain(
    plural(Number(figures['lignes']), 'donation'),
  )
  const rows = findAll(document, 'tbody tr')
  expect(rows).toHaveLength(20)
  const values = findAll(document, 'tbody td.number').map((cell) =>
    Number(
      textOf(cell)
        .replace(/[^\d,]/g, '')
        .replace(',', '.'),
    ),
  )
  expect(values).toHaveLength(20)
  expect(values).toEqual([...values].sort((one, other) => other - one))

  for (const { document: one } of [
    ecran,
    await application.ouvrir('/donations?annee=2020&tri=-date'),
  ]) {
    const file = lienDuMenu(one, /^Télécharger .+ donations de 2020 \(CSV, environ/)
    const answer = await application.demander(file.attribs['href'] ?? '')
    const lines = (await answer.text()).trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(Number(figures['lignes']))
    expect(lines.slice(0, 20).map((line) => line.split(';')[0])).toEqual(
      findAll(one, 'tbody th').map(textOf),
    )
  }
})

test('[0.1.0 E] on tourne les pages et on déplie les détails', async () => {
  const pages = getByRole(ecran.document, 'navigation', 'Pages des donations')
  expect(listByRole(pages, 'link', 'Précédent')).toEqual([])
  expect(listByRole(pages, 'link', /^Page /)).toHaveLength(5)
  const second = await application.suivre(ecran, 'Suivant')
  expect(second.adresse).toContain('page=2')
  expect(textOf(find(second.document, 'head > title'))).toMatch(
    /^Donations 2020 – page 2 sur \d+ – Analyse - Gestion des Dons$/,
  )
  const current = find(second.document, '.pagination [aria-current=page]')
  expect(textOf(current)).toBe('2')

  const last = await application.suivre(second, 'Dernière')
  expect(listByRole(last.document, 'link', 'Suivant')).toEqual([])
  const total = last.adresse.match(/page=(\d+)/)?.[1] ?? ''
  expect(textOf(find(last.document, '.pagination [aria-current=page]'))).toBe(total)
  expect((await application.suivre(last, 'Première')).adresse).toMatch(/page=1$/)
  const third = await application.presser(last, getByRole(last.document, 'button', 'Aller'), {
    page: '3',
  })
  expect(third.adresse).toMatch(/annee=2020&page=3/)
  expect(textOf(find(third.document, '.pagination [aria-current=page]'))).toBe('3')

  const detailed = await application.suivre(second, 'Voir tous les détails')
  expect(detailed.adresse).toContain('page=2')
  getByRole(detailed.document, 'columnheader', 'E-mail')
  const headings = listByRole(detailed.document, 'columnheader').map(wordsOf)
  const at = headings.indexOf('Naissance') + 1
  const births = findAll(detailed.document, `tbody tr > :nth-child(${at})`).map(textOf)
  expect(births.filter((birth) => birth !== 'N/A').length).toBeGreaterThan(0)
  for (const birth of births) expect(birth).toMatch(/^(\d{2}\/\d{2}\/\d{4}|N\/A)$/)
  const short = await application.suivre(detailed, 'Masquer détails')
  expect(listByRole(short.document, 'columnheader', 'E-mail')).toEqual([])
})

test('des dates inversées s’expliquent dans l’historique', async () => {
  const history = await application.ouvrir('/donations/historique')
  const filtered = await application.presser(history, find(history.document, '.filters button'), {
    du: '2026-02-01',
    au: '2026-01-01',
  })
  expect(
    listByText(filtered.document, /La date de début est après la date de fin/),
  ).not.toHaveLength(0)
})
