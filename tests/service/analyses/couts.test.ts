import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Couts, CoutsAnnees } from '#contract/couts'
import type { Dictionnaire } from '#contract/dictionnaire'
import type { DonationsPage } from '#contract/donations'
import type { Liste } from '#contract/listes'
import type { Ventilation } from '#contract/ventilation'
import { startAnalyses } from '../../support/analyses'
import { don } from '../../support/dons'

const { app, database, given, ask } = await startAnalyses()

const post = (url: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/campagnes/dictionnaire${url}`, payload })

async function load(texte: string) {
  const answer = await post('/fichier', { texte, saisi_par: 'Camille' })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ ecrites: number; message: string }>()
}

const refused = async (texte: string) => {
  const answer = await post('/fichier', { texte })
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(422)
  return answer.json<{ detail: string }>().detail
}

const read = () => ask<Dictionnaire>('/api/campagnes/dictionnaire')
const readCouts = (annee: number) => ask<Couts>(`/api/analytics/couts/${annee}`)

async function rowOf(annee: number, code: string) {
  const row = (await readCouts(annee)).data.find((one) => one.code === code)
  if (!row) throw new Error(`No row for ${code}.`)
  return row
}

const gift = (
  contact_id: string,
  order_date: string,
  campaign_code: string,
  order_amount: number,
) => don({ contact_id, order_date, campaign_code, order_amount })

const DONS = [
  gift('B', '2023-12-05', 'P-2023-NOEL', 10),
  gift('B', '2024-11-02', 'P-2024-NOEL', 20),
  gift('A', '2024-11-20', 'P-2024-NOEL', 30),
  gift('B', '2025-01-03', 'P-2024-NOEL', 7),
  gift('A', '2025-01-10', 'P-2025-ETE', 40),
  gift('A', '2025-02-27', 'P-2025-ETE', 50),
]

const FICHIER = `code;nom;famille;exercice;cout;envois;debut;fin
P-2023-NOEL;Noël 2023;NOEL;2023;40;;;
P-2024-NOEL;Noël 2024;NOEL;2024;100,00;50;01/11/2024;31/12/2024
P-2025-ETE;Été;ETE;2025;;;;
MUETTE;Jamais envoyée;ETE;2024;25;;;
`

test('coûts, rendement et seuil sont ceux d’un tableau fait à la main', async () => {
  await given(...DONS)
  expect(await load(FICHIER)).toMatchObject({ ecrites: 4 })
  expect(await rowOf(2024, 'P-2024-NOEL')).toEqual({
    code: 'P-2024-NOEL',
    regroupe: null,
    nom: 'Noël 2024',
    famille: 'NOEL',
    montant: 50,
    donations: 2,
    donateurs: 2,
    nouveaux: 1,
    cout: 100,
    envois: 50,
    taux_retour: 4,
    cout_par_envoi: 2,
    euros_par_euro: 0.5,
    net: -50,
    cout_par_nouveau: 100,
    // A gave 30 in November, 70 by January, 120 by February.
    seuil_mois: 3,
    manque: null,
    ailleurs: { donations: 1, montant: 7 },
  })
  // B gave 10 + 20 + 7.
  expect(await rowOf(2023, 'P-2023-NOEL')).toMatchObject({ seuil_mois: null, manque: 3, net: -30 })
  expect(await rowOf(2024, 'MUETTE')).toMatchObject({
    montant: 0,
    net: -25,
    seuil_mois: null,
    manque: 25,
  })
  // The cost is of its exercice alone, and the gift of another year counts in that year.
  expect(await rowOf(2025, 'P-2024-NOEL')).toMatchObject({ montant: 7, cout: null, net: null })
  const { total, chiffrees } = await readCouts(2024)
  expect(total).toMatchObject({
    montant: 50,
    cout: 125,
    envois: 50,
    net: -75,
    euros_par_euro: 0.4,
    cout_par_envoi: 2,
    // MUETTE brought nobody: its cost is not divided.
    cout_par_nouveau: 100,
  })
  expect(chiffrees).toEqual({
    ...{ campagnes: 2, montant: 50, nouveaux: 1 },
    rapports: { euros_par_euro: 2, cout_par_nouveau: 1, taux_retour: 1, cout_par_envoi: 1 },
  })
})

test('une exclusion se voit aussitôt dans les coûts et les seuils', async () => {
  const exclude = (operation: string) =>
    app.inject({
      method: 'POST',
      url: `/api/exclusions/${operation}`,
      payload: { contact_id: 'A' },
    })
  expect((await exclude('exclure')).statusCode).toBe(200)
  expect(await rowOf(2024, 'P-2024-NOEL')).toMatchObject({
    montant: 20,
    nouveaux: 0,
    cout_par_nouveau: null,
    seuil_mois: null,
    manque: 100,
  })
  expect((await exclude('reintegrer')).statusCode).toBe(200)
  expect(await rowOf(2024, 'P-2024-NOEL')).toMatchObject({ montant: 50, seuil_mois: 3 })
})

test('une famille se compare d’une année à l’autre, et ses listes comptent ses donateurs', async () => {
  const { data } = await ask<Ventilation>('/api/analytics/ventilation/famille/2024')
  expect(data).toMatchObject([{ code: 'NOEL', montant: 50, precedent: { montant: 10 } }])
  const list = (premier: string) =>
    ask<Liste>(`/api/donateurs/liste?ensemble=code&annee=2024&axe=famille&valeur=NOEL${premier}`)
  expect((await list('')).donateurs.map(({ contact_id }) => contact_id)).toEqual(['A', 'B'])
  expect((await list('&premier=1')).donateurs.map(({ contact_id }) => contact_id)).toEqual(['A'])
})

test('recharger le même fichier ne dit rien de nouveau, et corriger garde ce qui était dit', async () => {
  expect(await load(FICHIER)).toMatchObject({ ecrites: 0 })
  expect(await load('Code,Coût (€),Exercice\nMUETTE,30,2024\n')).toMatchObject({ ecrites: 1 })
  const { versions } = await ask<{ versions: object[] }>(
    '/api/campagnes/dictionnaire/versions?code=MUETTE',
  )
  expect(versions).toMatchObject([
    { cout: 30, nom: null, famille: null },
    { cout: 25, nom: 'Jamais envoyée', famille: 'ETE', saisi_par: 'Camille' },
  ])
})

test('un code inconnu est dit avec ses euros, sa famille et son exercice proposés, jamais appliqués', async () => {
  await given(
    ...DONS,
    gift('C', '2025-01-05', 'PROD-2025-PAQUES', 12),
    gift('D', '2025-01-06', 'TOMBOLA24', 3),
    gift('D', '2025-01-07', '1234', 1),
  )
  const { inconnus } = await read()
  // `given` empties what the dictionary said.
  await load(FICHIER)
  expect((await read()).inconnus).toMatchObject({
    codes: 3,
    montant: 16,
    data: [
      { code: 'PROD-2025-PAQUES', montant: 12, famille: 'PAQUES', exercice: 2025 },
      { code: 'TOMBOLA24', famille: 'TOMBOLA', exercice: 2024 },
      { code: '1234', famille: null, exercice: null },
    ],
  })
  expect(inconnus.codes).toBe(6)
  const { data } = await ask<Ventilation>('/api/analytics/ventilation/famille/2025')
  expect(data.map(({ code }) => code)).toEqual(['ETE', 'N/A', 'NOEL'])
})

test('un fichier hostile est refusé en entier, et dit pourquoi', async () => {
  const before = await read()
  const long = 'X'.repeat(1_000_000)
  const said = [
    [`code;nom\n${long};a`, 'Ligne 2\u00A0: Ce code est trop long (200 caractères au plus).'],
    [`code;nom\nA;${long}`, 'Ce nom est trop long'],
    [
      'code;nom\nA;un\nB;deux\nA;trois',
      'Le code «\u00A0A\u00A0» y est deux fois, d’abord ligne 2.',
    ],
    ['code;cout;exercice\nA;99999999999999999999;2024', 'Ce montant est trop grand.'],
    ['code;cout;exercice\nA;1e400;2024', 'Le montant doit être un nombre.'],
    ['code;cout;exercice\nA;1,234;2024', 'peut se lire de deux façons'],
    ['code;cout;exercice\nA;-5;2024', 'Le montant ne peut pas être négatif.'],
    ['code;cout\nA;5', 'demande l’exercice'],
    ['code;envois;exercice\nA;9007199254740993;2024', 'Ce nombre d’envois est trop grand.'],
    ['code;debut;fin\nA;2024-03-01;29/02/2024', 'La fin ne peut pas précéder le début.'],
    ['code;debut\nA;30/02/2024', 'La date doit être'],
    ['code;nom\nA;"jamais fermé', 'un guillemet ouvert'],
    ['code;nom;code\nA;b;c', 'La colonne «\u00A0code\u00A0» y est deux fois.'],
    ['nom;famille\nA;b', 'La colonne «\u00A0code\u00A0» manque.'],
    ['code;nom\nA;b;c', 'plus de cellules'],
    ['code;nom\nA;b\0c', 'illisible'],
    ['code;nom\n', 'aucune ligne'],
  ] as const
  for (const [texte, sentence] of said) expect(await refused(texte)).toContain(sentence)
  expect(await read()).toEqual(before)
})

test('une formule est un texte, gardé tel quel', async () => {
  await load('code;nom\n=1+1;"=HYPERLINK(""http://x"")"\n')
  expect((await read()).fiches).toContainEqual(
    expect.objectContaining({ code: '=1+1', nom: '=HYPERLINK("http://x")' }),
  )
})

test('un donateur de très nombreux codes compte une fois par famille', async () => {
  const codes = Array.from({ length: 60 }, (_, at) => `${'Z'.repeat(80)}${at}`)
  await given(
    ...codes.map((code) => gift('A', '2024-05-05', code, 1)),
    gift('B', '2024-05-06', 'SEULE', 2),
  )
  await load(
    `code;famille\n${codes
      .slice(0, 30)
      .map((code) => `${code};F`)
      .join('\n')}\nSEULE;F\n`,
  )
  const { data } = await ask<Ventilation>('/api/analytics/ventilation/famille/2024')
  expect(data.map(({ code, donateurs, donations }) => [code, donateurs, donations])).toEqual([
    ['F', 2, 31],
    ['N/A', 1, 30],
  ])
})

test('un code en deux écritures en fait deux, « N/A » se chiffre, et une année sans don garde ses coûts', async () => {
  await given(
    gift('A', '2024-02-29', 'Noel', 30),
    gift('B', '2024-02-29', 'NOEL', 50),
    gift('C', '2024-03-01', '', 5),
    gift('C', '2025-02-28', '', 6),
    gift('D', '2022-01-31', '', 1),
  )
  await load(`code;exercice;cout;envois
NOEL;2024;20;10
N/A;2024;10;
VIDE;2023;40;
`)
  expect(await rowOf(2024, 'NOEL')).toMatchObject({
    ...{ montant: 50, net: 30, euros_par_euro: 2.5, taux_retour: 10, seuil_mois: 0 },
  })
  expect(await rowOf(2024, 'Noel')).toMatchObject({ montant: 30, cout: null, net: null })
  // From January 2022 on, D gave 1, and C 5 and 6: 12 by February 2025.
  expect(await rowOf(2024, 'N/A')).toMatchObject({
    ...{ montant: 5, cout: 10, seuil_mois: 37, ailleurs: { donations: 2, montant: 7 } },
  })
  const { data, total, chiffrees } = await readCouts(2023)
  expect(data.map(({ code, montant, cout }) => [code, montant, cout])).toEqual([['VIDE', 0, 40]])
  expect(total).toMatchObject({ montant: 0, cout: 40, net: -40, euros_par_euro: 0 })
  expect(chiffrees).toMatchObject({ campagnes: 1, montant: 0, nouveaux: 0 })
  const { data: years } = await ask<CoutsAnnees>('/api/analytics/couts')
  expect(years.map(({ annee, cout, montant }) => [annee, cout, montant])).toEqual([
    [2023, 40, 0],
    [2024, 30, 55],
  ])
})

test('ce qui est à venir n’amène aucun seuil', async () => {
  await given(...DONS, gift('A', '2099-01-05', 'P-2025-ETE', 500))
  await load(FICHIER.replace('100,00', '121,00'))
  expect(await rowOf(2024, 'P-2024-NOEL')).toMatchObject({ seuil_mois: null, manque: 1 })
})

test('C couts : un total ne divise que ce qui a de quoi diviser, au-dessus comme au-dessous', async () => {
  await given(
    gift('A', '2024-05-01', 'GRATUITE', 1000),
    gift('B', '2024-05-02', 'PAYEE', 286),
    gift('A', '2024-06-01', 'FIDELES', 100),
    gift('C', '2024-06-02', 'SANS-ENVOI', 50),
  )
  await load(`code;exercice;cout;envois
GRATUITE;2024;0;10
PAYEE;2024;100;0
FIDELES;2024;60;20
SANS-ENVOI;2024;;
`)
  const { total, chiffrees } = await readCouts(2024)
  expect(total).toMatchObject({
    cout: 160,
    // 286 + 100 for 160: nothing was paid for the 1,000.
    euros_par_euro: 2.41,
    // PAYEE brought B; FIDELES nobody, and GRATUITE cost nothing.
    cout_par_nouveau: 100,
    // Two gifts for 30 mailings; the cost of PAYEE bought none.
    taux_retour: 6.7,
    cout_par_envoi: 2,
    net: 1226,
  })
  expect(chiffrees.rapports).toEqual({
    ...{ euros_par_euro: 2, cout_par_nouveau: 1, taux_retour: 2, cout_par_envoi: 2 },
  })
  expect(await rowOf(2024, 'GRATUITE')).toMatchObject({
    ...{ euros_par_euro: null, cout_par_nouveau: null, cout_par_envoi: 0 },
  })
})

test('les familles se suivent par leur coût, puis par leur nom, et sans nom la dernière', async () => {
  await load(`code;famille;exercice;cout
FA;;2019;30
FB;ZOE;2019;30
FC;ABEL;2019;30
FD;MIDI;2019;40
`)
  const { familles } = await readCouts(2019)
  expect(familles.map(({ famille }) => famille)).toEqual(['MIDI', 'ABEL', 'ZOE', null])
})

test('C les nouveaux des campagnes chiffrées, celles qui ont un coût, sont ceux de leur liste', async () => {
  await given(...DONS)
  await load(FICHIER)
  for (const annee of [2023, 2024]) {
    const { chiffrees } = await ask<Couts>(`/api/analytics/couts/${annee}`)
    const { total_donateurs, definition } = await ask<Liste>(
      `/api/donateurs/liste?ensemble=campagnes_chiffrees&annee=${annee}&premier=1&avec_cout=1`,
    )
    expect(total_donateurs, `${annee}`).toBe(chiffrees.nouveaux)
    expect(definition).toContain(`un de ceux dont le coût de ${annee} est connu`)
  }
})

test('les dons et les nouveaux d’un exercice mènent à des listes qui en ont autant', async () => {
  await given(...DONS)
  await load(FICHIER)
  const { data } = await ask<CoutsAnnees>('/api/analytics/couts')
  for (const { annee, donations, nouveaux } of data) {
    const gifts = await ask<DonationsPage>(`/api/donations/list?year=${annee}&chiffrees=1&dons=1`)
    expect(gifts.pagination.total_items, `${annee}`).toBe(donations)
    const donors = `ensemble=campagnes_chiffrees&annee=${annee}`
    const recruits = await ask<Liste>(`/api/donateurs/liste?${donors}&premier=1`)
    expect(recruits.total_donateurs, `${annee}`).toBe(nouveaux)
  }
  expect(data.map(({ annee, donations, nouveaux }) => [annee, donations, nouveaux])).toEqual([
    [2023, 1, 1],
    [2024, 2, 1],
  ])
})

test('ni le service ni personne ne réécrit ce qui fut dit', async () => {
  for (const table of ['campagnes_versions', 'objectifs'])
    await expect(sql`truncate ${sql.table(table)}`.execute(database.db)).rejects.toThrow(
      /ne se modifie(nt)? pas/,
    )
  await expect(sql`update campagnes_versions set cout = 0`.execute(database.db)).rejects.toThrow(
    /ne se modifie(nt)? pas/,
  )
})
