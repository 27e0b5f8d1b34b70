import { expect, test, vi } from 'vitest'
import { type Controles, verifierControles } from '#contract/controles'
import { formatCount, formatMeasure, typeset } from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, parseHtml, textOf, wordsOf } from '../support/html'
import { lireTableau } from '../support/tableau'
import { lienDe, visiter } from '../support/visite'

const { url, serviceUrl } = partagee()
// It writes totals: its pages are asked anew.
const { ouvrir, demander } = visiter(url)

/** The controls once everything was compared: on a slow machine those of the empty base were, and the import’s by itself. */
const attendus = await vi.waitUntil(
  async () => {
    const answer = await fetch(`${serviceUrl}${verifierControles.path}`, { method: 'POST' })
    return answer.ok && ((await answer.json()) as Controles)
  },
  { timeout: 60_000, interval: 200 },
)

const envoyer = (champs: Record<string, string>) =>
  demander('/upload/controles', { method: 'POST', body: new URLSearchParams(champs) })

const TITLES = {
  A: 'Des fichiers à la base',
  B: 'De la base aux chiffres',
  C: 'Les chiffres entre eux',
  D: 'Le journal et l’histoire des chiffres',
  E: 'La comptabilité',
  F: 'Alertes',
}

test('les données de démonstration concordent, et chaque contrôle a sa ligne', async () => {
  expect(attendus.lignes.filter(({ concordant }) => concordant === false)).toEqual([])
  const { document } = await ouvrir('/upload/controles')
  expect(textOf(find(document, '.kpi-value'))).toBe(`${attendus.concordants} sur ${attendus.total}`)
  for (const groupe of ['A', 'B', 'C', 'D', 'F'] as const) {
    const expected = attendus.lignes.filter((ligne) => ligne.groupe === groupe)
    const { lignes } = lireTableau(document, TITLES[groupe])
    expect(lignes.map(([phrase]) => phrase?.replace(/ \(€\)$/, ''))).toEqual(
      expected.map(({ phrase }) => typeset(phrase)),
    )
  }
  const states = findAll(document, '.data-table .badge').map(textOf)
  expect(states.filter((state) => state === 'Concordant')).toHaveLength(attendus.total)
  // Codes and digests are there for who wants them, and nowhere else.
  const codes = findAll(document, '.controls-codes code').map(textOf)
  expect(codes).toEqual(attendus.lignes.map(({ code }) => code))
  const a7 = attendus.lignes.find(({ code }) => code === 'A7')
  const digest = formatMeasure(a7?.gauche)
  expect(findAll(document, '.controls-codes li').map(textOf).join(' ')).toContain(digest)
  expect(findAll(document, '.data-table td').map(textOf)).not.toContain(digest)
})

test('C ce que comptent D1, C39 et C40 mène à sa liste, qui en a autant', async () => {
  const { document } = await ouvrir('/upload/controles')
  const api: Record<string, string> = {
    D1: '/api/exclusions/historique?en_vigueur=1',
    C39: '/api/donateurs/liste?ensemble=reguliers_actifs',
    C40: '/api/donateurs/reguliers/series',
  }
  for (const [code, path] of Object.entries(api)) {
    const ligne = attendus.lignes.find((one) => one.code === code)
    const row = findAll(document, '.controls tbody tr').find((tr) =>
      wordsOf(tr).startsWith(typeset(ligne?.phrase ?? '?')),
    )
    const link = row && findAll(row, 'a.count')[0]
    const list = (await (await fetch(`${serviceUrl}${path}`)).json()) as {
      pagination: { total_items: number }
    }
    expect(list.pagination.total_items, code).toBe(ligne?.gauche)
    if (ligne?.gauche === 0) continue
    expect(link && textOf(link), code).toBe(formatCount(ligne?.gauche ?? 0))
    const target = (link && attribute(link, 'href')) ?? ''
    expect(target.split('?')[1] ?? '', code).toContain(path.split('?')[1] ?? '')
    expect((await demander(target)).status).toBe(200)
  }
})

test('chaque groupe se télécharge, avec ses nombres', async () => {
  const { document } = await ouvrir('/upload/controles')
  const files = findAll(document, '.table-menu a').map((link) => attribute(link, 'href') ?? '')
  const base = files.find((href) => href.includes('controles-base')) ?? ''
  const [, first = ''] = (await (await demander(base)).text()).split('\r\n')
  const b1 = attendus.lignes.find(({ code }) => code === 'B1')
  expect(first.split(';').slice(1)).toEqual([
    'Concordant',
    String(b1?.gauche),
    String(b1?.droite),
    '0',
    'B1',
  ])
})

test('chaque écran d’analyse dit combien concordent, et y mène', async () => {
  const { document } = await ouvrir('/dashboard?annee=2020')
  const said = `${formatCount(attendus.concordants)} contrôles sur ${formatCount(attendus.total)} concordants`
  expect(wordsOf(find(document, '.freshness'))).toContain(said)
  expect(lienDe(find(document, '.freshness'), said)).toMatch(/^\/upload\/controles/)
})

test('[C] un total se saisit, se corrige et se retire, sans JavaScript', async () => {
  await envoyer({ annee: '2019', montant: '1 000,50', saisi_par: 'Ana' })
  await envoyer({ annee: '2019', montant: '1 000,60', saisi_par: 'Ana' })
  const { document } = await ouvrir('/upload/controles')
  expect(lireTableau(document, 'Totaux de la comptabilité').lignes).toHaveLength(1)
  expect(lireTableau(document, 'Saisies et retraits').lignes).toHaveLength(2)
  const answer = await envoyer({ annee: '2019', motif: 'Mauvais exercice', saisi_par: 'Ana' })
  expect(answer.status).toBe(303)
  const after = (await ouvrir('/upload/controles')).document
  const [withdrawn] = lireTableau(after, 'Saisies et retraits').lignes
  expect(withdrawn?.slice(1)).toEqual(['2019', 'N/A', 'Ana', 'Mauvais exercice'])
  expect(findAll(after, 'form').some((form) => wordsOf(form).includes('Retirer ce total'))).toBe(
    false,
  )
})

test('un total d’un mois montre son écart, et un total d’année ce qui peut l’expliquer', async () => {
  const body = wordsOf((await ouvrir('/upload/controles')).document)
  // The form stands before what the controls say.
  expect(body.indexOf('Noter ce total')).toBeGreaterThan(0)
  expect(body.indexOf('Noter ce total')).toBeLessThan(body.indexOf('Des fichiers à la base'))
  const answer = await envoyer({ annee: '2018', mois: '3', montant: '12', saisi_par: 'Ana' })
  expect(answer.headers.get('location')).toBe('/upload/controles?annee=2018')
  await envoyer({ annee: '2018', mois: '', montant: '1', saisi_par: 'Ana' })
  const { document } = await ouvrir('/upload/controles?annee=2018')
  const { lignes } = lireTableau(document, 'Comptabilité et Dashboard, 2018 mois par mois')
  expect(lignes).toHaveLength(12)
  expect(lignes[2]?.slice(0, 2)).toEqual(['Mars', '12,00\u00A0€'])
  expect(lignes[3]?.[1]).toBe('–')
  const causes = lireTableau(document, 'Ce qui peut expliquer un écart en 2018').lignes
  expect(causes.map(([cause]) => cause)).toContain('Dons du 31/12/2018')
  const totals = lireTableau(document, 'Totaux de la comptabilité').lignes.map(([what]) => what)
  expect(totals).toEqual(expect.arrayContaining(['2018', 'mars 2018']))
  await envoyer({ annee: '2018-3', motif: 'Mauvais mois', saisi_par: 'Ana' })
  const after = (await ouvrir('/upload/controles?annee=2018')).document
  expect(
    lireTableau(after, 'Totaux de la comptabilité').lignes.map(([what]) => what),
  ).not.toContain('mars 2018')
  // Nothing of it stays for others who look at these data.
  await envoyer({ annee: '2018', motif: 'Essai', saisi_par: 'Ana' })
})

test('un écart se dit sur les écrans de son année seule, et se ferme par un nom et une raison', async () => {
  const avis = async (path: string) =>
    findAll((await ouvrir(path)).document, '.freshness .notice').map(wordsOf)
  await envoyer({ annee: '2017', mois: '', montant: '1', saisi_par: 'Ana' })
  const ecart = findAll((await ouvrir('/dashboard?annee=2017')).document, '.kpi-value').map(wordsOf)
  const [notice = '', ...others] = await avis('/dashboard?annee=2017')
  expect(others).toEqual([])
  expect(notice).toMatch(/^⚠ Écart avec la comptabilité, 2017 : −[\d ]+,\d\d €$/)
  // One euro less than the year's amount.
  const cents = (text = '') => Number(text.replace(/\D/g, ''))
  expect(ecart.map(cents)).toContain(cents(notice.split(' : ')[1]) + 100)
  expect(await avis('/dashboard?annee=2016')).toEqual([])
  expect(await avis('/nouveaux?annee=2017')).toEqual([notice])

  const page = await ouvrir('/upload/controles?annee=2017')
  const choice = find(page.document, 'select[name=periode] option')
  expect(notice.endsWith(`, ${wordsOf(choice)}`)).toBe(true)
  const periode = attribute(choice, 'value') ?? ''
  const refused = await envoyer({
    ...{ periode, raison: '', saisi_par: 'Ana' },
    formulaire: 'Écart expliqué',
  })
  expect(refused.status).toBe(422)
  const answer = await envoyer({ periode, raison: 'Un legs', saisi_par: 'Ana' })
  expect(answer.headers.get('location')).toBe('/upload/controles?annee=2017')
  expect(await avis('/dashboard?annee=2017')).toEqual([])
  const { document } = await ouvrir('/upload/controles?annee=2017')
  expect(wordsOf(find(document, '#ecart .alert'))).toMatch(
    /Écart expliqué par Ana le .* : Un legs$/,
  )
  expect(findAll(document, 'select[name=periode]')).toEqual([])
  await envoyer({ annee: '2017', mois: '', montant: '2', saisi_par: 'Ana' })
  expect(await avis('/dashboard?annee=2017')).toHaveLength(1)
  // Nothing of it stays for others who look at these data.
  await envoyer({ annee: '2017', motif: 'Essai', saisi_par: 'Ana' })
})

test('un total illisible est refusé à son champ, sans JavaScript', async () => {
  const answer = await envoyer({
    ...{ annee: '2020', mois: '3', montant: 'beaucoup', saisi_par: 'Zoé' },
    formulaire: 'Noter ce total',
  })
  expect(answer.status).toBe(422)
  const document = parseHtml(await answer.text())
  const montant = find(document, 'input[name=montant]')
  expect(attribute(montant, 'aria-invalid')).toBe('true')
  expect(attribute(montant, 'autofocus')).toBeDefined()
  expect(attribute(montant, 'value')).toBe('beaucoup')
  expect(wordsOf(find(document, '.field-fault'))).toBe('Le montant doit être un nombre.')
  expect(attribute(find(document, 'input[name=saisi_par]'), 'value')).toBe('Zoé')
  expect(attribute(find(document, 'select[name=mois] option[selected]'), 'value')).toBe('3')
})
