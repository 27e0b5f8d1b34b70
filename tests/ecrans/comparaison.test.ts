import { expect, test } from 'vitest'
import type { DashboardStats } from '#contract/dashboard'
import { formatCount, formatMoney } from '../../service/figures/format'
import { attendreAVerifier } from '../support/a-verifier-web'
import { partagee } from '../support/ecrans'
import { attribute, type Document, find, findAll, getByRole, wordsOf } from '../support/html'

const application = partagee()
await attendreAVerifier(application.serviceUrl)

const lire = async <Answer>(path: string): Promise<Answer> =>
  (await (await fetch(`${application.serviceUrl}${path}`)).json()) as Answer

const { document: dashboard } = await application.ouvrir('/dashboard')
const annee = Number(wordsOf(findAll(dashboard, '#annee option')[0] ?? dashboard))

const cartes = async (query: string) => {
  const { document } = await application.ouvrir(`/dashboard?${query}`)
  return findAll(find(document, 'main > article > dl.kpis'), '.kpi-detail').map(wordsOf)
}

const titres = (document: Document, caption: string) =>
  findAll(getByRole(getByRole(document, 'main'), 'table', caption), 'thead th').map(wordsOf)

test('une année se compare au même jour, sans que l’adresse le dise', async () => {
  const select = find(dashboard, '#choix-comparer')
  expect(findAll(select, 'option').map(wordsOf)).toEqual([
    'année précédente',
    'même jour',
    'aucune',
  ])
  const usual = await cartes(`annee=${annee}`)
  expect(usual).toHaveLength(4)
  expect(await cartes(`annee=${annee}&comparer=jour`)).toEqual(usual)
  expect(await cartes(`annee=${annee}&comparer=nimporte`)).toEqual(usual)
})

test('l’année en cours se compare à la précédente entière, sans pourcentage d’une année inachevée', async () => {
  const before = await lire<DashboardStats>(`/api/dashboard/stats/${annee - 1}`)
  const said = await cartes(`annee=${annee}&comparer=annee`)
  const was = [
    formatCount(before.total_donateurs),
    formatCount(before.total_donations),
    formatMoney(before.montant_total),
    formatMoney(before.montant_moyen),
  ].map((text) => `${annee - 1} entière : ${text}`.replace(/\s/g, ' '))
  expect(said).toHaveLength(4)
  for (const line of was) expect(said.some((card) => card.startsWith(line))).toBe(true)
  expect(said.join()).not.toContain('À date')
})

test('une année close est la même, comparée entière ou au même jour', async () => {
  const closed = await cartes(`annee=${annee - 1}`)
  expect(closed[0]).toContain(`sur ${annee - 2}`)
  expect(await cartes(`annee=${annee - 1}&comparer=annee`)).toEqual(closed)
})

test('sans comparaison, ni cartes ni colonnes n’en ont', async () => {
  const said = await cartes(`annee=${annee}&comparer=aucune`)
  expect(said.filter((card) => !card.startsWith('Projection'))).toEqual([])
  const { document } = await application.ouvrir(`/nouveaux?annee=${annee}&comparer=aucune`)
  expect(findAll(document, '.at-date')).toEqual([])
  const caption = `Nouveaux donateurs par code média, ${annee}`
  expect(titres(document, caption)).toEqual(['Code média', `${annee}`, 'Nombre', '%'])
  const { document: montants } = await application.ouvrir('/montant?comparer=aucune')
  expect(titres(montants, 'Montant total annuel par donateur').join()).not.toContain('Écart')
})

test('comparée à l’année, une table n’a rien au même jour ; son fichier a tout', async () => {
  const { document } = await application.ouvrir(`/nouveaux?annee=${annee}&comparer=annee`)
  expect(findAll(document, '.at-date')).toEqual([])
  const caption = `Nouveaux donateurs par code média, ${annee}`
  expect(titres(document, caption).join()).toContain('Évolution')
  const file = `/telechargements/nouveaux-par-code-media.csv?annee=${annee}&comparer=aucune`
  const text = await (await application.demander(file)).text()
  expect(text).toContain('Évolution à date')
})

test('le choix va d’un écran à l’autre, comme l’année, et un tri le garde', async () => {
  const { document } = await application.ouvrir('/donateurs?annee=2023&comparer=aucune')
  for (const path of ['/dashboard', '/nouveaux', '/campagnes/ventilation']) {
    const link = findAll(document, 'nav a').find((one) =>
      (attribute(one, 'href') ?? '').startsWith(`${path}?`),
    )
    expect(link && attribute(link, 'href')).toBe(`${path}?annee=2023&comparer=aucune`)
  }
  const { document: others } = await application.ouvrir(`/donations?annee=${annee}&comparer=annee`)
  const kept = findAll(others, 'form input[name=comparer]')
  expect(kept.length).toBeGreaterThanOrEqual(2)
  expect(new Set(kept.map((field) => attribute(field, 'value')))).toEqual(new Set(['annee']))
  const { document: sorted } = await application.ouvrir(
    `/campagnes/ventilation?annee=${annee}&comparer=annee`,
  )
  const hrefs = findAll(sorted, 'a.sort').map((one) => attribute(one, 'href') ?? '')
  expect(hrefs.length).toBeGreaterThan(0)
  expect(hrefs.filter((href) => !href.includes('comparer=annee'))).toEqual([])
})

test.each(['/donateurs/geographie', '/campagnes/ventilation'])(
  '%s ne dit rien d’une comparaison que nul ne demande',
  async (path) => {
    const dit = async (comparer: string) => {
      const { document } = await application.ouvrir(`${path}?annee=${annee}&comparer=${comparer}`)
      return findAll(getByRole(document, 'main'), '.mention').map(wordsOf).join(' ')
    }
    const known = `L’année ${annee} n’est connue que jusqu’au`
    expect(await dit('jour')).toMatch(new RegExp(`${known} [\\d/]+ : l’évolution la compare`))
    expect(await dit('aucune')).toMatch(new RegExp(`${known} [\\d/]+\\.`))
    expect(await dit('aucune')).not.toContain('compar')
  },
)
