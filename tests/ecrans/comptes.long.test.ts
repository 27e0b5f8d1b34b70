import { expect, test, vi } from 'vitest'
import type { Fiche } from '#contract/fiches'
import type { Publications } from '#contract/publications'
import { ADDRESSES } from '../../remix/routes'
import { attendreAVerifier } from '../support/a-verifier-web'
import { propre } from '../support/ecrans'
import { forAll } from '../support/for-all'
import { attribute, findAll, textOf, wordsOf } from '../support/html'
import { begin, settled, stage } from '../support/import-calls'
import { HELLOASSO, lire } from '../support/lecture-web'
import { countOf, kindOf, type SansLien, withoutLink } from '../support/liens'

/** Numbers that count no donors and no gifts, wherever they stand. */
const NO_COUNT = [
  /: (Objectif|Moyenne globale|Prévision \d{4}), /,
  /, (Objectif|Mois|Délai médian \(jours\)|Points|Événement|N°|Rejetées|SHA-256)$/,
  /^(?:Exclusions et réintégrations): \d+, /,
  /^Dons projetés/,
  /\. Prévision \d{4} : /,
  // Years.
  /^(Année avec le plus|Meilleur pourcentage|Montant moyen le plus élevé)/,
  // Names of columns, rows and rules that say a number of gifts, and no count of them.
  /\(\d+( à \d+)? donations?( et plus)?\)/,
  /\d dons? (et plus )?en 36\smois/,
  /ou \d dons en 36/,
  /^\. (Moins d’un an|\d à \d ans), \d (ou \d )?dons?( et plus)?$/,
  // Inhabitants, letters, campaigns, and what somebody aims at.
  /, (Habitants|Envois|Campagnes|Visé( au .*)?|De l’année|À la fin du mois|Au \d.*|Par mois jusqu’en décembre)$/,
  /^Objectifs( de \d{4})?: Montant \(€\)/,
]

interface Exception {
  path: RegExp
  /** Which numbers, by their place or their words. */
  which: RegExp
  /** Why they need no link, or can have none. */
  why: string
  /** What the page then says of them. */
  said?: RegExp
}

const ITSELF = 'the page is the list'
const THEN = 'what was stored or published then is no more'
const WOULD = 'what would become of it, and is not'

const EXCEPTIONS: readonly Exception[] = [
  { path: /^\/donateurs\/liste$/, which: /^Donateurs$/, why: ITSELF },
  { path: /^\/donations$/, which: /^\.badge/, why: ITSELF },
  {
    path: /^\/donateurs\/reguliers\/series$/,
    which: /, Dons$/,
    why: 'a donor’s list of gifts holds those of no series too',
    said: /la fiche du donateur les a/,
  },
  { path: /^\/donateurs\/recherche$/, which: /^\.list-count /, why: ITSELF },
  { path: /^\/donations\/a-verifier$/, which: /^À vérifier$/, why: ITSELF },
  {
    path: /^\/donations\/exclusions$/,
    which: /Exclure \d+ donateur|dons? concerné|exclure ces \d+ donateurs/,
    why: 'gifts of several donors together, each of whom has a list below',
    said: /chacun ont leur liste/,
  },
  {
    path: /^\/(donations\/exclusions?|donateurs\/(fusion|separation))$/,
    which: /^Ce que les chiffres (perdent|regagnent)|^Ce qui change, par année/,
    why: WOULD,
  },
  {
    path: /^\/donateurs\/(fusion|separation)$/,
    which: /^\. \d+ (dons?|donateurs?)$/,
    why: 'gifts that came under each number, and what would become of the donors',
  },
  {
    path: /^\/upload\/fichier\//,
    which: /./,
    why: 'nothing of it is stored yet',
    said: /Rien n’est encore enregistré/,
  },
  {
    path: /^\/donateurs\/doublons$/,
    which: /^Propositions$|^\.mention \d+ donateurs? de moins$/,
    why: ITSELF,
  },
  {
    path: /^\/donations\/poids$/,
    which: /^Ce qu’un autre poids changerait/,
    why: WOULD,
    said: /ce qui serait/,
  },
  {
    path: /^\/donations\/poids$/,
    which: /donateurs décidés qu’elle désigne/,
    why: 'decisions that were taken, told with their reasons below',
  },
  {
    path: /^\/donateurs\/listes-gardees/,
    which: /, (Donateurs|Au départ)$/,
    why: THEN,
    said: /plus de liste/,
  },
  {
    path: /^\/campagnes\/dictionnaire$/,
    which: /^Codes que le dictionnaire ne connaît pas: .*, Dons$/,
    why: 'gifts of all years, and a list is of one',
    said: /celle d’une année/,
  },
  {
    path: /^\/upload\/annuler$/,
    which: / dons? ajoutés? /,
    why: 'lines that the import wrote',
    said: /lignes que l’import a écrites/,
  },
  {
    path: /^\/dashboard\/mois$/,
    which: /^Objectifs: .*, Reçu$/,
    why: 'to the end of the month, while lists end with the year or the data',
  },
  {
    path: /^\/donateurs\/selection$/,
    which: /^(Repoussés|Fichier)$|^\.effect/,
    why: 'what a box takes out is no set; the file has those who stay',
    said: /ceux qui restent sont tous dans le fichier/,
  },
  {
    path: /^\/upload$/,
    which:
      /^Journal des (imports|exports): |^(Lignes du fichier|Insérées|Modifiées|Inchangées|Doublons|Rejetées|dont montant nul)$| ajoutés?, /,
    why: 'lines of a file; what was imported then may be overwritten since',
  },
  {
    path: /^\/upload\/controles$/,
    which:
      /^(Des fichiers à la base|De la base aux chiffres|Les chiffres entre eux|Le journal|Alertes|Ce que les contrôles additionnent: Toutes les années)/,
    why: 'sums over all years and axes, in which a donor or gift counts several times',
    said: /Chaque année a ses listes/,
  },
  {
    path: /^\/dashboard\/(pourquoi|arretes)$/,
    which: /./,
    why: THEN,
    said: /publication passée/,
  },
  { path: /^\/dashboard\/pourquoi\/dons$/, which: /^Dons /, why: ITSELF },
  { path: /^\/dashboard\?arrete$/, which: /./, why: THEN, said: /n’ont pas de liste/ },
  {
    path: /^\/(donations\/historique|donateurs\/fiche)$/,
    which:
      /^Exclusions et réintégrations: .*, (Donations|Raison)$|^\. \d+ dons?.* le |^\.bounded .* à vérifier pèse/,
    why: THEN,
    said: /n’a plus de liste/,
  },
  {
    path: /^\/(donations\/legitimes|donateurs\/fiche)$/,
    which: /./,
    why: THEN,
    said: /Les raisons sont celles du moment/,
  },
  {
    path: /^\/donations\/(a-verifier|legitime)$|^\/donateurs\/fiche$/,
    which: /autres contacts|donateurs d’un seul don/,
    why: 'other contacts that a rule counted without naming them',
    said: /celle|ceux-là/,
  },
  {
    path: /^\/dashboard\/(definitions|rapport)$/,
    which: /^\.definition-example /,
    why: 'an example; the figure itself stands on its screen, with its link',
    said: /Les nombres des exemples/,
  },
]

const application = propre('demo')

async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(`${application.serviceUrl}${path}`, init)
  expect(answer.ok, `${path}: ${await answer.clone().text()}`).toBe(true)
}

/** A donor of many gifts on a day, some of one amount, and one of a keyboard's amount. */
const FAUX = [
  'id;contact_id;date;montant;media',
  ...Array.from({ length: 12 }, (_, at) => `ZB${at};FAUX1;2020-05-04;${at < 6 ? 2 : 7 + at};WEB`),
  'ZC1;FAUX2;2021-03-01;9999;WEB',
  ...[1, 2, 3, 4, 5].map((at) => `ZD${at};MEME${at};2021-03-02;5;WEB`),
].join('\n')

/** Five contacts of one address, which is nobody's. */
const MEMES = [
  'contact_id;nom;email',
  ...['Aubry', 'Blin', 'Caron', 'Denis', 'Evrard'].map(
    (nom, at) => `MEME${at + 1};${nom};partage@example.com`,
  ),
].join('\n')

/** Fills the base with what can be counted; the addresses that no link of a screen names, but a form does. */
async function fill(): Promise<string[]> {
  const known = await fetch(`${application.serviceUrl}/api/publications`)
  const publication = ((await known.json()) as Publications).publications[0]?.numero ?? 0
  await post('/api/publications/arreter', {
    publication,
    nom: 'Présenté au CA',
    par: 'Nous',
    malgre_suspects: true,
  })
  const fichiers: string[] = []
  for (const [text, type] of [
    [MEMES, 'donateurs'],
    [FAUX, 'donations'],
  ] as const) {
    const fichier = await stage(application.serviceUrl, text, type)
    fichiers.push(fichier)
    await begin(application.serviceUrl, fichier, type)
    expect((await settled(application.serviceUrl, fichier)).status).toBe('completed')
  }
  await post('/api/analytics/refresh-views', {})
  // It may have joined a refresh that began before the second file.
  const donateurs = await vi.waitUntil(
    async () => {
      const found = (await attendreAVerifier(application.serviceUrl)).donateurs
      return found.some(({ contact_id }) => contact_id === 'FAUX1') && found
    },
    { timeout: 60_000 },
  )
  const [first, second, third] = donateurs
    .map(({ contact_id }) => contact_id)
    .filter((contact) => contact !== 'FAUX1')
  await post('/api/exclusions/exclure', { contact_id: first, raison: '12 dons le 04/05/2020.' })
  await post('/api/donateurs/legitime', { contact_id: 'FAUX1', raison: 'Connue' })
  await post('/api/controles/comptabilite', { annee: 2020, montant: '12345,67' })
  await post('/api/donateurs/fusionner', {
    groupes: [{ principal: 'MEME1', contacts: ['MEME2'] }],
    ...{ raison: 'Même foyer', nom: 'Nous' },
  })
  await post('/api/donateurs/oppositions', {
    ...{ texte: 'MEME3', nature: 'courrier', jour: '2026-01-02' },
    ...{ raison: 'Demandé', nom: 'Nous' },
  })
  const lu = await lire(application, 'helloasso.csv', HELLOASSO)
  await post('/api/analytics/refresh-views', {})
  const fiche = (contact = '') => `/donateurs/fiche?${new URLSearchParams({ contact })}`
  return [
    '/donateurs/recherche?q=du',
    '/donateurs/liste?ensemble=tous',
    `/dashboard?arrete=${publication}&annee=2020`,
    ...['FAUX1', first, second, third].map(fiche),
    `/donations/exclusions?contact[]=${third}&contact[]=${second}&retour=/donations`,
    `/donations/exclusion?contact_id=${third}&operation=exclure`,
    '/donations/a-verifier?etat=tous',
    `/donations/collectif?contact=${third}`,
    `/dashboard/pourquoi/dons?import=${fichiers.at(-1)}`,
    '/donateurs/separation?contact=MEME2',
    '/donateurs/oppositions/lever?numero=1',
    lu.adresse,
  ]
}

/** The addresses of every screen of the site map. */
const SCREENS = ADDRESSES.filter(({ file }) => file.endsWith('.tsx')).map(
  ({ path = '' }) => `/${path}`,
)

/** Where these stand that only the last figure of an arrêté shows. */
const pathOf = (href: string) => {
  const { pathname, searchParams } = new URL(href, 'http://127.0.0.1')
  return searchParams.has('arrete') ? `${pathname}?arrete` : pathname
}

/** What the walk opens once: one list of each set, one screen of each kind of address. */
const visitOf = (href: string) => (/selection|pourquoi/.test(href) ? pathOf(href) : kindOf(href))

/** How many the list has to which a link leads; of a donor, in all or in a year. */
async function listed(href: string): Promise<number[]> {
  const { pathname, searchParams } = new URL(href, application.serviceUrl)
  const ask = async <Answer>(path: string): Promise<Answer> => {
    const answer = await fetch(`${application.serviceUrl}${path}`)
    expect(answer.status, `${href}: ${path}`).toBe(200)
    return (await answer.json()) as Answer
  }
  if (pathname === '/donateurs/fiche') {
    const contact = encodeURIComponent(searchParams.get('contact') ?? '')
    const { carriere, annees } = await ask<Fiche>(`/api/donateurs/fiche/${contact}`)
    return [carriere.nombre_dons, ...annees.map(({ nombre_dons }) => nombre_dons)]
  }
  const isGifts = pathname === '/donations'
  if (isGifts) searchParams.set('year', searchParams.get('annee') ?? '')
  if (isGifts) searchParams.delete('annee')
  const api = isGifts
    ? '/api/donations/list'
    : `/api${pathname.replace('/donations/', pathname === '/donations/historique' ? '/exclusions/' : '/donateurs/')}`
  const list = await ask<{ pagination: { total_items: number } }>(`${api}?${searchParams}&limit=1`)
  return [list.pagination.total_items]
}

test('[C] tout nombre de donateurs ou de dons, sur tout écran, mène à autant de donateurs ou de dons', async () => {
  const queue = [...(await fill()), ...SCREENS]
  const visited = new Set<string>()
  const opened = new Set<string>()
  const faults: string[] = []
  const links = new Map<string, { count: number; href: string; screen: string }>()
  const used = new Set<Exception>()

  const judge = (href: string, words: string, { place, text }: SansLien) => {
    const says = `${place} | ${text}`
    if (NO_COUNT.some((one) => one.test(place))) return
    const exception = EXCEPTIONS.find(
      ({ path, which, said }) =>
        path.test(pathOf(href)) &&
        (which.test(place) || which.test(text)) &&
        (said?.test(words) ?? true),
    )
    if (exception) used.add(exception)
    else faults.push(`${href}: ${says}`)
  }

  for (let href = queue.shift(); href !== undefined; href = queue.shift()) {
    if (visited.has(visitOf(href))) continue
    visited.add(visitOf(href))
    const { document, status, adresse } = await application.ouvrir(href)
    if (status !== 200) {
      // A screen that needs to be asked for something is reached by the links that do.
      if (!SCREENS.includes(href)) faults.push(`${href}: ${status}`)
      continue
    }
    if (pathOf(adresse) !== pathOf(href)) queue.push(adresse)
    opened.add(new URL(adresse, application.url).pathname)
    const unlisted = findAll(document, '.unlisted').map(wordsOf).join(' ')
    for (const found of withoutLink(document)) judge(adresse, unlisted, found)
    for (const link of findAll(document, 'main a[href^="/"]')) {
      const to = attribute(link, 'href') ?? ''
      const isFile = attribute(link, 'download') !== undefined || /\.csv|classeur|rapport-/.test(to)
      // Sorted, a table has the same numbers.
      if (!isFile && !/[?&]tri-/.test(to)) queue.push(to)
      const isCounted = attribute(link, 'class')?.split(' ').includes('count')
      if (isCounted && !to.startsWith('#'))
        links.set(`${pathOf(adresse)} ${kindOf(to)}`, {
          count: countOf(textOf(link).replace(/^−\u00a0/, '')),
          href: to,
          screen: adresse,
        })
    }
  }
  await forAll([...links.values()], async ({ count, href, screen }) => {
    const found = await listed(href).catch((): number[] => [])
    if (!found.includes(count))
      faults.push(`${screen} → ${href}: ${count}, not ${found.join(', ')}`)
  })

  expect.soft(faults).toEqual([])
  const isOpened = (screen: string) => {
    const address = new RegExp(`^${screen.replaceAll(/:\w+/g, '[^/]+')}$`)
    return [...opened].some((path) => address.test(path))
  }
  expect.soft(SCREENS.filter((screen) => !isOpened(screen))).toEqual([])
  expect(EXCEPTIONS.filter((exception) => !used.has(exception))).toEqual([])
  expect(links.size).toBeGreaterThan(100)
  console.info(`${visited.size} screens walked, ${links.size} kinds of counts compared`)
}, 600_000)
