import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AxeCroise as Axe, AXES_CROISES, estDesDons } from '#contract/axes'
import type { Croisement, EnteteCroisee } from '#contract/croisements'
import { DEPARTEMENTS } from '#contract/departements'
import type { DonationsStats } from '#contract/donations'
import type { Liste } from '#contract/listes'
import { get, refresh, startAnalyses, store } from '../../support/analyses'
import { don } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import { type Asked, croisement } from '../../support/reference/croisements'
import { donorsOf, type World } from '../../support/reference/gifts'
import { testOnOneServer } from '../../support/service'
import { mandatWorld, spreadWorld, withCards, withDictionary, world } from '../../support/worlds'

/** Random crossings, each with some of its cells. */
const NOMBRE = tirages(500)
const CASES = 4

const { app, database, ask } = await startAnalyses()

const addressOf = (path: string, query: object) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`

/** What a heading asks of a list of donors, or of gifts. */
function filterOf(
  axe: Axe,
  { code, regroupe }: EnteteCroisee,
  ofGifts: boolean,
): Record<string, string> {
  if (regroupe !== null) return {}
  if (axe === 'tranche_don') return { [ofGifts ? 'tranche' : 'don_tranche']: code }
  if (estDesDons(axe)) return { [ofGifts ? axe : `don_${axe}`]: code }
  if (axe === 'tranche') return { [ofGifts ? 'total' : 'tranche']: code }
  if (axe === 'profil' && ofGifts) return { profil: code.replace('_UNIQUEMENT', '') }
  return { [axe]: code }
}

/** Compares some cells with their list, its file, and the list of their gifts. */
async function compareLists(found: Croisement, pick: readonly number[]): Promise<number> {
  const { lignes, colonnes, annee, entetes_lignes, entetes_colonnes, cellules } = found
  const all = cellules.flatMap((cells, row) =>
    cells.map((cell, column) => ({
      cell,
      row: entetes_lignes[row],
      column: entetes_colonnes[column],
    })),
  )
  let compared = 0
  for (const at of pick.map((one) => one % Math.max(1, all.length))) {
    const { cell, row, column } = all[at] ?? {}
    if (!cell || !row || !column || cell.donateurs === null) continue
    const query = (ofGifts: boolean): Record<string, string | number> => {
      const sans = Object.fromEntries(
        [
          [lignes, row, entetes_lignes] as const,
          [colonnes, column, entetes_colonnes] as const,
        ].flatMap(([axe, heading, headings]) =>
          heading.regroupe === null
            ? []
            : [[axe, headings.flatMap(({ code, regroupe }) => (regroupe === null ? [code] : []))]],
        ),
      )
      return {
        ...(annee !== null && { annee }),
        ...filterOf(lignes, row, ofGifts),
        ...filterOf(colonnes, column, ofGifts),
        ...(Object.keys(sans).length > 0 && { sans: JSON.stringify(sans) }),
      }
    }
    const isOfGifts = estDesDons(lignes) || estDesDons(colonnes)
    const asked = { ensemble: 'croisement', ...query(false) }
    const list = await ask<Liste>(addressOf('/api/donateurs/liste', asked))
    // Of a list by a gift the amount is that of all gifts of the year.
    expect([list.total_donateurs, isOfGifts || list.total_montant], JSON.stringify(asked)).toEqual([
      cell.donateurs,
      isOfGifts || cell.montant,
    ])
    const file = await app.inject(addressOf('/api/donateurs/liste.csv', asked))
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(cell.donateurs + 1)
    const { annee: year, ...narrowed } = query(true)
    const gifts = addressOf('/api/donations/stats', { ...narrowed, year, dons: '1' })
    const stats = await ask<DonationsStats>(gifts)
    expect([stats.total_donations, stats.total_amount], gifts).toEqual([
      cell.donations,
      cell.montant,
    ])
    compared += 1
  }
  return compared
}

const FICHE = { exercice: null, cout: null, envois: null }

const years = [2015, 2016, 2018, 2020, 2021, 2022, 2023, 2024]
const asked: fc.Arbitrary<Asked> = fc
  .record({
    axes: fc.shuffledSubarray([...AXES_CROISES], { minLength: 2, maxLength: 2 }),
    mesure: fc.constantFrom('donateurs', 'donations', 'montant', 'don_moyen'),
    parts: fc.constantFrom(undefined, 'lignes', 'colonnes', 'tout'),
    annee: fc.constantFrom(...years),
    avec: fc.option(fc.constantFrom(...years), { nil: undefined }),
  })
  .map(({ axes: [lignes = 'annee', colonnes = 'profil'], mesure, parts, annee, avec }) => {
    const ofYears = lignes === 'annee' || colonnes === 'annee'
    return {
      lignes,
      colonnes,
      mesure,
      ...(parts !== undefined && mesure !== 'don_moyen' && { parts }),
      ...(!ofYears && { annee }),
      ...(avec !== undefined && !ofYears && avec !== annee && { avec }),
    }
  })

test(
  'chaque case d’un croisement au hasard est celle d’un recalcul, sa liste, son fichier et ses dons',
  { timeout: PATIENCE },
  async () => {
    let compared = 0
    const crossings = fc.array(
      fc.tuple(asked, fc.array(fc.nat(), { minLength: CASES, maxLength: CASES })),
      {
        minLength: 10,
        maxLength: 10,
      },
    )
    await fc.assert(
      fc.asyncProperty(
        withDictionary(withCards(fc.oneof(world, spreadWorld, mandatWorld))),
        crossings,
        async (given, some) => {
          await store(database.db, given)
          const donors = donorsOf(given)
          for (const [one, pick] of some) {
            const found = await get<Croisement>(app, addressOf('/api/analytics/croisement', one))
            expect(found, JSON.stringify(one)).toEqual(croisement(donors, one, given.produit))
            compared += await compareLists(found, pick)
          }
        },
      ),
      { numRuns: Math.ceil(NOMBRE / 10), endOnFailure: true },
    )
    expect(compared).toBeGreaterThan(NOMBRE / 2)
  },
)

test('au-delà de 30 départements, les autres sont ensemble, et leur liste les a tous', async () => {
  const codes = DEPARTEMENTS.slice(0, 40).map(({ code }) => code)
  const zipOf = (code: string) => (code === '2A' ? '20000' : code === '2B' ? '20200' : `${code}000`)
  const given: World = {
    dons: codes.flatMap((code, at) =>
      Array.from({ length: at < 30 ? 3 : 1 }, (_, one) => don({ contact_id: `${code}-${one}` })),
    ),
    exclus: [],
    motif: 'VFL',
    produit: 'PRODUIT',
    codesPostaux: Object.fromEntries(
      codes.flatMap((code) => [0, 1, 2].map((one) => [`${code}-${one}`, zipOf(code)])),
    ),
  }
  await store(database.db, given)
  const one: Asked = {
    lignes: 'departement',
    colonnes: 'segment',
    mesure: 'donateurs',
    annee: 2024,
  }
  const found = await get<Croisement>(app, addressOf('/api/analytics/croisement', one))
  expect(found).toEqual(croisement(donorsOf(given), one, 'PRODUIT'))
  expect(found.entetes_lignes.at(-1)?.regroupe).toBe(10)
  expect(await compareLists(found, [30])).toBe(1)
  expect(found.totaux_lignes.at(-1)?.donateurs).toBe(10)
})

test('au-delà de 30 codes, qui donne à plusieurs des autres y compte une fois, dans l’année et par année', async () => {
  const codes = Array.from({ length: 40 }, (_, at) => `C${at}, "é"`)
  const given: World = {
    dons: codes.flatMap((code, at) =>
      [2023, 2024].flatMap((year) => [
        ...Array.from({ length: at < 30 ? 3 : 1 }, (_, one) =>
          don({ contact_id: `${at}-${one}`, order_date: `${year}-03-05`, campaign_code: code }),
        ),
        don({ contact_id: 'tous', order_date: `${year}-0${1 + (at % 2)}-10`, campaign_code: code }),
      ]),
    ),
    exclus: [],
    motif: 'VFL',
    produit: 'PRODUIT',
    fiches: codes.map((code) => ({ ...FICHE, code, famille: `F ${code}` })),
  }
  await store(database.db, given)
  const donors = donorsOf(given)
  for (const lignes of ['campagne', 'famille'] as const)
    for (const other of [
      { colonnes: 'mois', annee: 2024 },
      { colonnes: 'segment', annee: 2024, avec: 2023 },
      { colonnes: 'annee' },
    ] as const) {
      const one: Asked = { lignes, mesure: 'donateurs', ...other }
      const found = await get<Croisement>(app, addressOf('/api/analytics/croisement', one))
      expect(found, JSON.stringify(one)).toEqual(croisement(donors, one, 'PRODUIT'))
      expect(found.entetes_lignes.at(-1)?.regroupe).toBe(10)
      const last = found.cellules.slice(0, -1).flat().length
      if (found.annee !== null) expect(await compareLists(found, [0, last])).toBe(2)
    }
})

testOnOneServer(
  'exclus, réintégrés et réunis depuis la publication, les donateurs se croisent comme ils comptent maintenant',
  async () => {
    const gift = (contact_id: string, codemedia_code: string, order_date: string) =>
      don({ contact_id, codemedia_code, order_date })
    const given: World = {
      dons: [
        gift('A', 'TV', '2024-03-01'),
        gift('B', 'TV', '2024-03-02'),
        gift('B', 'WEB', '2024-05-02'),
        gift('C', 'WEB', '2024-05-03'),
        gift('D', 'TV', '2024-03-09'),
      ],
      exclus: [],
      motif: 'VFL',
      produit: 'PRODUIT',
    }
    await store(database.db, given)
    const post = async (path: string, payload: object) => {
      const answer = await app.inject({ method: 'POST', url: path, payload })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const expectOf = async (now: World) => {
      for (const lignes of ['mois', 'statut', 'departement'] as const) {
        const one: Asked = { lignes, colonnes: 'media', mesure: 'donateurs', annee: 2024 }
        const found = await get<Croisement>(app, addressOf('/api/analytics/croisement', one))
        expect(found, lignes).toEqual(croisement(donorsOf(now), one, 'PRODUIT'))
      }
    }
    await post('/api/exclusions/exclure', { contact_id: 'A' })
    await expectOf({ ...given, exclus: ['A'] })
    await refresh(app)
    await post('/api/exclusions/reintegrer', { contact_id: 'A' })
    await expectOf(given)
    const groupes = [{ principal: 'B', contacts: ['D'] }]
    await post('/api/donateurs/fusionner', { groupes, raison: 'La même' })
    const dons = given.dons.map((one) =>
      one.contact_id === 'D' ? { ...one, contact_id: 'B' } : one,
    )
    await expectOf({ ...given, dons })
    await post('/api/donateurs/separer', { contact_id: 'D', raison: 'Une autre' })
  },
)

test.each([
  ['lignes=profil&colonnes=profil&annee=2024', 'colonnes'],
  ['lignes=profil&colonnes=segment', 'annee'],
  ['lignes=profil&colonnes=annee&avec=2020', 'avec'],
  ['lignes=profil&colonnes=segment&annee=2024&avec=2024', 'avec'],
  ['lignes=profil&colonnes=segment&annee=2024&mesure=don_moyen&parts=tout', 'parts'],
  ['lignes=contact_id&colonnes=segment&annee=2024', 'lignes'],
  ['lignes=profil&colonnes=segment&annee=2024&mesure=email', 'mesure'],
])('« %s » est refusé, et le refus nomme %s', async (query, champ) => {
  const answer = await app.inject(`/api/analytics/croisement?${query}`)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ code: 'invalide', champ })
})
