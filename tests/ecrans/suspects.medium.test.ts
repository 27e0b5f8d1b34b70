import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ADate } from '#contract/a-date'
import type { Arretes } from '#contract/arretes'
import type { Fraicheur } from '#contract/rafraichissement'
import type { Mesure, Suspects, SuspectsCodes } from '#contract/suspects'
import type { Annees } from '#contract/values'
import type { AVerifier } from '#contract/verification'
import { PAS_CHERCHES } from '../../service/figures/attente'
import {
  formatCount,
  formatEuros,
  formatEvolution,
  formatMoney,
  formatPercent,
} from '../../service/figures/format'
import { attendreAVerifier, jugerTous } from '../support/a-verifier-web'
import { propre } from '../support/ecrans'
import { attribute, type Document, find, findAll, getByRole, wordsOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { attendreCalme, importerFichier } from '../support/semer'
import { validate } from '../support/validation'
import { retenirRecherche } from '../support/verrou'
import type { Ecran } from '../support/visite'

const application = propre('demo')

const lire = async <Answer>(path: string): Promise<Answer> =>
  (await (await fetch(`${application.serviceUrl}${path}`)).json()) as Answer

let annee = 0
let found: Suspects

beforeAll(async () => {
  await attendreAVerifier(application.serviceUrl)
  const { annees } = await lire<Annees>('/api/dashboard/annees')
  annee = annees[0] ?? 0
  found = await lire<Suspects>(`/api/dashboard/a-verifier/${annee}`)
})

/** The sentence as the screen must have it. */
function phrase(): string {
  return phraseDe('montant', 'du montant', formatMoney)
}

function phraseDe(mesure: Mesure, nom: string, format: (value: number) => string): string {
  const one = found.mesures.find((some) => some.mesure === mesure)
  if (!one) throw new Error(`ils ne pèsent rien ${nom}`)
  const { part, sans, evolution } = one
  const text = `${found.donateurs} donateurs à vérifier pèsent ${formatPercent(part)} ${nom} ${annee} ; sans eux : ${format(sans)} (${formatEvolution(evolution)}, l’année d’avant sans les siens aussi).`
  return text.replace(/\s+/g, ' ')
}

const DONATEURS = () => phraseDe('donateurs', 'des donateurs', formatCount)
const NOUVEAUX = () => phraseDe('nouveaux', 'des nouveaux donateurs', formatCount)

/** Presses a button of a form whose box is ticked. */
function cocher(page: Ecran, button: string, fields: Record<string, string> = {}): Promise<Ecran> {
  find(page.document, 'input[name^=malgre]').attribs['checked'] = ''
  return application.presser(page, getByRole(page.document, 'button', button), fields)
}

const avis = (document: Document) => findAll(document, 'main .alert-warning').map(wordsOf)

describe('Tant que des donateurs à vérifier pèsent sur l’année', () => {
  test.each<[string, () => string, (() => string)?]>([
    ['le dashboard', () => `/dashboard?annee=${annee}`],
    ['à date', () => '/dashboard/a-date'],
    ['les objectifs', () => '/dashboard/objectifs'],
    ['le mois', () => '/dashboard/mois'],
    ['montants', () => '/montant', DONATEURS],
    ['actifs', () => '/actifs', DONATEURS],
    ['la fidélité', () => `/actifs/fidelite?annee=${annee}`, DONATEURS],
    ['donateurs', () => '/donateurs', DONATEURS],
    ['la géographie', () => `/donateurs/geographie?annee=${annee}`, DONATEURS],
    ['les croisements', () => `/donateurs/croisements?annee=${annee}`, DONATEURS],
    ['la grille', () => '/donateurs/grille', DONATEURS],
    ['les dons réguliers', () => '/donateurs/reguliers'],
    ['les donations', () => `/donations?annee=${annee}`],
    ['campagnes', () => '/campagnes'],
    ['la ventilation', () => `/campagnes/ventilation?annee=${annee}`],
    ['les coûts', () => `/campagnes/couts?annee=${annee}`],
    ['le rapport', () => `/dashboard/rapport?annee=${annee}&malgre=1`],
  ])('[0.3 A4] %s le dit une fois, et ne juge rien', async (_, path, first = phrase) => {
    const { document } = await application.ouvrir(path())
    const said = avis(document).map((words) => words.replace(/ au \d\d\/\d\d ;/, ' ;'))
    expect(said.filter((words) => words.startsWith(first()))).toHaveLength(1)
    expect(findAll(document, 'main .change-up, main .change-down').map(wordsOf)).toEqual([])
  })

  test.each(['/nouveaux', '/nouveaux/deuxieme-don'])(
    'dont il est question des nouveaux, %s les dit d’abord, puis le montant et le don moyen sans eux',
    async (path) => {
      const { document } = await application.ouvrir(path)
      const [said = '', ...more] = avis(document)
      expect(more).toEqual([])
      expect(said.startsWith(NOUVEAUX())).toBe(true)
      for (const { mesure, sans } of found.mesures)
        if (mesure === 'montant' || mesure === 'don_moyen')
          expect(said).toContain(`(${formatMoney(sans).replace(/\s/g, ' ')} sans eux`)
      expect(findAll(document, 'main .change-up, main .change-down').map(wordsOf)).toEqual([])
    },
  )

  test.each(['/campagnes', '/campagnes/couts', '/campagnes/ventilation'])(
    '%s dit ses lignes sans eux, de chaque code dont ils font un centième',
    async (path) => {
      const { codes } = await lire<SuspectsCodes>(`/api/dashboard/a-verifier/${annee}/campagne`)
      expect(codes.length).toBeGreaterThan(0)
      const { document } = await application.ouvrir(`${path}?annee=${annee}`)
      const lines = findAll(document, 'main .alert-warning li').map(wordsOf)
      expect(lines).toHaveLength(codes.length)
      for (const [at, { code, avec, sans, don_moyen }] of codes.entries())
        expect(lines[at]).toContain(
          `${code} : ${formatMoney(sans)} au lieu de ${formatMoney(avec)}, don moyen ${formatMoney(don_moyen)}`.replace(
            /\s+/g,
            ' ',
          ),
        )
    },
  )

  test('la ventilation par média dit les médias, et une année sans eux rien', async () => {
    const { codes } = await lire<SuspectsCodes>(`/api/dashboard/a-verifier/${annee}/media`)
    const lines = async (year: number) =>
      findAll(
        (await application.ouvrir(`/campagnes/ventilation?axe=media&annee=${year}`)).document,
        'main .alert-warning li',
      ).map((line) => wordsOf(line).split(' : ')[0])
    expect(await lines(annee)).toEqual(codes.map(({ code }) => code))
    expect(await lines(annee - 6)).toEqual([])
  })

  test('[0.3 A4] d’une autre année, un écran de toutes les années le dit encore, un écran d’une année non', async () => {
    const other = annee - 6
    const told = async (path: string) =>
      avis((await application.ouvrir(path)).document).filter((words) => words.startsWith(phrase()))
    expect(await told(`/campagnes?annee=${other}`)).toHaveLength(1)
    expect(await told(`/campagnes/ventilation?annee=${other}`)).toEqual([])
  })

  test('les arrêtés le disent', async () => {
    const { document } = await application.ouvrir('/dashboard/arretes')
    expect(avis(document).filter((words) => words.startsWith(phrase()))).toHaveLength(1)
  })

  test('[0.3 A4] aucun objectif n’est atteint', async () => {
    const page = await application.ouvrir(`/dashboard/objectifs?annee=${annee}`)
    const button = getByRole(page.document, 'button', 'Noter cet objectif')
    await application.presser(page, button, { valeur: '1', saisi_par: 'La trésorière' })
    for (const path of ['/dashboard/objectifs', '/dashboard', '/dashboard/rapport']) {
      const { document } = await application.ouvrir(`${path}?annee=${annee}&malgre=1`)
      const words = wordsOf(find(document, 'main'))
      expect(words).toContain('cela dépend des donateurs à vérifier')
      expect(words).not.toContain('l’objectif est atteint')
      const sans = found.mesures.find(({ mesure }) => mesure === 'montant')?.sans ?? 0
      expect(words).toContain(
        `Sans les donateurs à vérifier : ${formatEuros(sans)}, soit`.replace(/\s+/g, ' '),
      )
    }
  })

  test('le lien mène à autant de donateurs', async () => {
    const { document } = await application.ouvrir(`/dashboard?annee=${annee}`)
    const href = attribute(find(document, '.alert-warning a.count'), 'href') ?? ''
    const { document: list } = await application.ouvrir(href)
    expect(findAll(list, '.reasons')).toHaveLength(found.donateurs)
  })

  test('une évolution n’est ni bonne ni mauvaise, et garde son signe', async () => {
    const { document } = await application.ouvrir(`/dashboard?annee=${annee}`)
    const changes = findAll(document, '.kpi .change').map(wordsOf)
    expect(changes).toHaveLength(4)
    expect(changes.filter((words) => !/^[+−]/.test(words))).toEqual([])
  })

  test('l’année n’est pas projetée', async () => {
    const { document } = await application.ouvrir('/dashboard/a-date')
    expect(wordsOf(find(document, 'main'))).toContain(
      `Pas de projection : ${phrase().split(' ; ')[0]?.replace(/^\d+/, 'les')}, et l’un d’eux plus de 10 % à lui seul.`,
    )
  })

  test('le rapport demande avant de paraître, et le fichier avec lui', async () => {
    const page = await application.ouvrir(`/dashboard/rapport?annee=${annee}`)
    expect(await validate(page.html)).toEqual([])
    expect(findAll(page.document, '.chapter')).toEqual([])
    const made = await cocher(page, 'Établir le rapport')
    expect(findAll(made.document, '.chapter').length).toBeGreaterThan(5)
    const file = attribute(find(made.document, 'a[href^="/telechargement/rapport"]'), 'href') ?? ''
    const text = await (await application.demander(file)).text()
    expect(text).toContain('donateurs à vérifier')
    expect(text).not.toContain('href="/donations/a-verifier')
    const asked = await application.ouvrir(file.replace('&malgre=1', ''))
    expect(asked.adresse).toBe(`/dashboard/rapport?annee=${annee}`)
  })

  test('un arrêté se demande, et dit dans son nom ce qu’ils pèsent', async () => {
    const page = await application.ouvrir('/dashboard/arretes')
    expect(await validate(page.html)).toEqual([])
    const box = find(page.document, 'input[name=malgre_suspects]')
    expect(attribute(box, 'required')).toBeDefined()
    const button = getByRole(page.document, 'button', 'Arrêter ces chiffres')
    const fields = { nom: 'Au CA', par: 'La trésorière' }
    const refused = await application.presser(page, button, fields)
    expect(wordsOf(find(refused.document, '.field-fault'))).toContain('Vérifiez-les d’abord')
    expect((await lire<Arretes>('/api/arretes')).arretes).toEqual([])
    await cocher(refused, 'Arrêter ces chiffres', fields)
    const { arretes } = await lire<Arretes>('/api/arretes')
    expect(arretes[0]?.nom.replace(/\s/g, ' ')).toContain(
      `Au CA (au jour de l’arrêté, ${phrase().split(' ; ')[0]}`,
    )
  })

  test('A5 une sélection dit combien ils sont, et ne les laisse qu’à qui le demande', async () => {
    const page = await application.ouvrir(`/donateurs/selection?ensemble=actifs&annee=${annee}`)
    expect(attribute(find(page.document, 'input[name=a_verifier]'), 'checked')).toBeUndefined()
    expect(wordsOf(find(page.document, '.definition'))).toContain(
      'Les donateurs à vérifier y sont aussi.',
    )
    expect(findAll(page.document, '.kpi-value').map(wordsOf)[1]).toBe('0')
    expect(findAll(page.document, '.repoussoirs li .effect').map(wordsOf)[2]).toBe(
      `en retirerait ${found.donateurs}`,
    )
    find(page.document, 'input[name=a_verifier]').attribs['checked'] = ''
    const less = await application.presser(page, getByRole(page.document, 'button', 'Compter'))
    expect(attribute(find(less.document, 'input[name=a_verifier]'), 'checked')).toBeDefined()
    expect(wordsOf(find(less.document, '.definition'))).toContain(
      'Les donateurs à vérifier n’y sont pas.',
    )
    expect(findAll(less.document, '.kpi-value').map(wordsOf)[1]).toBe(`−${found.donateurs}`)
  })
})

test('décidés, ils ne se disent plus, et rien ne se demande', async () => {
  await jugerTous(application.serviceUrl)
  const { document } = await application.ouvrir(`/dashboard?annee=${annee}`)
  expect(avis(document)).toEqual([])
  const rapport = await application.ouvrir(`/dashboard/rapport?annee=${annee}`)
  expect(findAll(rapport.document, '.chapter').length).toBeGreaterThan(5)
  const { document: arretes } = await application.ouvrir('/dashboard/arretes')
  expect(findAll(arretes, 'input[name=malgre]')).toEqual([])
})

test('l’année est projetée de nouveau, et dit son intervalle en mots', async () => {
  await jugerTous(application.serviceUrl)
  const recalcul = await recalculer(application, [annee])
  const { projection } = recalcul<ADate>(`/api/dashboard/a-date/${annee}`)
  if (!projection) throw new Error('Les données de démonstration se projettent.')
  const { document } = await application.ouvrir('/dashboard/a-date')
  const text = wordsOf(find(document, 'main'))
  const between = (low: string, high: string) =>
    `quatre fois sur cinq entre ${low} et ${high}`.replace(/\s+/g, ' ')
  expect(text).toContain(formatEuros(projection.montant.valeur).replace(/\s+/g, ' '))
  const { montant, donations } = projection
  expect(text).toContain(between(formatEuros(montant.bas), formatEuros(montant.haut)))
  expect(text).toContain(between(formatCount(donations.bas), formatCount(donations.haut)))
  const { document: dashboard } = await application.ouvrir(`/dashboard?annee=${annee}`)
  const cards = findAll(dashboard, '.kpi-projection').map(wordsOf)
  const said = ({ valeur, bas, haut }: typeof montant, write: (value: number) => string) =>
    `Projection : ${write(valeur)} (${write(bas)} à ${write(haut)})`.replace(/\s+/g, ' ')
  expect(cards).toEqual([said(donations, formatCount), said(montant, formatEuros)])
  expect(findAll(dashboard, 'main .legend').map(wordsOf).join()).toMatch(
    /Tendance linéaire \d{4}–\d{4} ?Prévision \d{4} :/,
  )
})

test('avant que les derniers imports soient cherchés, rien ne se juge, ne s’atteint, ne se projette ni ne s’enregistre', async () => {
  await attendreCalme(application.serviceUrl)
  const release = await retenirRecherche(application.databaseUrl)
  onTestFinished(release)
  const contact = (await lire<AVerifier>('/api/donateurs/a-verifier')).donateurs[0]?.contact_id
  const fichier = `id;montant;date;contact\nDERNIER;1000000;${annee}-02-01;${contact ?? 'F'}\n`
  await importerFichier(application.serviceUrl, 'donations', fichier)
  await vi.waitUntil(
    async () => {
      const { imports_plus_recents, refresh_id } = await lire<Fraicheur>('/api/analytics/fraicheur')
      return imports_plus_recents === 0 && refresh_id === null
    },
    { timeout: 60_000, interval: 100 },
  )
  for (const path of ['/dashboard', '/dashboard/objectifs', '/dashboard/mois', '/montant']) {
    const { document, html } = await application.ouvrir(`${path}?annee=${annee}`)
    const words = wordsOf(find(document, 'main'))
    const notices = findAll(document, 'main .notice').map(wordsOf)
    expect(
      notices.filter((notice) => notice.includes(PAS_CHERCHES.slice(1))),
      path,
    ).toHaveLength(1)
    expect(words, path).not.toMatch(/l’objectif est atteint|Projection :/)
    expect(findAll(document, 'main .change-up, main .change-down').map(wordsOf), path).toEqual([])
    expect(html, path).toContain('http-equiv="refresh"')
  }
  const file = await application.demander(`/telechargement/rapport?annee=${annee}&malgre=1`)
  expect(file.status).toBe(503)
  expect(await file.text()).toContain(PAS_CHERCHES.slice(1))
  const { document: arretes } = await application.ouvrir('/dashboard/arretes')
  find(arretes, 'input[name=malgre_suspects]')
  await release()
  await attendreCalme(application.serviceUrl)
  const { document } = await application.ouvrir(`/dashboard?annee=${annee}`)
  expect(wordsOf(find(document, 'main'))).not.toContain(PAS_CHERCHES.slice(1))
})
