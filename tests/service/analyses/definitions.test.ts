import { expect, test } from 'vitest'
import type { Definition, Definitions } from '#contract/definitions'
import { startAnalyses } from '../../support/analyses'

const { given, ask } = await startAnalyses()

const askSections = async (annee: number) =>
  (await ask<Definitions>(`/api/analytics/definitions/${annee}`)).sections

async function define(annee: number): Promise<Map<string, Definition>> {
  const sections = await askSections(annee)
  return new Map(
    sections.flatMap(({ definitions }) => definitions.map((one) => [one.code, one] as const)),
  )
}

/** An example without the no-break spaces that numbers are written with. */
const exempleOf = (found: Map<string, Definition>, code: string) =>
  found.get(code)?.exemple?.replace(/[\u00A0\u202F]/g, ' ')

test('chaque chiffre a sa formule, son périmètre, sa version et sa date, dans l’ordre des écrans', async () => {
  const sections = await askSections(2024)
  expect(sections.map(({ titre, definitions }) => [titre, definitions[0]?.code])).toEqual([
    ['Dashboard', 'donateurs'],
    ['Montants', 'tranches-total-annuel'],
    ['Nouveaux', 'nouveaux-anciens'],
    ['Actifs', 'statuts'],
    ['Donateurs', 'segments-annuels'],
    ['Campagnes', 'evolution-campagnes'],
  ])
  const all = sections.flatMap(({ definitions }) => definitions)
  expect(new Set(all.map(({ code }) => code)).size).toBe(all.length)
  for (const { code, titre, formule, perimetre, version, depuis } of all) {
    expect(titre, code).toMatch(/^\p{Lu}/u)
    expect(formule, code).toMatch(/\.$/)
    expect(perimetre, code).toMatch(/\.$/)
    expect(version, code).toBeGreaterThan(0)
    expect(depuis, code).toMatch(/^20\d\d-\d\d-\d\d$/)
  }
})

test('sans don, aucun exemple n’est inventé', async () => {
  await given()
  for (const { code, exemple } of (await define(2024)).values()) expect(exemple, code).toBeNull()
})

test('les exemples sont faits des nombres de l’année', async () => {
  await given(
    { contact_id: 'A', order_amount: 10, order_date: '2023-02-01', campaign_code: 'P' },
    { contact_id: 'A', order_amount: 20, order_date: '2024-01-01', campaign_code: 'P' },
    { contact_id: 'A', order_amount: 30, order_date: '2024-05-01', campaign_code: 'VFL' },
    { contact_id: 'B', order_amount: 50, order_date: '2024-12-31', campaign_code: 'P' },
    { contact_id: 'C', order_amount: 40, order_date: '2023-06-01', campaign_code: 'P' },
    { contact_id: 'D', order_amount: 40, order_date: '2022-06-01', campaign_code: 'P' },
  )
  const found = await define(2024)
  expect(exempleOf(found, 'don-moyen')).toBe('2024 : 100,00 € ÷ 3 = 33,33 €.')
  expect(exempleOf(found, 'donateurs')).toBe('2024 : 2 donateurs pour 3 dons.')
  expect(exempleOf(found, 'nouveaux-anciens')).toBe('2024 : 1 nouveau + 1 ancien = 2 donateurs.')
  expect(exempleOf(found, 'objectif-actifs')).toBe('2024 : 2 × 1,1 = 2 ; réalisé 2, soit 100,0 %.')
  expect(exempleOf(found, 'statuts')).toBe('Au 31/12/2024 : 2 + 1 + 1 + 0 = 4 donateurs.')
  expect(exempleOf(found, 'tranches-total-annuel')).toBe(
    '2024, total de 50-100 € : 2 sur 2 donateurs, soit 100,0 %.',
  )
  // 40 € in 2022 and 50 € in 2023, one gift and two.
  expect(exempleOf(found, 'prevision')).toBe('2024, d’après 2022 et 2023 : 3 dons, 60,00 €.')
  expect(exempleOf(found, 'mixtes')).toBe('2024 : 1 sur 2 donateurs, soit 50,0 %.')
  expect(exempleOf(found, 'segments-annuels')).toBe('2024 : 1 + 1 + 0 = 2 donateurs.')
  // C gave in 2023 alone, A in both years, B began in 2024.
  expect(exempleOf(found, 'fidelisation')).toBe('2024 : 1 ÷ 2 = 50,0 %.')
  expect(exempleOf(found, 'acquisition')).toBe('2024 : 1 ÷ 2 = 50,0 %.')
  expect(exempleOf(found, 'couverture')).toBe('2024 : 1 ÷ 1 = 100,0 %.')
  expect(exempleOf(found, 'lybunt')).toBe('2024 : 1 LYBUNT et 2 SYBUNT.')
  expect(exempleOf(found, 'mouvements')).toBe('2024 : 100,00 € − 50,00 € = 50,00 €.')
  expect(exempleOf(found, 'deuxieme-don')).toBe(
    '2023, à 12 mois : 1 sur 2 nouveaux échus, soit 50,0 %.',
  )
  expect(exempleOf(found, 'ventilation')).toBe('2024, P : 70,00 € ÷ 100,00 € = 70,0 %.')
  expect(exempleOf(found, 'cohortes')).toBe(
    'Cohorte 2023 en 2024 : 1 sur 2 donateurs, soit 50,0 %.',
  )
})
