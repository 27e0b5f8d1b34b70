import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AVerifier, VerificationDonateur } from '#contract/verification'
import { writeAVerifier } from '../../../service/verification/queue'
import { chercher, type Donateur, donner as donnerA } from '../../support/a-verifier'
import { get } from '../../support/analyses'
import type { Don } from '../../support/dons'
import { exclude } from '../../support/exclusion'
import { startService } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

const donner = (donateurs: Record<string, Donateur>) => donnerA(db, donateurs)

const lire = (suite = '') => get<AVerifier>(app, `/api/donateurs/a-verifier${suite}`)

/** The codes and points of what was found about each contact. */
async function trouves(): Promise<Record<string, string>> {
  const { rows } = await sql<{ contact_id: string; raisons: string }>`
    select contact_id, string_agg(regle || ' ' || points, ', ' order by regle, cle) as raisons
    from signalements
    group by contact_id
    order by contact_id`.execute(db)
  return Object.fromEntries(rows.map(({ contact_id, raisons }) => [contact_id, raisons]))
}

const TEST = { firstname: '', lastname: 'Test' }

const fois = (count: number, values: Partial<Don>): Partial<Don>[] =>
  Array.from({ length: count }, () => values)

/** So many gifts of 40 € of as many donors, besides. */
const insererFoule = (count: number) =>
  sql`
    insert into donations (id, order_amount, order_date, contact_id)
    select 'F' || n, 40, date '2020-01-01' + n % 300, 'F' || n
    from generate_series(1, ${count}) as n`.execute(db)

beforeEach(async () => {
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'mots_contacts', 'signalements')
})

describe('Chaque règle trouve ce qu’elle dit, et rien de ce qui lui ressemble', () => {
  test('T1 : un mot de test, entier, dans le nom ou avant l’arobase', async () => {
    await donner({
      A: { carte: { firstname: 'Test', lastname: 'Dupont' } },
      B: { carte: { lastname: 'FAUX-Donateur' } },
      C: { carte: { email: 'jean.essai@courriel.fr' } },
      D: { carte: { firstname: 'Toto' } },
      E: { carte: { lastname: 'Carte Bancaire' } },
      F: { carte: { lastname: 'Testud', firstname: 'Fauxette' } },
      G: { carte: { email: 'jean@test-essai.fr', city: 'Essai' } },
      H: { carte: { lastname: 'Bancaire', firstname: 'Carte' } },
      I: { carte: { firstname: 'Test', lastname: 'Dupont', email: 'test@courriel.fr' } },
      J: { carte: { firstname: 'Test', lastname: 'Dupont', email: 'jean.essai@courriel.fr' } },
    })
    expect(await trouves()).toEqual({
      A: 'T1 20',
      B: 'T1 20',
      C: 'T1 20',
      D: 'T1 20',
      E: 'T1 50',
      H: 'T1 50',
      I: 'T1 20',
      J: 'T1 20, T1 20',
    })
  })

  test('T2 : un domaine réservé ou jetable', async () => {
    await donner({
      A: { carte: { email: 'a@example.com' } },
      B: { carte: { email: 'b@Sous.Domaine.TEST' } },
      C: { carte: { email: 'c@yopmail.com' } },
      D: { carte: { email: 'd@exemple.com' } },
      E: { carte: { email: 'e@contest' } },
      F: { carte: { email: '' } },
      G: { carte: { email: 'g@yopmail.com' }, dons: [{}, {}] },
      H: { carte: { email: 'h@example.com', is_company: true } },
    })
    expect(await trouves()).toEqual({ A: 'T2 50', B: 'T2 50', C: 'T2 30', G: 'T2 30' })
  })

  test('T3 : des lettres qui se suivent comme dans aucun nom, sauf celui que deux contacts portent', async () => {
    await donner({
      A: { carte: { firstname: 'Xkjqwt', lastname: 'Martin' } },
      B: { carte: { firstname: 'Grtzwk', lastname: 'Qxvbdf' } },
      C: { carte: { firstname: 'Lynn', lastname: 'Schwartz' } },
      D: { carte: { firstname: 'Émîl', lastname: 'Wrzesniewski' } },
      E: { carte: { firstname: 'Zxq', lastname: 'Razafindrakoto' } },
      F: { carte: { firstname: 'Wqxjzk', lastname: 'Un' } },
      G: { carte: { firstname: 'WQXJZK', lastname: 'Deux' } },
      H: { carte: { firstname: '', lastname: 'Xkjqwtz', is_company: true } },
    })
    expect(await trouves()).toEqual({ A: 'T3 30', B: 'T3 60' })
  })

  test('N4 : deux fois le même mot composé, qui n’a aucun autre signe', async () => {
    await donner({
      A: { carte: { firstname: 'RobertFaddy', lastname: 'RobertFaddy' } },
      B: { carte: { firstname: 'Martin', lastname: 'Martin' } },
      C: { carte: { firstname: 'RobertFaddy', lastname: 'Martin' } },
    })
    expect(await trouves()).toEqual({ A: 'N4 50' })
  })

  test('M1 : un premier don très au-dessus de ce qu’un sur mille dépasse', async () => {
    // Of 6 000 gifts six are one in a thousand: the sixth largest is of 40 €, so 400 € is exceptional.
    await insererFoule(5_994)
    await donner({
      A: { dons: [{ order_amount: 400 }] },
      B: { dons: [{ order_amount: 10, order_date: '2023-01-01' }, { order_amount: 500 }] },
      C: { dons: [{ order_amount: 399.99 }] },
      D: { dons: [{ order_amount: 4_100 }] },
      E: { dons: [{ order_amount: 4_200, codemedia_code: 'CHEQUE' }] },
    })
    // A hundred times as much counts by itself, but on paper.
    expect(await trouves()).toEqual({ A: 'M1 40', D: 'M1 50', E: 'M1 40' })
  })

  test('M2 : un grand montant d’un seul chiffre ou dans l’ordre du clavier', async () => {
    await donner({
      A: { dons: [{ order_amount: 9_999 }] },
      B: { dons: [{ order_amount: 5_555.55 }] },
      C: { dons: [{ order_amount: 1_234.56 }] },
      D: { dons: [{ order_amount: 99_999.99 }] },
      E: { dons: [{ order_amount: 999 }] },
      F: { dons: [{ order_amount: 1_500 }] },
      G: { dons: [{ order_amount: 5_555.5 }] },
      H: { dons: [{ order_amount: 1_000 }] },
    })
    expect(await trouves()).toEqual({ A: 'M2 30', B: 'M2 30', C: 'M2 30', D: 'M2 50' })
  })

  test('B1 et B2 : trop de dons un même jour', async () => {
    await donner({
      A: { dons: fois(10, { order_amount: 30 }) },
      B: { dons: fois(5, { order_amount: 1 }) },
      C: { dons: fois(9, { order_amount: 30 }) },
      D: { dons: [...fois(4, { order_amount: 1 }), { order_amount: 2 }] },
      E: { dons: fois(5, { order_amount: 5.01 }) },
    })
    expect(await trouves()).toEqual({ A: 'B1 40', B: 'B2 40' })
  })

  test('B3 : une vague de petits dons uniques, qui ne montre personne à elle seule', async () => {
    const one = { order_amount: 1, codemedia_code: 'WEB', order_date: '2024-03-05' }
    const others = Object.fromEntries(
      Array.from({ length: 19 }, (_, at) => [
        `W${at}`,
        { carte: { lastname: `Nom ${at}`, email: '' }, dons: [one] },
      ]),
    )
    const days = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [
        `J${at}`,
        { dons: [{ ...one, order_date: `2024-06-${10 + at}` }] },
      ]),
    )
    await donner({
      ...others,
      ...days,
      X: { carte: { email: 'x@yopmail.com', lastname: 'Autre' }, dons: [one] },
    })
    const found = await trouves()
    expect(Object.keys(found)).toHaveLength(20)
    expect(found).toMatchObject({ W0: 'B3 50', W18: 'B3 50', X: 'B3 50, T2 30' })
    const { donateurs } = await lire()
    expect(donateurs.map(({ contact_id, points }) => [contact_id, points])).toEqual([['X', 80]])
  })

  describe('[B7] B3 se mesure à la médiane de tous les autres jours de l’année, ceux sans aucun tel don valant 0', () => {
    const WAVE = '2024-07-14'

    /** On every so many days so many donors of one gift ever, through SMS; one gift of another kind opens and ends the file. */
    const inserer = (
      parts: { du: string; au: string; nombre: number; montant?: number; pas?: number }[],
      [premier, dernier]: readonly [string, string] = ['2020-01-01', '2025-12-31'],
    ) =>
      sql`
        insert into donations (id, order_amount, order_date, contact_id, codemedia_code)
        select 'V' || row_number() over (), montant, jour, 'V' || row_number() over (), 'SMS'
        from jsonb_to_recordset(${JSON.stringify(parts.map((part) => ({ montant: 1, pas: 1, ...part })))}::jsonb)
          as parts (du date, au date, nombre integer, montant numeric, pas integer)
        cross join generate_series(du, au, make_interval(days => pas)) as jour
        cross join generate_series(1, nombre)
        union all
        values ('P', 40, ${premier}::date, 'P', 'POSTAL'), ('D', 40, ${dernier}::date, 'D', 'POSTAL')`.execute(
        db,
      )

    const wave = (nombre: number, jour = WAVE) => ({ du: jour, au: jour, nombre })

    /** How many donors of each day the rule found. */
    async function vagues(): Promise<Record<string, number>> {
      await chercher(db)
      const { rows } = await sql<{ cle: string; donateurs: number }>`
        select cle, count(*)::integer as donateurs from signalements where regle = 'B3' group by cle`.execute(
        db,
      )
      return Object.fromEntries(rows.map(({ cle, donateurs }) => [cle, donateurs]))
    }

    test.each([
      [20, { [WAVE]: 20 }],
      [19, {}],
    ])('%i donateurs, le seul jour du média', async (nombre, expected) => {
      await inserer([wave(nombre)])
      expect(await vagues()).toEqual(expected)
    })

    test.each([
      [5, { [WAVE]: 20 }],
      [5.01, {}],
    ])('des dons de %d € sont petits ou ne le sont pas', async (montant, expected) => {
      await inserer([{ ...wave(20), montant }])
      expect(await vagues()).toEqual(expected)
    })

    test('un média qui amène beaucoup de monde, à d’autres montants, ne cache pas la vague', async () => {
      await inserer([{ du: '2024-01-01', au: '2024-12-31', nombre: 3, montant: 5 }, wave(20)])
      expect(await vagues()).toEqual({ [WAVE]: 20 })
    })

    test.each([
      [26, {}],
      [27, { [WAVE]: 30 }],
    ])('trois par jour toute l’année et %i de plus : il en faut trente', async (more, expected) => {
      await inserer([{ du: '2024-01-01', au: '2024-12-31', nombre: 3 }, wave(more)])
      expect(await vagues()).toEqual(expected)
    })

    // 2024 has 366 days: 365 besides that of the wave, the 183rd of which is the median. 2023 has 364, the 182nd.
    test.each([
      ['2024', 182, 1],
      ['2024', 183, 0],
      ['2023', 182, 1],
      ['2023', 183, 0],
    ])('en %s, %i autres jours qui en ont trois : %i vague', async (year, days, found) => {
      const day = (after: number) =>
        new Date(Date.parse(`${year}-01-01`) + after * 86_400_000).toISOString().slice(0, 10)
      await inserer([{ du: day(0), au: day(days - 1), nombre: 3 }, wave(29, `${year}-12-24`)])
      expect(Object.keys(await vagues())).toHaveLength(found)
    })

    test('une vague ne se mesure pas à elle-même, ni à une autre comme elle', async () => {
      await inserer([wave(25, '2024-03-01'), wave(25, '2024-03-02'), wave(40, '2024-03-03')])
      expect(await vagues()).toEqual({ '2024-03-01': 25, '2024-03-02': 25, '2024-03-03': 40 })
    })

    test('de l’année en cours ne comptent que les jours jusqu’à l’horizon', async () => {
      // On 60 of the 89 other days; in a whole year these would be few.
      const parts = [{ du: '2024-01-01', au: '2024-02-29', nombre: 3 }, wave(29, '2024-03-15')]
      await inserer(parts, ['2020-01-01', '2024-03-30'])
      expect(await vagues()).toEqual({})
    })

    test('de la première année du fichier ne comptent que les jours depuis le premier', async () => {
      // On 20 of the 30 other days.
      const parts = [{ du: '2024-12-01', au: '2024-12-20', nombre: 3 }, wave(29, '2024-12-24')]
      await inserer(parts, ['2024-12-01', '2025-06-30'])
      expect(await vagues()).toEqual({})
    })

    test('une vague datée de demain n’a que les jours connus pour mesure', async () => {
      const { rows } = await sql<{ jour: string }>`
        select ((now() at time zone 'Europe/Paris')::date + 1)::text as jour`.execute(db)
      const jour = rows[0]?.jour ?? ''
      await inserer([wave(20, jour)], ['2020-01-01', '2020-01-02'])
      expect(await vagues()).toEqual({ [jour]: 20 })
    })
  })

  test('ce qui vient sur papier n’est ni une vague, ni trop de dons en un jour', async () => {
    const one = { order_amount: 2, order_date: '2024-03-05' }
    await donner({
      ...Object.fromEntries(
        Array.from({ length: 25 }, (_, at) => [
          `W${at}`,
          { carte: { lastname: `Nom ${at}` }, dons: [{ ...one, codemedia_code: 'QUETE-2024' }] },
        ]),
      ),
      A: { dons: fois(12, { ...one, codemedia_code: 'Chèque' }) },
      B: { dons: fois(12, { ...one, codemedia_code: 'WEB' }) },
    })
    expect(await trouves()).toEqual({ B: 'B1 40, B2 40' })
    expect((await lire()).total).toBe(0)
  })

  /** A series of 5 € by the month. */
  const monthly = (first: number) =>
    Array.from({ length: 4 }, (_, at) => ({
      order_amount: 5,
      order_date: `2023-0${first + at}-05`,
    }))

  test('R1 : cinq dons chacun de trois jours en deux mois ; pas de qui donne régulièrement', async () => {
    const days = (...jours: string[]) =>
      jours.flatMap((order_date) => fois(5, { order_amount: 30, order_date }))
    await donner({
      A: { dons: days('2024-03-01', '2024-03-20', '2024-04-29') },
      B: { dons: days('2024-03-01', '2024-03-20', '2024-06-01') },
      C: { dons: days('2024-03-01', '2024-03-20') },
      D: { dons: [...days('2024-03-01', '2024-03-20', '2024-04-29'), ...monthly(1)] },
    })
    expect(await trouves()).toEqual({ A: 'R1 30' })
  })

  test('A1, A2 et A3 : une case de la fiche ou le jour pour montant, un escalier, des centimes', async () => {
    const climb = (order_amount: number) => ({
      dons: [{ order_amount, order_date: '2024-02-02', codemedia_code: 'WEB' }],
    })
    await donner({
      A: { carte: { zip: '69003' }, dons: [{ order_amount: 69_003 }] },
      B: { carte: { zip: '10000' }, dons: [{ order_amount: 10_000 }] },
      C: { carte: { zip: '01250' }, dons: [{ order_amount: 1_250 }] },
      D: { dons: [{ order_amount: 0.01 }, { order_amount: 0.1 }] },
      E: { dons: [{ order_amount: 0.01 }, { order_amount: 0.11 }] },
      F: climb(11),
      G: climb(12),
      H: climb(13),
      I: climb(14),
      J: { carte: { phone: '06 12 45 78 96' }, dons: [{ order_amount: 612_457_896 }] },
      K: { dons: [{ order_amount: 15_032_023, order_date: '2023-03-15' }] },
      L: { dons: [{ order_amount: 15_032_023, order_date: '2023-03-16' }] },
    })
    const found = await trouves()
    expect(found).toMatchObject({ A: expect.stringContaining('A1 50'), C: 'A1 50', D: 'A3 50' })
    expect(found).toMatchObject({ F: 'A2 30', G: 'A2 30', H: 'A2 30', I: 'A2 30' })
    expect(found).toMatchObject({
      J: expect.stringContaining('A1 50'),
      K: expect.stringContaining('A1 50'),
    })
    expect(found['L'] ?? '').not.toContain('A1')
    expect(found).not.toHaveProperty('E')
    expect(found['B'] ?? '').not.toContain('A1')
  })

  test('B2 ne compte pas les dons d’une série régulière, saisis un même jour', async () => {
    await donner({
      A: { dons: [...monthly(1), ...fois(5, { order_amount: 5 })] },
      B: { dons: [...monthly(1).slice(1), ...fois(5, { order_amount: 5 })] },
      C: { dons: [...monthly(1), ...fois(5, { order_amount: 4 })] },
    })
    expect(await trouves()).toEqual({ B: 'B2 40', C: 'B2 40' })
  })

  describe('B4 : une salve', () => {
    const salve = (
      count: number,
      carte: (at: number) => Donateur['carte'],
      jour: (at: number) => string = () => '2024-03-05',
    ) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `S${at}`,
          { carte: carte(at), dons: [{ order_amount: 10, order_date: jour(at) }] },
        ]),
      )
    const numbered = (at: number) => ({
      lastname: `Nom ${at}`,
      email: `robot${at * 7}@courriel.fr`,
    })

    test.each([
      [10, 'B4 50'],
      [9, undefined],
    ])('%i adresses pareilles aux chiffres près', async (count, found) => {
      await donner(salve(count, numbered))
      expect((await trouves())['S1']).toBe(found)
    })

    test('passe minuit, mais pas deux', async () => {
      await donner(salve(10, numbered, (at) => `2024-03-0${5 + (at % 2)}`))
      expect((await trouves())['S1']).toBe('B4 50')
      const { rows } = await sql`select distinct faits from signalements`.execute(db)
      expect(rows).toMatchObject([{ faits: { du: '2024-03-05', le: '2024-03-06', contacts: 10 } }])
      await empty(db, 'donations', 'donateurs', 'mots_contacts', 'signalements')
      await donner(salve(10, numbered, (at) => `2024-03-0${5 + (at % 2) * 2}`))
      expect(await trouves()).toEqual({})
    })

    test('un nom qui se répète en est une ; des homonymes qui donnent d’ordinaire d’autres jours, non', async () => {
      const named = (at: number) => ({
        firstname: 'Ethan',
        lastname: 'Walker',
        email: `${'abcdefghijklmnopqrst'.charAt(at)}@courriel.fr`,
      })
      await donner(salve(10, named))
      expect(Object.values(await trouves())).toEqual(fois(10, {}).map(() => 'B4 50'))
      await empty(db, 'donations', 'donateurs', 'mots_contacts', 'signalements')
      await donner(salve(20, named, (at) => (at < 10 ? '2024-03-05' : `2024-05-${10 + at}`)))
      expect(await trouves()).toEqual({})
    })
  })

  test('V1 : l’adresse, le téléphone ou, à une lettre près, le nom et le code postal d’un exclu', async () => {
    await donner({
      X: {
        carte: {
          firstname: 'Boris',
          lastname: 'Vandal',
          email: 'boris@courriel.fr',
          phone: '06 11 22 33 44',
        },
      },
    })
    await exclude(db, 'X')
    const other = { firstname: 'Anne', lastname: 'Leroy' }
    await donner({
      A: { carte: { ...other, email: 'BORIS@Courriel.fr' } },
      B: { carte: { ...other, phone: '+33 6 11223344' } },
      C: { carte: { firstname: 'Boris', lastname: 'Vandall' } },
      D: { carte: { firstname: 'BORIS', lastname: 'Vendal' } },
      E: { carte: { firstname: 'Boriss', lastname: 'vandal' } },
      F: { carte: { firstname: 'Boris', lastname: 'Vendel' } },
      G: { carte: { firstname: 'Boris', lastname: 'Vandal', zip: '75012' } },
      H: { carte: { firstname: 'Borys', lastname: 'Vandall' } },
    })
    expect(await trouves()).toEqual({
      A: 'V1 50',
      B: 'V1 50',
      C: 'V1 50',
      D: 'V1 50',
      E: 'V1 50',
    })
    const { donateurs } = await lire()
    expect(donateurs.find(({ contact_id }) => contact_id === 'A')?.raisons).toEqual([
      'Son adresse e-mail est celle du donateur X, exclu.',
    ])
  })

  test('l’histoire parle pour un donateur, jamais contre une adresse réservée ni pour la variante d’un exclu', async () => {
    const years = (...annees: number[]) =>
      annees.map((annee) => ({ order_date: `${annee}-05-01`, order_amount: 10 }))
    const reserved = { email: 'x@example.org' }
    await donner({
      A: { carte: { ...TEST, zip: '00000' }, dons: years(2022, 2022, 2023) },
      B: { carte: { ...TEST, zip: '00000' }, dons: years(2022, 2023) },
      C: { carte: { ...TEST, zip: '00000' }, dons: years(2020, 2021, 2022, 2023) },
      D: { carte: { ...reserved, zip: '00000' }, dons: years(2020, 2021, 2022, 2023) },
    })
    const { donateurs } = await lire('?etat=tous')
    expect(donateurs.map(({ contact_id, points }) => [contact_id, points])).toEqual([
      ['D', 50],
      ['B', 70],
    ])
    const { points, raisons } = await get<VerificationDonateur>(app, '/api/donateurs/a-verifier/A')
    expect(points).toBe(40)
    expect(raisons.at(-1)).toBe(
      'Son histoire parle pour lui\u00A0: 3 dons de 2022 à 2023 (30 points de moins).',
    )
  })

  test('C1 : un grand don sans coordonnées, où presque tous en ont', async () => {
    const AUCUNE = { email: '', phone: '', zip: '', city: '' }
    const grand = { order_amount: 1_000, codemedia_code: 'WEB' }
    const others = (having: number) =>
      Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => [
          `O${at}`,
          {
            carte: at < having ? {} : AUCUNE,
            dons: [{ codemedia_code: 'WEB', order_amount: 20 + 3 * at * at }],
          },
        ]),
      )
    await donner({
      ...others(9),
      A: { carte: AUCUNE, dons: [grand] },
      B: { carte: AUCUNE, dons: [{ ...grand, order_amount: 999.99 }] },
      C: { carte: AUCUNE, dons: [{ ...grand, codemedia_code: 'CHEQUE' }] },
      L: { carte: { ...AUCUNE, firstname: '', lastname: 'Succession Martin' }, dons: [grand] },
    })
    // Nine of the thirteen who gave once through the web have some.
    expect(await trouves()).toEqual({})
    // Sixteen of twenty: four in five.
    await donner({
      ...Object.fromEntries(
        Array.from({ length: 7 }, (_, at) => [
          `P${at}`,
          { dons: [{ codemedia_code: 'WEB', order_amount: 51 + 3 * at * at }] },
        ]),
      ),
    })
    expect(await trouves()).toEqual({ A: 'C1 20' })
  })

  test('C2 et C3 : coordonnées factices, ou partagées par qui n’habite pas ensemble', async () => {
    const shared = (lastname: string, zip: string, more: Donateur = {}) => ({
      ...more,
      carte: { email: `Bureau+${lastname}@asso.fr`, lastname, zip },
    })
    const cheque = { dons: [{ codemedia_code: 'CHEQUE' }] }
    await donner({
      C: { carte: { zip: '00000' } },
      CC: { carte: { zip: '00000', phone: '0606060606' } },
      CE: { carte: { email: 'nospam@nospam.com', phone: '0000000000' } },
      D: { carte: { phone: '+33 6 06 06 06 06' } },
      E: { carte: { phone: '06 12 34 56 79' } },
      ...Object.fromEntries(
        ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq'].flatMap((nom, at) => [
          [`P${at}`, shared(nom, `1${at}000`)],
          // Four names in five places.
          [
            `N${at}`,
            {
              carte: {
                email: 'famille@asso.fr',
                lastname: at === 0 ? 'Cinq' : nom,
                zip: `3${at}000`,
              },
            },
          ],
          // A home has one address, and ordinary names; a cheque is typed in by an office.
          [`H${at}`, { carte: { phone: '0299887766', lastname: nom, zip: '35700' } }],
          [
            `Q${at}`,
            { ...cheque, carte: { phone: '0144556677', lastname: nom, zip: `2${at}000` } },
          ],
        ]),
      ),
    })
    expect(await trouves()).toEqual({
      C: 'C2 20',
      CC: 'C2 50, C2 50',
      CE: 'C2 50, C2 50',
      D: 'C2 20',
      P0: 'C3 30',
      P1: 'C3 30',
      P2: 'C3 30',
      P3: 'C3 30',
      P4: 'C3 30',
    })
  })
})

describe('Ce qui ne prouve rien', () => {
  /** So many donors, of whom so many bear a test's name. */
  const foule = async (tous: number, tests: number) => {
    await sql`
      insert into donateurs (contact_id, firstname, lastname, email, zip)
      select 'F' || n, case when n <= ${tests} then 'Test' else 'Zoé' end,
        case when n <= ${tests} then 'Test' else 'Vidal' end, 'f' || n || '@courriel.fr', '75011'
      from generate_series(1, ${tous}) as n`.execute(db)
    await insererFoule(tous)
    await chercher(db)
  }

  test.each([
    // Up to twenty a rule is never muted, however few the donors.
    [100, 20, 50, null],
    // Two in a thousand.
    [11_000, 22, 50, null],
    // Six in a thousand: half of the points.
    [3_500, 21, 25, 'ne compte que pour 50,0'],
    [1_000, 21, 0, 'muette\u00A0: 2,1'],
  ])('de %i donateurs, %i portent une règle : %i points', async (tous, tests, points, dit) => {
    await foule(tous, tests)
    const found = await get<VerificationDonateur>(app, '/api/donateurs/a-verifier/F1')
    expect(found.points).toBe(points)
    const { total, regles } = await lire()
    expect(total).toBe(points >= 50 ? tests : 0)
    const muette = regles.find(({ code }) => code === 'T1')?.muette ?? null
    if (dit === null) expect(muette).toBeNull()
    else expect(muette).toContain(dit)
  })

  test('une règle faible et répandue ne fait pas taire la même, forte et rare', async () => {
    await foule(1_000, 0)
    await sql`update donateurs set lastname = 'Toto' where contact_id in (select 'F' || n from generate_series(1, 100) as n)`.execute(
      db,
    )
    await donner({ A: { carte: TEST } })
    const points = async (contact: string) =>
      (await get<VerificationDonateur>(app, `/api/donateurs/a-verifier/${contact}`)).points
    expect([await points('A'), await points('F1')]).toEqual([50, 0])
  })

  test('deux règles d’une famille ne montrent personne, deux familles oui, et un fait compte une fois', async () => {
    await donner({
      // Identity twice: 30 and 20, of which the name counts once.
      A: { carte: { firstname: 'Xkjqwt', lastname: 'Test' } },
      // Rhythm twice.
      B: { dons: fois(10, { order_amount: 5, codemedia_code: 'WEB' }) },
      // Identity and contact.
      C: { carte: { lastname: 'Test', email: 'c@yopmail.com' } },
    })
    expect(await trouves()).toEqual({ A: 'T1 20, T3 30', B: 'B1 40, B2 40', C: 'T1 20, T2 30' })
    const { donateurs } = await lire()
    expect(donateurs.map(({ contact_id, points }) => [contact_id, points])).toEqual([['C', 50]])
    const { points } = await get<VerificationDonateur>(app, '/api/donateurs/a-verifier/A')
    expect(points).toBe(30)
  })
})

describe('La file', () => {
  test('montre à partir de 50 points, le plus grand montant d’abord, avec ses raisons en phrases', async () => {
    await donner({
      A: { carte: { firstname: 'Toto' }, dons: [{ order_amount: 70_000 }] },
      B: { carte: { email: 'b@example.org', zip: '00000' }, dons: [{ order_amount: 20 }] },
      C: {
        carte: { firstname: 'Toto', email: 'c@courriel.fr' },
        dons: [{ id: 'D7', order_amount: 9_999, order_date: '2024-04-01' }],
      },
    })
    const { total, montant, donateurs, regles, points_min } = await lire()
    expect({ total, montant, points_min }).toEqual({ total: 2, montant: 10_019, points_min: 50 })
    expect(donateurs).toMatchObject([
      {
        contact_id: 'C',
        points: 50,
        raisons: [
          'Le don D7 du 01/04/2024 est de 9\u202F999,00\u00A0€, un montant comme on en tape au clavier.',
          'Son nom contient le mot «\u00A0toto\u00A0».',
        ],
      },
      {
        contact_id: 'B',
        points: 70,
        raisons: [
          'Son adresse e-mail est du domaine réservé example.org.',
          'Code postal factice\u00A0: 00000.',
        ],
      },
    ])
    expect(regles.find(({ code }) => code === 'T1')).toMatchObject({
      signales: 1,
      montant: 9_999,
      exclus: 0,
    })
    expect((await lire('?regle=T2')).donateurs.map(({ contact_id }) => contact_id)).toEqual(['B'])
  })

  test('dit d’une règle les trois dernières raisons, et compte les autres', async () => {
    const jours = ['2024-01-05', '2024-05-05', '2024-02-05', '2024-04-05', '2024-03-05']
    await donner({
      A: {
        carte: { firstname: 'Toto' },
        dons: jours.map((order_date, n) => ({ id: `D${n}`, order_amount: 9_999, order_date })),
      },
    })
    const [{ raisons } = { raisons: [] }] = (await lire()).donateurs
    expect(raisons.map((raison) => /D\d|^Et.*/.exec(raison)?.[0])).toEqual([
      'D1',
      'D3',
      'D4',
      'Et 2 autres montants.',
      undefined,
    ])
  })

  test('ne montre plus qui est exclu, et dit ce que chaque règle a trouvé', async () => {
    await donner({ A: { carte: TEST }, B: { carte: { ...TEST, lastname: 'Essai' } } })
    await exclude(db, 'A')
    const { total, regles, donateurs } = await lire()
    expect(total).toBe(1)
    expect(donateurs.map(({ contact_id }) => contact_id)).toEqual(['B'])
    expect(regles.find(({ code }) => code === 'T1')).toMatchObject({ signales: 2, exclus: 1 })
  })

  test('une page après la fin est la dernière ; une règle inconnue est refusée par son nom', async () => {
    await donner({ A: { carte: TEST } })
    expect((await lire('?page=9')).pagination).toMatchObject({ current_page: 1, total_items: 1 })
    const answer = await app.inject('/api/donateurs/a-verifier?regle=Z9')
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ champ: 'regle' })
  })

  test('se télécharge, une ligne un donateur', async () => {
    await donner({ A: { carte: { ...TEST, city: 'Ici; =1+1' } }, B: { carte: TEST } })
    const { body } = await app.inject('/api/donateurs/a-verifier.csv')
    expect(body.trimEnd().split('\r\n')).toHaveLength(3)
    expect(body).not.toMatch(/;\d{4}-\d\d-\d\d/)
    expect(body).toMatch(/;\d+,\d\d;\d\d\/\d\d\/\d{4};\d\d\/\d\d\/\d{4}\r\n/)
    expect(body).toContain('Son nom n’est fait que du mot de test')
  })

  test('se télécharge en entier, quel que soit leur nombre', async () => {
    await donner({ A: { carte: TEST }, B: { carte: TEST }, C: { carte: TEST } })
    const { body } = await app.inject('/api/donateurs/a-verifier.csv')
    expect(body.trimEnd().split('\r\n')).toHaveLength(4)
    for (const atOnce of [1, 2, 3]) {
      let written = ''
      for await (const part of writeAVerifier(db, { etat: 'a_verifier' }, atOnce)) written += part
      expect(written).toBe(body)
    }
  })
})
