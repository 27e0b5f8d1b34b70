import { beforeAll, expect, test, vi } from 'vitest'
import type { Arretes } from '#contract/arretes'
import type { DashboardStats } from '#contract/dashboard'
import type { Difference, Publications } from '#contract/publications'
import { formatCount, formatMoney } from '../../service/figures/format'
import { jugerTous } from '../support/a-verifier-web'
import { propre } from '../support/ecrans'
import { PATIENCE } from '../support/hasard'
import { attribute, find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { lireTableau } from '../support/tableau'
import { validate } from '../support/validation'
import { lienDe } from '../support/visite'

const application = propre('demo')
const NOM = 'Arrêté au 31/01/2026, présenté au CA'
const ANNEE = 2020

const call = async <Answer>(path: string): Promise<Answer> =>
  (await (await fetch(`${application.serviceUrl}${path}`)).json()) as Answer

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(`${application.serviceUrl}${path}`, init)
  expect(answer.ok, await answer.clone().text()).toBe(true)
}

const derniere = async () => (await call<Publications>('/api/publications')).publications[0]

let avant: DashboardStats
let apres: DashboardStats
let contact: string
let scellee: number

beforeAll(async () => {
  await vi.waitUntil(async () => (await derniere()) !== undefined, { timeout: PATIENCE })
  scellee = (await derniere())?.numero ?? 0
  avant = await call(`/api/dashboard/stats/${ANNEE}`)
  await jugerTous(application.serviceUrl)
  const page = await application.ouvrir('/dashboard/arretes')
  const done = await application.presser(
    page,
    getByRole(page.document, 'button', 'Arrêter ces chiffres'),
    {
      nom: NOM,
      par: 'La trésorière',
    },
  )
  expect(wordsOf(find(done.document, '.alert-success'))).toContain(NOM)
  const list = await call<{ donations: { contact_id: string }[] }>(
    `/api/donations/list?year=${ANNEE}&dons=1&limit=1`,
  )
  contact = list.donations[0]?.contact_id ?? ''
  await post('/api/exclusions/exclure', { contact_id: contact, raison: 'Don de test' })
  await post('/api/analytics/refresh-views', {})
  apres = await call(`/api/dashboard/stats/${ANNEE}`)
}, PATIENCE)

test('chaque carte du Dashboard mène à l’histoire de son chiffre', async () => {
  const { document } = await application.ouvrir(`/dashboard?annee=${ANNEE}`)
  const links = findAll(document, '.how-panel a:not(.how)')
  expect(links.map((link) => attribute(link, 'href'))).toEqual(
    ['donateurs', 'donations', 'montant-total', 'don-moyen'].map(
      (chiffre) => `/dashboard/pourquoi?chiffre=${chiffre}&annee=${ANNEE}`,
    ),
  )
})

test('l’écart entre deux publications a ses causes, leurs effets et ce qu’ils mènent à', async () => {
  const a = (await derniere())?.numero
  const query = `chiffre=montant-total&annee=${ANNEE}&de=${scellee}&a=${a}`
  const { contributions } = await call<Difference>(`/api/publications/difference?${query}`)
  const { document, html } = await application.ouvrir(`/dashboard/pourquoi?${query}`)
  expect(findAll(document, '.kpi-value').map(textOf)).toEqual([
    formatMoney(avant.montant_total),
    formatMoney(apres.montant_total),
    formatMoney(Math.round((apres.montant_total - avant.montant_total) * 100) / 100),
  ])
  const { lignes } = lireTableau(document, 'Ce qui a changé ce chiffre')
  expect(lignes.map((cells) => cells[1])).toEqual([`Exclusion de ${contact}\u00A0: Don de test`])
  expect(lignes.at(-1)?.[4]).toBe(formatMoney(apres.montant_total))
  expect(contributions).toHaveLength(1)
  expect(lienDe(document, /^Exclusion de/)).toBe(`/donateurs/fiche?contact=${contact}`)
  expect(await validate(html)).toEqual([])
})

test('depuis le début, les causes mènent de rien au chiffre d’aujourd’hui', async () => {
  const { document } = await application.ouvrir(
    `/dashboard/pourquoi?chiffre=donateurs&annee=${ANNEE}&de=0`,
  )
  const [from, to] = findAll(document, '.kpi-value').map(textOf)
  expect([from, to]).toEqual(['0', formatCount(apres.total_donateurs)])
})

test('on y demande ce qui a changé depuis la publication d’avant, l’arrêté ou le début', async () => {
  const page = await application.ouvrir(`/dashboard/pourquoi?chiffre=donateurs&annee=${ANNEE}`)
  const values = (document: typeof page.document) => findAll(document, '.kpi-value').map(textOf)
  const since = [formatCount(avant.total_donateurs), formatCount(apres.total_donateurs)]
  expect(values(page.document).slice(0, 2)).toEqual(since)
  const arrete = await application.suivre(page, 'Depuis le dernier arrêté')
  expect(values(arrete.document).slice(0, 2)).toEqual(since)
  expect(
    attribute(getByRole(arrete.document, 'link', 'Depuis le dernier arrêté'), 'aria-current'),
  ).toBe('true')
  const debut = await application.suivre(page, 'Depuis le début')
  expect(values(debut.document)[0]).toBe('0')
  expect(await validate(debut.html)).toEqual([])
})

test('une adresse qui ne veut rien dire montre toute l’histoire du montant', async () => {
  const { document, status } = await application.ouvrir(
    '/dashboard/pourquoi?chiffre=rien&de=x&a=999999',
  )
  expect(status).toBe(200)
  expect(textOf(find(document, '.subtitle'))).toContain('Montant Total')
})

test('un arrêté montre le Dashboard tel qu’il était, ce qui a changé, et mène à pourquoi', async () => {
  const list = await application.ouvrir('/dashboard/arretes')
  const { document, html } = await application.suivre(list, NOM)
  expect(textOf(find(document, '.alert-title'))).toBe(`Arrêté «\u00A0${NOM}\u00A0»`)
  const year = await application.ouvrir(`/dashboard?arrete=${scellee}&annee=${ANNEE}`)
  expect(findAll(year.document, '.kpi-value').map(textOf)).toEqual([
    formatCount(avant.total_donateurs),
    formatCount(avant.total_donations),
    formatMoney(avant.montant_total),
    formatMoney(avant.montant_moyen),
  ])
  const banner = wordsOf(find(year.document, '.alert'))
  expect(banner).toContain('La trésorière')
  expect(banner).toContain(`Depuis, en ${ANNEE} : donateurs −1`)
  expect(lienDe(year.document, 'Ce qui a changé depuis')).toBe(
    `/dashboard/pourquoi?chiffre=montant-total&annee=${ANNEE}&de=${scellee}`,
  )
  expect(await validate(html)).toEqual([])
})

test('rien n’y mène aux listes d’aujourd’hui, et ses fichiers sont les siens', async () => {
  const { document } = await application.ouvrir(`/dashboard?arrete=${scellee}&annee=${ANNEE}`)
  const main = getByRole(document, 'main')
  const addresses = findAll(main, 'a').map((link) => attribute(link, 'href') ?? '')
  expect(
    addresses.filter((href) => /^\/donateurs\/liste|^\/donations\?|classeur/.test(href)),
  ).toEqual([])
  const files = addresses.filter((href) => href.startsWith('/telechargements/'))
  expect(files).toHaveLength(4)
  const amounts = files.find((href) => href.includes('montants-par-annee')) ?? ''
  const text = await (await application.demander(amounts)).text()
  const [, amount] =
    text
      .split('\r\n')
      .find((line) => line.startsWith(`${ANNEE};`))
      ?.split(';') ?? []
  expect(amount).toBe(avant.montant_total.toFixed(2).replace('.', ','))
})

test('les années closes qui ont changé dérivent, et un arrêté sans nom est refusé à son champ', async () => {
  const page = await application.ouvrir('/dashboard/arretes')
  const { lignes } = lireTableau(page.document, 'Dérive des années closes')
  expect(lignes.find(([annee]) => annee === String(ANNEE))?.[1]).toBe(NOM)
  const refused = await application.presser(
    page,
    getByRole(page.document, 'button', 'Arrêter ces chiffres'),
    {
      nom: ' ',
      par: 'X',
    },
  )
  expect(wordsOf(getByRole(refused.document, 'main'))).toContain('Donnez un nom à cet arrêté.')
})

test('l’historique montre l’arrêté, sans donateur', async () => {
  const { document } = await application.ouvrir('/donations/historique?type=ARRETE')
  const { lignes } = lireTableau(document, 'Exclusions et réintégrations')
  expect(lignes).toHaveLength(1)
  expect(lignes[0]?.slice(2, 4)).toEqual(['Arrêté', 'N/A'])
})

test('le rapport de chiffres arrêtés porte leur nom et leur sceau', async () => {
  const before = await application.ouvrir(`/dashboard/rapport?annee=${ANNEE}`)
  expect(wordsOf(find(before.document, '.report-seal'))).toContain('sans arrêté')
  const page = await application.ouvrir('/dashboard/arretes')
  await application.presser(page, getByRole(page.document, 'button', 'Arrêter ces chiffres'), {
    nom: 'Clôture',
    par: 'Le trésorier',
  })
  const { arretes } = await call<Arretes>('/api/arretes')
  const { document } = await application.ouvrir(`/dashboard/rapport?annee=${ANNEE}`)
  const seal = wordsOf(find(document, '.report-seal'))
  expect(seal).toContain(
    'arrêtée sous le nom « Clôture » par Le trésorier (événement n° 3 du journal)',
  )
  expect(seal).toContain(arretes[0]?.sceau)
})

test('[B3] l’écran des arrêtés dit que la chaîne des publications est intacte, et depuis quand elle en répond', async () => {
  const { document } = await application.ouvrir('/dashboard/arretes')
  expect(wordsOf(document)).toMatch(
    /\d+ publications, chaîne intacte : elle garantit ce qui a été publié depuis le \d+(?:er)? \S+ \d{4} à \d\d:\d\d\./,
  )
})

test('un arrêté qui n’existe pas se dit', async () => {
  const { status, document } = await application.ouvrir('/dashboard?arrete=999')
  expect(status).toBe(404)
  expect(wordsOf(getByRole(document, 'main'))).toContain(
    'Aucun arrêté ne porte sur la publication n° 999.',
  )
})
