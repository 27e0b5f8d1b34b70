import { expect, test } from 'vitest'
import type { Ventilation, VentilationMois } from '#contract/ventilation'
import {
  formatCount,
  formatEvolution,
  formatMoney,
  formatPercent,
  MISSING,
  plural,
} from '../../service/figures/format'
import { attendreFleches } from '../support/a-verifier-web'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, getByRole, textOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { AXES } from '../support/reference/ventilation'
import { lireGraphique, lireMarques, lireTableau } from '../support/tableau'
import { lienDe } from '../support/visite'

const application = partagee()
const { document: premier } = await application.ouvrir('/campagnes/ventilation')
const ANNEES = findAll(premier, '#annee option').map((option) => Number(attribute(option, 'value')))
const [enCours = 0, finie = 0] = ANNEES
const debut = ANNEES.at(-1) ?? 0
const arrows = new Map(
  await Promise.all(
    [enCours, finie, debut].map(
      async (annee) => [annee, await attendreFleches(application.serviceUrl, annee)] as const,
    ),
  ),
)
const call = await recalculer(application, [enCours, finie, debut])

const NOMS = {
  campagne: 'code campagne',
  famille: 'famille de campagnes',
  media: 'code média',
  origine: 'code origine',
  produit: 'code produit',
}

const path = (axe: string, annee: number, mesure = 'montant') =>
  `/campagnes/ventilation?axe=${axe}&annee=${annee}&mesure=${mesure}`

/** A change with the arrow that goes before it. */
function evolution(annee: number, value: number | null): string {
  if (value === null) return MISSING
  return `${arrows.get(annee)?.(value)}${formatEvolution(value)}`
}

/** A row as the screen shows it. */
const cellsOf = (annee: number, row: Ventilation['total'], au: string | null) => [
  formatCount(row.donations),
  formatCount(row.donateurs),
  formatMoney(row.montant),
  row.part === null ? MISSING : formatPercent(row.part),
  row.don_moyen === null ? MISSING : formatMoney(row.don_moyen),
  formatCount(row.nouveaux),
  formatMoney(row.precedent.montant),
  ...(au === null ? [] : [formatMoney(row.precedent_a_date.montant)]),
  evolution(annee, row.evolution_a_date),
]

// The calls are compared in `service/analyses`: here each axis, and each kind of year.
test.each([
  ...AXES.map((axe) => [axe, enCours] as const),
  ['campagne', finie] as const,
  ['campagne', debut] as const,
])('les tableaux de l’axe %s en %i disent ce que les appels répondent', async (axe, annee) => {
  const codes = call<Ventilation>(`/api/analytics/ventilation/${axe}/${annee}`)
  const { document } = await application.ouvrir(path(axe, annee))
  expect(textOf(find(document, 'h1'))).toBe('Ventilation de la collecte')
  const table = lireTableau(document, `Dons de ${annee} par ${NOMS[axe]}`)
  const gone = codes.disparus.codes
  expect(table.lignes).toEqual([
    ...codes.data.map((row) => [row.code, ...cellsOf(annee, row, codes.au)]),
    ...(gone === 0
      ? []
      : [
          [
            `Sans don en ${annee} (${plural(gone, 'code')})`,
            // Ended codes have no evolution.
            ...cellsOf(annee, codes.disparus, codes.au).slice(0, -1),
            '–',
          ],
        ]),
  ])
  expect(table.totaux).toEqual([['Total', ...cellsOf(annee, codes.total, codes.au)]])

  const months = call<VentilationMois>(`/api/analytics/ventilation/${axe}/${annee}/mois`)
  const isKnown = ({ mois }: { mois: number }) =>
    months.au === null || mois <= Number(months.au.slice(5, 7))
  const rows = [...months.data, { code: 'Total', ...months.total }]
  const amounts = lireTableau(document, `Montants de ${annee} par ${NOMS[axe]} et par mois`)
  expect([...amounts.lignes, ...amounts.totaux]).toEqual(
    rows.map(({ code, mois, total }) => [
      code,
      ...mois.map((month) => (isKnown(month) ? formatMoney(month.montant) : '')),
      formatMoney(total.montant),
    ]),
  )
  const { document: counted } = await application.ouvrir(path(axe, annee, 'dons'))
  const counts = lireTableau(counted, `Dons de ${annee} par ${NOMS[axe]} et par mois`)
  expect([...counts.lignes, ...counts.totaux]).toEqual(
    rows.map(({ code, mois, total }) => [
      code,
      ...mois.map((month) => (isKnown(month) ? formatCount(month.donations) : '')),
      formatCount(total.donations),
    ]),
  )
})

test('la carte de chaleur a une case par code et par mois déjà connu', async () => {
  const { data, au } = call<VentilationMois>(`/api/analytics/ventilation/media/${enCours}/mois`)
  const { document } = await application.ouvrir(path('media', enCours))
  const chart = lireGraphique(document, `Part de chaque mois de ${enCours}, par code`)
  const months = au === null ? 12 : Number(au.slice(5, 7))
  expect(lireMarques(chart)).toHaveLength(Math.min(data.length, 15) * months)
})

test('l’axe et l’année se choisissent sans JavaScript, l’un garde l’autre', async () => {
  const { document } = await application.ouvrir(path('origine', finie, 'dons'))
  const chosen = (name: string) =>
    attribute(find(document, `select[name=${name}] option[selected]`), 'value')
  expect([chosen('axe'), chosen('annee'), chosen('mesure')]).toEqual([
    'origine',
    String(finie),
    'dons',
  ])
  const selects = findAll(document, 'form.year-form select')
  expect(selects.map((select) => attribute(select, 'name'))).toEqual(['annee', 'axe', 'mesure'])
  getByRole(document, 'button', 'Afficher')
  const { document: unknown } = await application.ouvrir('/campagnes/ventilation?axe=zip')
  expect(attribute(find(unknown, 'select[name=axe] option[selected]'), 'value')).toBe('campagne')
})

test('l’année en cours se compare à date, en toutes lettres', async () => {
  const { au } = call<Ventilation>(`/api/analytics/ventilation/media/${enCours}`)
  const { document } = await application.ouvrir(path('media', enCours))
  const text = textOf(find(document, 'main'))
  expect(text.includes('Évolution à date')).toBe(au !== null)
  const { document: over } = await application.ouvrir(path('media', finie))
  expect(textOf(find(over, 'main'))).not.toContain('à date')
})

test('l’écran est dans sa section', () => {
  const menu = getByRole(premier, 'navigation', 'Navigation principale')
  expect(lienDe(menu, /^Campagnes/)).toMatch(/^\/campagnes/)
  expect(findAll(menu, '[open] [aria-current=page]').map(textOf)).toEqual(['Codes et coûts'])
})
