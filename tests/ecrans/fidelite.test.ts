import { describe, expect, test } from 'vitest'
import type { DeuxiemeDon } from '#contract/deuxieme-don'
import type { Fidelite, FideliteParAnnee } from '#contract/fidelite'
import type { Grille } from '#contract/grille'
import {
  formatCount,
  formatDayMonth,
  formatMoney,
  formatPercent,
  plural,
} from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { lireCartes, lireGraphique, lireLignes, lireMarques, lireTableau } from '../support/tableau'
import { lienDe } from '../support/visite'

const application = partagee()
const { document } = await application.ouvrir('/actifs/fidelite')
const years = findAll(document, '#annee option').map((one) => Number(attribute(one, 'value')))
const [running = 0] = years
const first = years.at(-1) ?? 0
const recalcul = await recalculer(application, [running, 2020, first])
const all = recalcul<FideliteParAnnee>('/api/analytics/fidelite')
const now = recalcul<Fidelite>(`/api/analytics/fidelite/${running}`)

const NOMS: Record<string, string> = {
  fidelisation: 'Taux de fidélisation',
  attrition: 'Taux d’attrition',
  fidelisation_nouveaux: 'Fidélisation des nouveaux',
  fidelisation_reactives: 'Fidélisation des réactivés',
  fidelisation_fideles: 'Fidélisation des fidèles',
  reactivation: 'Taux de réactivation',
  acquisition: 'Taux d’acquisition',
  couverture: 'Taux de couverture',
  montant_conserve: 'Montant conservé',
  evolution_conserves: 'Évolution des donateurs conservés',
  part_nouveaux: 'Part des nouveaux dans la collecte',
}
const GROUPES = [
  'Nouveaux',
  'Réactivés',
  'Conservés en hausse',
  'Conservés stables',
  'Conservés en baisse',
  'Nouveaux perdus',
  'Autres perdus',
]

describe('Fidélisation', () => {
  test('les taux de l’année en cours sont à côté de ceux de l’an passé au même jour', () => {
    const { a_date } = now
    if (!a_date) throw new Error('The demo data have a running year.')
    expect(now.en_cours).toBe(true)
    expect(textOf(find(document, 'h1'))).toBe('Fidélisation')
    const table = getByRole(document, 'table', `Taux de fidélité de ${running}`)
    expect(findAll(table, 'thead th').map(textOf)).toEqual([
      'Taux',
      String(running),
      `${running - 1} au ${formatDayMonth(a_date.au)}`,
    ])
    expect(lireLignes(table).lignes).toEqual(
      Object.entries(NOMS).map(([key, nom]) => {
        const taux = key as keyof typeof now.taux
        return [nom, formatPercent(now.taux[taux]), formatPercent(a_date.taux[taux])]
      }),
    )
    const [rates] = findAll(document, 'main > article > dl.kpis')
    expect(rates && lireCartes(rates)[0]).toBe(
      `Taux de fidélisation${formatPercent(now.taux.fidelisation)}${running - 1} au ${formatDayMonth(a_date.au)}\u00A0: ${formatPercent(a_date.taux.fidelisation)}`,
    )
  })

  test('une année finie se compare à toute l’année d’avant', async () => {
    const { document: page } = await application.ouvrir('/actifs/fidelite?annee=2020')
    const found = recalcul<Fidelite>('/api/analytics/fidelite/2020')
    const before = all.data.find(({ annee }) => annee === 2019)
    expect(lireTableau(page, 'Taux de fidélité de 2020').lignes[0]).toEqual([
      'Taux de fidélisation',
      formatPercent(found.taux.fidelisation),
      formatPercent(before?.taux.fidelisation),
    ])
    expect(wordsOf(getByRole(page, 'main'))).not.toContain('encore')
  })

  test('les mouvements vont d’une collecte à l’autre, en tableau et en cascade', () => {
    const { mouvements, montants, effectifs } = now
    const title = `Ce qui a fait bouger la collecte, de ${running - 1} à ${running}`
    const { lignes, totaux } = lireTableau(document, title)
    expect(lignes).toEqual(
      mouvements.map((row, at) => [
        GROUPES[at],
        formatCount(row.donateurs),
        formatMoney(row.montant_avant),
        formatMoney(row.montant_apres),
        formatMoney(row.ecart),
      ]),
    )
    expect(totaux.map(([name, count]) => [name, count])).toEqual([
      [`Collecte de ${running - 1}`, formatCount(effectifs.actifs_precedents)],
      [`Collecte de ${running}`, formatCount(effectifs.actifs)],
    ])
    const signed = (amount: number) => `${amount > 0 ? '+' : ''}${formatMoney(amount)}`
    expect(lireMarques(lireGraphique(document, title))).toEqual([
      `Collecte de ${running - 1} : ${formatMoney(montants.montant_avant)}`,
      ...mouvements.map(({ ecart }, at) => `${GROUPES[at]} : ${signed(ecart)}`),
      `Collecte de ${running} : ${formatMoney(montants.montant_apres)}`,
    ])
  })

  test('LYBUNT et SYBUNT mènent à leurs listes', () => {
    const { perdus, absents } = now.effectifs
    const main = getByRole(document, 'main')
    const card = (label: string) => {
      const found = findAll(main, '.kpi').find((one) => textOf(find(one, 'dt')) === label)
      if (!found) throw new Error(label)
      const link = find(found, 'a.count')
      return [textOf(link), attribute(link, 'href')]
    }
    expect(absents).toBeGreaterThan(perdus)
    expect(card('LYBUNT')).toEqual([
      formatCount(perdus),
      `/donateurs/liste?ensemble=perdus&annee=${running}`,
    ])
    expect(card('SYBUNT')).toEqual([
      formatCount(absents),
      `/donateurs/liste?ensemble=absents&annee=${running}`,
    ])
  })

  test('toutes les années se suivent, la première sans taux et celle en cours près de la même date', () => {
    const { lignes } = lireTableau(document, 'Taux de fidélité, par année')
    expect(lignes.map(([year]) => year)).toEqual([
      ...all.data.slice(0, -1).map(({ annee }) => String(annee)),
      `${running - 1} au ${formatDayMonth(now.a_date?.au)}`,
      `${running} (en cours)`,
    ])
    expect(new Set(lignes[0]?.slice(1))).toEqual(new Set(['N/A']))
    expect(lignes[3]?.slice(1)).toEqual(
      Object.keys(NOMS).map((key) => formatPercent(all.data[3]?.taux[key as 'fidelisation'])),
    )
    const marks = lireMarques(lireGraphique(document, 'Fidélisation, par année'))
    for (const { annee, taux } of all.data.slice(1, -1))
      expect(marks).toContain(`Ensemble ${annee} : ${formatPercent(taux.fidelisation)}`)
    expect(marks).toContain(
      `Ensemble ${running - 1} au ${formatDayMonth(now.a_date?.au)} : ${formatPercent(now.a_date?.taux.fidelisation)}`,
    )
  })

  test('le début du fichier le dit, et n’a aucun taux', async () => {
    const { document: page } = await application.ouvrir(`/actifs/fidelite?annee=${first}`)
    expect(wordsOf(getByRole(page, 'main'))).toContain('Début du fichier')
    expect(findAll(page, '.kpi')).toEqual([])
  })

  test('les écrans de la section mènent l’un à l’autre', () => {
    const menu = getByRole(document, 'navigation', 'Navigation principale')
    expect(lienDe(menu, /^Actifs/)).toMatch(/^\/actifs/)
    expect(findAll(menu, '[open] [aria-current=page]').map(textOf)).toEqual(['Fidélité'])
  })
})

test('le deuxième don de chaque année se lit en tableau et en courbes', async () => {
  const { document: page } = await application.ouvrir('/nouveaux/deuxieme-don')
  const { data } = recalcul<DeuxiemeDon>('/api/analytics/deuxieme-don')
  const within = ({ avec, sans, taux }: DeuxiemeDon['data'][number]['mois']['3']) => [
    formatCount(avec),
    formatCount(sans),
    formatPercent(taux),
  ]
  expect(
    lireTableau(page, 'Deuxième don des nouveaux donateurs, par année du premier').lignes,
  ).toEqual(
    data.map(({ cohorte, nouveaux, mois, delai_median_jours }) => [
      String(cohorte),
      formatCount(nouveaux),
      formatCount(delai_median_jours),
      ...within(mois['3']),
      ...within(mois['12']),
      ...within(mois['24']),
    ]),
  )
  const marks = lireMarques(
    lireGraphique(page, 'Part des nouveaux donateurs revenus, par année du premier don'),
  )
  expect(marks).toHaveLength(
    data.flatMap(({ mois }) => Object.values(mois)).filter(({ taux }) => taux !== null).length,
  )
  expect(marks).toContain(
    `En 3 mois ${data[0]?.cohorte} : ${formatPercent(data[0]?.mois['3'].taux)}`,
  )
})

test('la grille a chaque case, avec ses donateurs, son montant et son don moyen', async () => {
  const { document: page } = await application.ouvrir('/donateurs/grille')
  const { data, total_donateurs } = recalcul<Grille>('/api/analytics/grille')
  const { lignes } = lireTableau(page, 'Cases de la grille RFM')
  expect(lignes.map(([code, , ...figures]) => [code, ...figures])).toEqual(
    data.map((row) => [
      row.code,
      formatCount(row.donateurs),
      formatPercent(row.pourcentage),
      formatMoney(row.montant),
      formatMoney(row.don_moyen),
    ]),
  )
  const cells = lireTableau(page, 'Grille RFM : donateurs de chaque case').lignes
  const counted = cells.flatMap((row) =>
    row.slice(1, -1).map((cell) => Number(cell.replace(/\D/g, ''))),
  )
  expect(counted.reduce((a, b) => a + b, 0)).toBe(total_donateurs)
  const chart = lireGraphique(page, 'Part des donateurs dans chaque case de la grille RFM')
  const [cell] = data
  expect(lireMarques(chart).join('\n')).toContain(
    `${cell?.code}\u00A0: ${plural(cell?.donateurs ?? 0, 'donateur')} (${formatPercent(cell?.pourcentage)})`,
  )
})
