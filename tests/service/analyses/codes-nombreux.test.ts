import { describe, expect, test } from 'vitest'
import type { Codes } from '#contract/codes'
import type { Liste } from '#contract/listes'
import type { NouveauxMedia, NouveauxOrigine } from '#contract/nouveaux-anciens'
import { CODES_AU_PLUS } from '#contract/ventilation'
import { startAnalyses } from '../../support/analyses'
import { don } from '../../support/dons'

const { app, given, ask } = await startAnalyses()
const URL = '/api/analytics/nouveaux-anciens'

const readMedias = (annee: number) => ask<NouveauxMedia>(`${URL}/media/${annee}`)
const readOrigines = (annee: number) => ask<NouveauxOrigine>(`${URL}/origine/${annee}`)
/** The codes to choose from. */
const readChoix = (annee: number) => ask<Codes>(`/api/analytics/codes?annee=${annee}`)
const count = async (query: string) =>
  (await ask<Liste>(`/api/donateurs/liste?${query}`)).total_donateurs

/** So many codes of a year, each of a donor of its own. */
const codes = (annee: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => {
    const code = `K${String(from + at).padStart(3, '0')}`
    return don({
      contact_id: `${annee}-${code}`,
      order_date: `${annee}-05-02`,
      codemedia_code: code,
      origincode_code: code,
    })
  })

/** Twice the donors for the codes that shall come first. */
const twice = (annee: number, to: number) => [
  ...codes(annee, 0, to),
  ...codes(annee, 0, to).map((one) => don({ ...one, contact_id: `${one.contact_id} bis` })),
]

describe('[A1] Au-delà de 200 codes', () => {
  test('les 200 premiers ont chacun leur ligne, sans rien de plus', async () => {
    await given(...codes(2024, 0, CODES_AU_PLUS))
    for (const { data } of [await readMedias(2024), await readOrigines(2024)]) {
      expect(data).toHaveLength(CODES_AU_PLUS)
      expect(data.filter((row) => 'regroupe' in row)).toEqual([])
    }
    const { media, origine } = await readChoix(2024)
    for (const { codes: offered, tous } of [media, origine])
      expect([offered.length, tous]).toEqual([CODES_AU_PLUS, true])
  })

  test('les autres en ont une ensemble, la dernière ; les totaux sont ceux de tous les codes', async () => {
    await given(
      ...twice(2024, 200),
      // Beyond: 4 codes of the year, 3 of the year before alone, 2 of both.
      ...codes(2024, 300, 306),
      ...codes(2023, 304, 309),
      // A code of the first 200 in the year before, and one that is really called so.
      ...codes(2023, 0, 1),
      ...['X', 'Y', 'Z'].map((contact_id) =>
        don({ contact_id, codemedia_code: 'Autres', origincode_code: 'Autres' }),
      ),
    )
    const { media } = await readChoix(2024)
    expect([media.codes.length, media.tous]).toEqual([CODES_AU_PLUS, false])
    const medias = await readMedias(2024)
    expect(medias.data).toHaveLength(CODES_AU_PLUS + 1)
    expect(medias.data[0]).toEqual({
      codemedia_code: 'Autres',
      nouveaux_current: 3,
      nouveaux_previous: 0,
      pourcentage_current: 0.7,
      pourcentage_previous: 0,
      evolution: 100,
      evolution_a_date: null,
    })
    // K199 is the 201st code, behind the code that is called « Autres ».
    const last = medias.data.at(-1)
    expect(last).toMatchObject({
      codemedia_code: 'Autres',
      regroupe: 10,
      nouveaux_current: 8,
      nouveaux_previous: 5,
      evolution: 60,
    })
    expect(medias.totaux).toMatchObject({ total_current: 409, total_previous: 6 })

    const origines = await readOrigines(2024)
    expect(origines.data).toHaveLength(CODES_AU_PLUS + 1)
    expect(origines.data.at(-1)).toMatchObject({
      origincode_code: 'Autres',
      regroupe: 10,
      total_current: 8,
      total_previous: 5,
      nouveaux_current: 8,
      anciens_current: 0,
      evolution_total: 60,
    })
    expect(origines.totaux).toMatchObject({ total_current: 409, total_previous: 6 })
  })

  test('cette ligne mène à ses donateurs, ceux de l’année d’avant selon les codes de cette année', async () => {
    for (const axe of ['media', 'origine']) {
      expect(await count(`ensemble=nouveaux&annee=2024&autres=${axe}`)).toBe(8)
      expect(await count(`ensemble=actifs&annee=2024&autres=${axe}&classement=2024`)).toBe(8)
      expect(await count(`ensemble=nouveaux&annee=2023&autres=${axe}&classement=2024`)).toBe(5)
      // By its own codes the year before leaves out none.
      expect(await count(`ensemble=nouveaux&annee=2023&autres=${axe}`)).toBe(0)
      expect(await count(`ensemble=nouveaux&annee=2024&${axe}=Autres`)).toBe(3)
    }
    const file = await app.inject(
      '/api/donateurs/liste.csv?ensemble=nouveaux&annee=2023&autres=media&classement=2024',
    )
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(1 + 5)
    const { titre } = await ask<Liste>(
      '/api/donateurs/liste?ensemble=nouveaux&annee=2023&autres=origine&classement=2024',
    )
    expect(titre).toBe('Nouveaux donateurs de 2023, code origine hors des 200 premiers de 2024')
  })

  test('une exclusion donne aussitôt sa ligne à un autre code', async () => {
    const exclure = (contact_id: string, operation = 'exclure') =>
      app.inject({ method: 'POST', url: `/api/exclusions/${operation}`, payload: { contact_id } })
    for (const contact_id of ['X', 'Y', 'Z'])
      expect((await exclure(contact_id)).statusCode).toBe(200)
    for (const { data } of [await readMedias(2024), await readOrigines(2024)]) {
      expect(data).toHaveLength(CODES_AU_PLUS + 1)
      expect(data.at(-1)).toMatchObject({ regroupe: 9 })
    }
    expect(await count('ensemble=nouveaux&annee=2024&autres=media')).toBe(6)
  })

  test('à date, la ligne des autres se compare aux autres', async () => {
    const gift = (annee: number, jour: string, rang: number) =>
      don({
        contact_id: `${annee}-${jour}-${rang}`,
        order_date: `${annee}-${jour}`,
        codemedia_code: `${jour}-${rang}`,
        origincode_code: `${jour}-${rang}`,
      })
    const days = Array.from({ length: 28 }, (_, at) => `02-${String(at + 1).padStart(2, '0')}`)
    const year = (annee: number) =>
      days.flatMap((jour) => Array.from({ length: 10 }, (_, rang) => gift(annee, jour, rang)))
    // 280 codes in both years, and as many in the year before after the day: those compare with nothing.
    await given(
      ...year(2024),
      ...year(2023),
      ...days.flatMap((jour) =>
        Array.from({ length: 10 }, (_, rang) => gift(2023, jour.replace('02-', '09-'), rang)),
      ),
    )
    const { data, totaux, a_date } = await readMedias(2024)
    expect(a_date).toMatchObject({ au: '2024-02-28', comparable: true })
    expect(data.at(-1)).toMatchObject({
      regroupe: 360,
      nouveaux_current: 80,
      nouveaux_previous: 360,
      evolution_a_date: 0,
    })
    expect(totaux).toMatchObject({ total_current: 280, total_previous: 560, evolution_a_date: 0 })
    const origines = await readOrigines(2024)
    expect(origines.data.at(-1)).toMatchObject({ regroupe: 360, evolution_total_a_date: 0 })
  })

  test('les premiers sont ceux de plus de donateurs, nouveaux et anciens ensemble', async () => {
    await given(
      ...codes(2024, 0, CODES_AU_PLUS),
      ...['A', 'B'].flatMap((contact_id) =>
        ['2022-03-01', '2024-03-01'].map((order_date) =>
          don({ contact_id, order_date, origincode_code: 'FIDELE' }),
        ),
      ),
    )
    const { data } = await readOrigines(2024)
    expect(data[0]).toMatchObject({ origincode_code: 'FIDELE', anciens_current: 2 })
    expect(data.at(-1)).toMatchObject({ regroupe: 1, total_current: 1 })
  })
})
