import { describe, expect, test } from 'vitest'
import type { Definitions } from '#contract/definitions'
import type { SegmentationAnnuelle, SegmentationGlobale } from '#contract/donateurs'
import type { Reguliers } from '#contract/reguliers'
import { startAnalyses } from '../../support/analyses'

const { app, given, ask } = await startAnalyses()

const dons = (contact_id: string, nombre: number, order_date: string) =>
  Array.from({ length: nombre }, () => ({ contact_id, order_date }))

test('un don, deux à cinq, six et plus : dans l’année, puis sur toute la carrière', async () => {
  await given(
    ...dons('A', 1, '2023-01-01'),
    ...dons('A', 5, '2024-01-01'),
    ...dons('B', 6, '2024-01-01'),
    ...dons('C', 2, '2024-01-01'),
    ...dons('D', 1, '2024-01-01'),
  )
  const annuelle = await ask<SegmentationAnnuelle>('/api/donateurs/segmentation-annuelle')
  expect(
    annuelle.data.map((row) => [
      row.annee,
      row.beginners.nombre,
      row.fideles.nombre,
      row.super_fideles.nombre,
      row.total_donateurs,
    ]),
  ).toEqual([
    [2023, 1, 0, 0, 1],
    [2024, 1, 2, 1, 4],
  ])
  const { donnees } = await ask<SegmentationGlobale>('/api/donateurs/segmentation-globale')
  expect(donnees).toEqual({
    non_fideles: { nombre: 1, pourcentage: 25 },
    fideles: { nombre: 1, pourcentage: 25 },
    super_fideles: { nombre: 2, pourcentage: 50 },
    total_donateurs: 4,
  })
})

describe('Les dons réguliers', () => {
  /** Monthly gifts on the last day of each month from November 2023 on; `montants` from the first, 0 for none. */
  const mensuels = (contact_id: string, ...montants: number[]) =>
    montants.flatMap((order_amount, at) => {
      const order_date = new Date(Date.UTC(2023, 11 + at, 0)).toISOString().slice(0, 10)
      return order_amount === 0 ? [] : [{ contact_id, order_amount, order_date }]
    })
  const lire = () => ask<Reguliers>('/api/analytics/reguliers')
  const annee = ({ annees }: Reguliers, wanted: number) =>
    annees.find((one) => one.annee === wanted)

  test('par le 29 février, un rejet, une hausse et un don de Noël, une série n’en fait qu’une', async () => {
    await given(
      ...mensuels('A', 10, 10, 10, 10, 0, 10, 15, 15),
      { contact_id: 'A', order_amount: 100, order_date: '2023-12-24' },
      { contact_id: 'B', order_amount: 30, order_date: '2021-03-01' },
    )
    const found = await lire()
    expect(found).toMatchObject({ horizon: '2024-06-30', possibles: 0 })
    expect(annee(found, 2021)).toMatchObject({ actifs_fin: 0, demarres: 0, taux_arret: null })
    expect(annee(found, 2022)).toMatchObject({ montant: 0, part_montant: 0 })
    // 20 € of 120 in the year of the Christmas gift; then 10, 10, 10, 15 and 15.
    expect(annee(found, 2023)).toMatchObject({
      demarres: 1,
      actifs_fin: 1,
      montant: 20,
      part_montant: 16.7,
    })
    expect(annee(found, 2024)).toMatchObject({
      en_cours: true,
      demarres: 0,
      arretes: 0,
      taux_arret: 0,
      augmentes: 1,
      diminues: 0,
      montant: 60,
      actifs_fin: 1,
    })
    expect(annee(found, 2024)?.mois).toHaveLength(6)
    expect(found.rythmes[0]).toEqual({ rythme: 'mensuel', actifs: 1, montant_mensuel: 15 })
    // From July to December, and nobody ever stopped.
    expect(found.a_recevoir).toEqual({
      au: '2024-06-30',
      montant: 90,
      sans_arret: 90,
      arret_mensuel: 0,
    })
  })

  test('s’arrête le 49e jour après le dernier don, et trois dons ne sont qu’une série possible', async () => {
    await given(...mensuels('A', 10, 10, 10, 10), ...mensuels('B', 0, 0, 20, 20, 20), {
      contact_id: 'Z',
      order_date: '2024-04-16',
    })
    // 29 February and 49 days is 18 April.
    expect(annee(await lire(), 2024)).toMatchObject({ arretes: 0, actifs_fin: 1 })
    expect((await lire()).possibles).toBe(1)
    await given(...mensuels('A', 10, 10, 10, 10), { contact_id: 'Z', order_date: '2024-04-18' })
    expect(annee(await lire(), 2024)).toMatchObject({ arretes: 1, actifs_fin: 0, taux_arret: 100 })
    expect((await lire()).survie.at(-1)).toEqual({ mois: 5, risque: 1, arrets: 1, survie: 0 })
  })

  // The ceiling of 1.6 paces, of a year of 365.25 days.
  test.each([
    ['mensuel', ['2024-01-29', '2024-02-29', '2024-03-29', '2024-04-29'], 49],
    ['trimestriel', ['2023-01-10', '2023-04-10', '2023-07-10', '2023-10-10'], 147],
    ['annuel', ['2019-12-01', '2020-12-01', '2021-12-01', '2022-12-01'], 585],
  ] as const)(
    '%s : s’arrête après 1,6 période, et la définition le dit',
    async (_, days, delai) => {
      const series = days.map((order_date) => ({ contact_id: 'A', order_date, order_amount: 10 }))
      const after = (some: number) => {
        const last = Date.parse(days.at(-1) ?? '') + some * 86_400_000
        return { contact_id: 'Z', order_date: new Date(last).toISOString().slice(0, 10) }
      }
      await given(...series, after(delai - 1))
      const active = await lire()
      expect(active.annees.at(-1)?.actifs_fin).toBe(1)
      const annee = Number(active.horizon?.slice(0, 4))
      const { sections } = await ask<Definitions>(`/api/analytics/definitions/${annee}`)
      const rules = sections.flatMap(({ definitions }) => definitions)
      expect(rules.find(({ code }) => code === 'reguliers-actifs')?.formule).toContain(`${delai}`)
      await given(...series, after(delai))
      expect((await lire()).annees.at(-1)?.actifs_fin).toBe(0)
    },
  )

  test('un lot compte son jour tel qu’il est : tous les deux mois, ou le même jour, n’est pas tous les mois', async () => {
    await given(
      ...mensuels('A', 10, 0, 10, 0, 10, 0, 10, 0, 10),
      ...mensuels('B', 10, 10, 10, 10, 10).map((one) => ({ ...one, order_date: '2024-07-31' })),
    )
    const { annees, possibles } = await lire()
    expect(annees.map(({ demarres }) => demarres)).toEqual([0, 0])
    expect(possibles).toBe(0)
  })

  /** One gift a month on a day of the month, from one month up to another. */
  const chaqueMois = (contact_id: string, order_amount: number, du: string, au: string) =>
    Array.from({ length: 24 }, (_, at) => {
      const [annee = 0, mois = 1, jour = 1] = du.split('-').map(Number)
      const order_date = new Date(Date.UTC(annee, mois - 1 + at, jour)).toISOString().slice(0, 10)
      return { contact_id, order_amount, order_date }
    }).filter(({ order_date }) => order_date <= au)

  test.each([
    // The January gifts of both are still to come: 12 × 10 € and 12 × 20 €, of which B gives six.
    ['2024-01-03', { au: '2023-01-03', prevu: 360, recu: 240, erreur: 50 }, 120],
    ['2024-02-20', { au: '2023-02-20', prevu: 320, recu: 200, erreur: 60 }, 100],
    // 29 February is the 28 of 2023, the very day of B: 10 × 10 € and 10 × 20 €.
    ['2024-02-29', { au: '2023-02-28', prevu: 300, recu: 180, erreur: 66.7 }, 100],
  ])(
    'C l’essai d’« encore à recevoir » est du même jour des années passées : au %s',
    async (horizon, essai, sans) => {
      const exclu = `B ${horizon}`
      await given(
        ...chaqueMois('A', 10, '2022-08-15', '2023-12-31'),
        ...chaqueMois(exclu, 20, '2022-08-28', '2023-06-30'),
        { contact_id: 'Z', order_date: horizon },
      )
      expect(await lire()).toMatchObject({ horizon, essais: [{ annee: 2023, ...essai }] })
      const excluded = await app.inject({
        method: 'POST',
        url: '/api/exclusions/exclure',
        payload: { contact_id: exclu },
      })
      expect(excluded.statusCode).toBe(200)
      // At once, and A was as regular as it seemed.
      expect((await lire()).essais).toEqual([
        { annee: 2023, au: essai.au, prevu: sans, recu: sans, erreur: 0 },
      ])
    },
  )
})
