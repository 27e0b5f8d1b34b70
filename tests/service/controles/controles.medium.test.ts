import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { Controle, Controles, EcartComptable } from '#contract/controles'
import type { Fraicheur } from '#contract/rafraichissement'
import { buildApp } from '../../../service/app'
import { openLog } from '../../../service/log'
import { createMetrics } from '../../../service/metrics'
import { readState } from '../../../service/publication/controles/verifier'
import { get, refresh } from '../../support/analyses'
import { auditInThread } from '../../support/audit'
import { exclude, reinstate } from '../../support/exclusion'
import { PATIENCE } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { startService } from '../../support/service'
import { tamper } from '../../support/tamper'

const { app, database, config } = await startService()
const { db } = database

const lire = () => get<Controles>(app, '/api/controles')
const comparer = () => app.inject({ method: 'POST', url: '/api/controles/verifier' })
const saisir = (payload: Record<string, unknown>) =>
  app.inject({ method: 'POST', url: '/api/controles/comptabilite', payload })

async function compares(): Promise<Controles> {
  const answer = await comparer()
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const lignesOf = ({ lignes }: Controles, ...codes: string[]) =>
  lignes.filter(({ code }) => codes.includes(code))

/** Six rows: four gifts of 2023 and 2024, a zero, and a rejected one. */
const FILE = `id;montant;date;contact
1;10;2023-05-01;A
2;20,50;2024-05-01;A
3;0;2024-05-02;A
4;30;2024-06-01;B
5;40;2024-06-30;C
6;dix;2024-06-30;C
`

const EN_COURS =
  'Les chiffres sont en cours de calcul, ou ne connaissent pas encore le dernier import ou la dernière exclusion. Réessayez quand le calcul est terminé.'

test('avant le premier calcul, rien n’est comparé', async () => {
  expect(await lire()).toEqual({
    calcule_le: null,
    entier_le: null,
    en_retard: true,
    concordants: 0,
    en_ecart: [],
    total: 0,
    lignes: [],
    comptabilite: [],
    saisies: [],
    suivi: null,
  })
  expect(await get(app, '/api/analytics/fraicheur')).toMatchObject({ controles: null })
  const refused = await comparer()
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ detail: EN_COURS })
})

test('après un import et un calcul, chaque nombre est celui du fichier', async () => {
  expect(await importFile(app, 'donations', FILE)).toMatchObject({ status: 'completed' })
  expect((await comparer()).statusCode).toBe(409)
  await refresh(app)
  const found = await compares()
  expect(found.concordants).toBe(found.total)
  expect(found.en_retard).toBe(false)
  const sides = (...codes: string[]) =>
    lignesOf(found, ...codes).map(({ code, gauche, droite }) => [code, gauche, droite])
  expect(sides('A1', 'A2', 'A3', 'A4')).toEqual([
    ['A1', 6, 6],
    ['A2', 100.5, 100.5],
    ['A3', 5, 5],
    ['A4', 0, 0],
  ])
  expect(sides('B1', 'B2', 'C03', 'C17', 'D1')).toEqual([
    ['B1', 4, 4],
    ['B2', 100.5, 100.5],
    ['C03', 4, 4],
    // One donor at the end of 2023, three of 2024.
    ['C17', 4, 4],
    ['D1', 0, 0],
  ])
  // No month of a complete year is judged, as there is none; half of 2024's two days have a third each; no cards.
  expect(
    lignesOf(found, 'F1', 'F2', 'F3', 'F4').map(({ code, gauche, partie, concordant }) => [
      code,
      gauche,
      partie,
      concordant,
    ]),
  ).toEqual([
    ['F1', 0, null, null],
    ['F2', 4, '01/05/2023, 01/05/2024, 01/06/2024, 30/06/2024', null],
    ['F3', 4, null, null],
    ['F4', 0, null, null],
  ])
  expect(await get(app, '/api/analytics/fraicheur')).toMatchObject({
    controles: { concordants: found.total, total: found.total, en_ecart: [] },
  })
})

test('la fraîcheur nomme les premiers contrôles en écart', async () => {
  const spoil = (count: number) =>
    sql`
      update controles_faits set parties_en_ecart = 1
      where code in (select code from controles_faits where groupe = 'C' order by code limit ${count})`.execute(
      db,
    )
  await spoil(4)
  const { lignes, total } = await lire()
  const phrases = lignes
    .filter(({ concordant }) => concordant === false)
    .map(({ phrase }) => phrase)
  expect(phrases).toHaveLength(4)
  expect(await get(app, '/api/analytics/fraicheur')).toMatchObject({
    controles: { concordants: total - 4, total, en_ecart: phrases.slice(0, 3) },
  })
  await compares()
})

test('une exclusion se voit des deux côtés une fois les chiffres calculés', async () => {
  await exclude(db, 'A')
  expect((await lire()).en_retard).toBe(true)
  expect((await comparer()).statusCode).toBe(409)
  await refresh(app)
  const found = await compares()
  expect(found.concordants).toBe(found.total)
  expect(lignesOf(found, 'B1', 'D1', 'D2').map(({ gauche }) => gauche)).toEqual([2, 1, 1])
})

describe('Le total de la comptabilité', () => {
  const ligneE = async () => lignesOf(await compares(), 'E1')

  test('est comparé à celui du tableau de bord, le dernier saisi comptant', async () => {
    expect((await saisir({ annee: 2024, montant: '70' })).json()).toEqual({
      message: expect.stringMatching(/^Le total 2024 de la comptabilité est noté\s: 70,00\s€\.$/),
    })
    expect(await ligneE()).toMatchObject([{ gauche: 70, droite: 70, concordant: true }])
    const answer = await saisir({ annee: '2024', montant: ' 1 070,25 € ', saisi_par: 'Ana' })
    expect(answer.statusCode).toBe(201)
    expect(await ligneE()).toMatchObject<Partial<Controle>[]>([
      { partie: '2024', gauche: 1070.25, droite: 70, ecart: 1000.25, concordant: false },
    ])
    expect((await lire()).comptabilite).toMatchObject([
      { annee: 2024, montant: 1070.25, tableau_de_bord: 70, ecart: 1000.25, saisi_par: 'Ana' },
    ])
    const { rows } = await sql`select numero from totaux_comptables`.execute(db)
    expect(rows).toHaveLength(2)
  })

  test.each([
    ['12', 12],
    ['12,5', 12.5],
    ['12.50', 12.5],
    ['1 234,50 €', 1234.5],
    ['1\u202F234\u202F567,89\u00A0€', 1234567.89],
    ['1.234.567', 1234567],
    ['1.234,5', 1234.5],
    ['1,234.56', 1234.56],
    ['1’234’567 EUR', 1234567],
    ['+7', 7],
    ['0', 0],
  ])('[C] s’écrit comme dans un import\u00A0: %s', async (montant, lu) => {
    expect((await saisir({ annee: 2030, montant })).statusCode).toBe(201)
    expect((await lire()).saisies[0]).toMatchObject({ annee: 2030, montant: lu })
  })

  test.each([
    '0x10',
    '1e5',
    '1E3',
    '0b11',
    '0o7',
    'Infinity',
    '1_000',
    '12 34',
    '1.23.456',
    '--1',
    '١٢',
  ])('[C] n’est pas un nombre\u00A0: %s', async (montant) => {
    const answer = await saisir({ annee: 2030, montant })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      champ: 'montant',
      detail: 'Le montant doit être un nombre.',
    })
  })

  test('[C] qui se lit de deux façons est refusé, avec la façon de l’écrire', async () => {
    expect((await saisir({ annee: 2030, montant: '1,234' })).json()).toMatchObject({
      champ: 'montant',
      detail: 'Ce montant peut se lire de deux façons\u00A0: écrivez 1234 ou 1,23.',
    })
  })

  test('[C] se retire avec un nom et un motif, et tout reste écrit', async () => {
    const retirer = (payload: Record<string, unknown>) =>
      app.inject({ method: 'POST', url: '/api/controles/comptabilite/retirer', payload })
    for (const [payload, champ] of [
      [{ annee: 2024, saisi_par: 'Ana' }, 'motif'],
      [{ annee: 2024, motif: ' ', saisi_par: 'Ana' }, 'motif'],
      [{ annee: 2024, motif: 'm' }, 'saisi_par'],
      [{ annee: 2024, motif: 'm', saisi_par: ' ' }, 'saisi_par'],
    ] as const) {
      const refused = await retirer(payload)
      expect(refused.statusCode).toBe(422)
      expect(refused.json()).toMatchObject({ champ })
    }
    for (const annee of [2024, 2030]) {
      const answer = await retirer({ annee, motif: 'Mauvais exercice', saisi_par: 'Ana' })
      expect(answer.statusCode, answer.body).toBe(201)
    }
    expect((await retirer({ annee: 2024, motif: 'encore', saisi_par: 'Ana' })).statusCode).toBe(409)
    const { comptabilite, saisies } = await lire()
    expect(comptabilite).toEqual([])
    expect(saisies.slice(0, 2)).toMatchObject([
      { annee: 2030, montant: null, motif: 'Mauvais exercice', saisi_par: 'Ana' },
      { annee: 2024, montant: null, motif: 'Mauvais exercice', saisi_par: 'Ana' },
    ])
    expect(saisies.filter(({ annee }) => annee === 2024).map(({ montant }) => montant)).toEqual([
      null,
      1070.25,
      70,
    ])
    expect(await ligneE()).toEqual([])
  })

  test('[C] ne se change ni ne s’efface, pas même par le propriétaire', async () => {
    for (const statement of [
      'update totaux_comptables set montant = 1',
      'delete from totaux_comptables',
      'truncate totaux_comptables',
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(/ne se modifient pas/)
  })

  test.each([
    [{ annee: 'x', montant: '1' }, 'annee'],
    [{ annee: 1850, montant: '1' }, 'annee'],
    [{ annee: 2024, montant: '' }, 'montant'],
    [{ annee: 2024, montant: '12,345' }, 'montant'],
    [{ annee: 2024, montant: '-1' }, 'montant'],
    [{ annee: 2024, montant: '1e15' }, 'montant'],
    [{ annee: 2024, montant: '1', saisi_par: ' ' }, 'saisi_par'],
    [{ annee: 2024, montant: '1', saisi_par: 'a\0' }, 'saisi_par'],
    [{ annee: 2024, montant: '1', saisi_par: 'a'.repeat(201) }, 'saisi_par'],
  ])('%j est refusé à son champ', async (payload, champ) => {
    const answer = await saisir(payload)
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json()).toMatchObject({ champ })
  })
})

test('l’audit compare aussi, avec le rôle du service et aucun autre', async () => {
  const { DATA_DIR } = config
  // All but the log's own, those of the registers and the publications, the recount of donors and what a whole computation found.
  const { total: all, lignes } = await compares()
  const total =
    all - lignes.filter(({ code }) => ['A9', 'D2', 'D9', 'B9', 'B10'].includes(code)).length
  const own = await auditInThread({ DATABASE_URL: database.serviceUrl, DATA_DIR })
  expect(own.report).toContain(`Contrôles          : ${total} sur ${total} concordants`)
  const other = await auditInThread({ DATABASE_URL: database.url, DATA_DIR })
  expect(other.report).not.toContain('Contrôles')
})

test('un journal réécrit est en écart, et dit où', async () => {
  await tamper(db, sql`update evenements_exclusion set raison = 'autre' where numero = 1`)
  expect(lignesOf(await compares(), 'D2')).toMatchObject<Partial<Controle>[]>([
    {
      gauche: 1,
      droite: 0,
      ecart: 1,
      concordant: false,
      partie: expect.stringMatching(/événement/i),
    },
  ])
  await tamper(db, sql`update evenements_exclusion set raison = 'essai' where numero = 1`)
})

test('ce qui n’a pas changé est comparé de nouveau après une heure, aussi quand l’horloge recule', async () => {
  await compares()
  expect(await readState(db)).toEqual({ late: false, settled: true, old: false, long: false })
  for (const shift of ['2 hours', '-2 hours']) {
    await sql`update controles_etat set entier_le = clock_timestamp() - ${shift}::interval`.execute(
      db,
    )
    expect(await readState(db)).toMatchObject({ late: false, old: true })
  }
})

test('où tout recompter est long, un calcul n’est suivi d’abord que de ce qu’il a changé, de tout plus tard', async () => {
  const before = await compares()
  const [donsAvant = 0] = lignesOf(before, 'B1').map(({ gauche }) => gauche)
  await sql`update controles_etat set duree = 60`.execute(db)
  await importFile(app, 'donations', 'id;montant;date;contact\n7;12;2024-06-30;B\n')
  await refresh(app)
  // Facts and a gift that are not what they were: of a donor whom the file changed, and of one whom it did not.
  await sql`update faits_donateurs set nombre_vfl = nombre_vfl + 1 where contact_id in ('B', 'C')`.execute(
    db,
  )
  const other = await buildApp({ config, log: openLog('silent'), ...database })
  await other.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(async () => (await lire()).en_retard, { timeout: PATIENCE }).toBe(false)
  const changed = await lire()
  expect(changed.entier_le).toBe(before.entier_le)
  expect(lignesOf(changed, 'C01', 'B1').map(({ gauche }) => gauche)).toEqual([
    donsAvant,
    donsAvant + 1,
  ])
  expect(lignesOf(changed, 'B9')).toMatchObject([
    { concordant: false, partie: expect.stringMatching(/^2024, contact B /) },
  ])
  expect(changed.lignes).toHaveLength(before.lignes.length)

  // A minute of work is due after twenty.
  expect(await readState(db)).toMatchObject({ old: false })
  await sql`update controles_etat set entier_le = entier_le - interval '20 minutes'`.execute(db)
  await expect
    .poll(async () => lignesOf(await lire(), 'B1').map(({ gauche }) => gauche), {
      timeout: PATIENCE,
    })
    .toEqual([donsAvant + 1])
  await other.close()
  await sql`update faits_donateurs set nombre_vfl = nombre_vfl - 1 where contact_id in ('B', 'C')`.execute(
    db,
  )
  expect(lignesOf(await compares(), 'B9')).toMatchObject([{ concordant: true }])
})

test('le service qui écoute compare de lui-même, et dit combien sont en écart', async () => {
  await sql`delete from donations where id = '5'`.execute(db)
  // What is written by hand on several servers shows within the hour.
  await sql`update controles_etat set entier_le = entier_le - interval '2 hours'`.execute(db)
  const metrics = createMetrics({ principal: database.pool })
  const other = await buildApp({ config, log: openLog('silent'), ...database, metrics })
  await other.listen({ port: 0, host: '127.0.0.1' })
  await vi.waitFor(
    async () => {
      const { lignes } = await lire()
      const red = lignes.filter(({ concordant }) => concordant === false)
      expect(red.map(({ code }) => code)).toEqual(expect.arrayContaining(['A3', 'B1', 'B2']))
      const [sample] = (await metrics.disagreeingControls.get()).values
      expect(sample?.value).toBe(red.length)
    },
    { timeout: 60_000 },
  )
  await other.close()
})

test('l’audit dit ce qui est en écart, et ne finit pas bien', async () => {
  const { DATA_DIR } = config
  const { code, report } = await auditInThread({ DATABASE_URL: database.serviceUrl, DATA_DIR })
  expect(report).toMatch(/EN ÉCART : A3, Dons insérés par les imports = dons enregistrés : 6 et 5/)
  expect(report).toContain('Résultat           : journal intact, mais DONS ALTÉRÉS')
  expect(code).toBe(1)

  // The service's role may leave out the controls that count everything: not unseen.
  await sql`update controles_etat set entier = false`.execute(db)
  const left = await auditInThread({ DATABASE_URL: database.serviceUrl, DATA_DIR })
  expect(left.report).toMatch(/EN ÉCART : controles_etat, Des contrôles ne sont pas comparés/)
  await sql`update controles_etat set entier = true`.execute(db)
})

test('un mois a son total, et l’écart d’une année ses explications', async () => {
  const ecart = () => get<EcartComptable>(app, '/api/controles/ecart/2012')
  const rows = (...lignes: string[]) => ['id;montant;date;contact', ...lignes].join('\n')
  await importFile(
    app,
    'donations',
    rows('80;70;2012-06-01;M', '81;0;2012-06-02;M', '82;x;2012-06-02;M', '83;5;2012-06-03;N'),
  )
  await refresh(app)
  await exclude(db, 'N')
  for (const [payload, champ] of [
    [{ annee: 2012, mois: 13, montant: '1' }, 'mois'],
    [{ annee: 2012, mois: 'mars', montant: '1' }, 'mois'],
  ] as const)
    expect((await saisir(payload)).json()).toMatchObject({ champ })
  expect((await saisir({ annee: 2012, mois: 6, montant: '69,50' })).json()).toMatchObject({
    message: expect.stringContaining('Le total 06/2012'),
  })
  await saisir({ annee: 2012, montant: '75' })
  const before = await ecart()
  expect(before).toMatchObject({
    total: { montant: 75, tableau_de_bord: 70, ecart: 5 },
    tableau_de_bord: 70,
    explications: {
      a_verifier: { donateurs: 0, montant: 0 },
      exclus: { donations: 1, montant: 5 },
      zeros: 1,
      rejets: { fichiers: [expect.objectContaining({ lignes: 1 })] },
      depuis: { imports: 0, montant: 0 },
      jours: [],
    },
  })
  expect(before.mois[5]).toEqual({
    mois: 6,
    montant: 69.5,
    tableau_de_bord: 70,
    ecart: -0.5,
    explication: null,
  })
  expect(before.mois[6]).toEqual({
    mois: 7,
    montant: null,
    tableau_de_bord: 0,
    ecart: null,
    explication: null,
  })

  await importFile(
    app,
    'donations',
    rows(
      '90;7;2011-12-31;Z',
      '91;8;2012-01-02;Z',
      '92;9;2012-12-31;Z',
      '93;11;2013-01-01;Z',
      '94;12;2013-01-03;Z',
    ),
  )
  await refresh(app)
  const after = await ecart()
  expect(after.total).toMatchObject({ tableau_de_bord: 87, ecart: -12 })
  expect(after.explications).toMatchObject({
    depuis: { imports: 1, montant: 17 },
    jours: [
      { jour: '2011-12-31', donations: 1, montant: 7 },
      { jour: '2012-01-02', donations: 1, montant: 8 },
      { jour: '2012-12-31', donations: 1, montant: 9 },
      { jour: '2013-01-01', donations: 1, montant: 11 },
    ],
  })
  expect(lignesOf(await compares(), 'E2')).toMatchObject([
    { partie: '06/2012', gauche: 69.5, droite: 70 },
  ])
  await app.inject({
    method: 'POST',
    url: '/api/controles/comptabilite/retirer',
    payload: { annee: 2012, mois: 6, motif: 'essai', saisi_par: 'Ana' },
  })
  expect(lignesOf(await compares(), 'E1', 'E2').map(({ code }) => code)).toEqual(['E1'])
})

describe('Un écart avec la comptabilité s’explique', () => {
  const ANNEE = 2012
  const ouverts = async () =>
    (await get<Fraicheur>(app, '/api/analytics/fraicheur')).ecarts_comptables
  const expliquer = (payload: Record<string, unknown>) =>
    app.inject({ method: 'POST', url: '/api/controles/comptabilite/expliquer', payload })
  const explication = { annee: ANNEE, raison: 'Chèques encaissés en janvier', saisi_par: 'Ana' }

  // Of 2012 there are 87 €, see above.
  test('par un nom et une raison, de ces deux montants-là seulement', async () => {
    await saisir({ annee: ANNEE, montant: '100' })
    expect(await ouverts()).toEqual([{ annee: ANNEE, mois: null, ecart: 13 }])
    for (const [payload, champ] of [
      [{ ...explication, ecart: 13, raison: ' ' }, 'raison'],
      [{ ...explication, ecart: 13, saisi_par: '' }, 'saisi_par'],
      [{ ...explication, ecart: 'treize' }, 'ecart'],
    ] as const)
      expect((await expliquer(payload)).json()).toMatchObject({ champ })
    for (const other of [{ ecart: 12 }, { ecart: 13, annee: 2011 }, { ecart: 13, mois: 1 }])
      expect((await expliquer({ ...explication, ...other })).statusCode).toBe(409)
    expect((await expliquer({ ...explication, ecart: 13 })).statusCode).toBe(201)
    expect((await expliquer({ ...explication, ecart: 13 })).statusCode).toBe(409)
    expect(await ouverts()).toEqual([])
    expect((await lire()).comptabilite[0]).toMatchObject({
      ecart: 13,
      explication: { raison: 'Chèques encaissés en janvier', explique_par: 'Ana' },
    })
    // The control has nothing to say of it any more, and is compared anew by itself.
    expect((await lire()).en_retard).toBe(true)
    expect(lignesOf(await compares(), 'E1')).toMatchObject([{ concordant: true }])
  })

  test('et se rouvre quand l’un des deux montants change', async () => {
    await saisir({ annee: ANNEE, montant: '101' })
    expect(await ouverts()).toEqual([{ annee: ANNEE, mois: null, ecart: 14 }])
    expect(lignesOf(await compares(), 'E1')).toMatchObject([
      { partie: String(ANNEE), ecart: 14, concordant: false },
    ])
    await saisir({ annee: ANNEE, montant: '100' })
    expect(await ouverts()).toEqual([])
    await exclude(db, 'M')
    expect(await ouverts()).toEqual([{ annee: ANNEE, mois: null, ecart: 83 }])
    await reinstate(db, 'M')
    expect(await ouverts()).toEqual([])
  })

  test('qui que ce soit ne change pas ce qui fut expliqué', async () => {
    await expect(sql`update ecarts_expliques set raison = 'autre'`.execute(db)).rejects.toThrow(
      'Une explication d’écart ne se modifie pas',
    )
  })
})

test('F4 dit les dons d’un jour que des programmes écrivent faute d’en avoir, et de bien avant les autres', async () => {
  const dons = ['1970-01-01', '1900-01-01', '2001-05-06'].map((jour, at) => `F4-${at};10;${jour};c`)
  await importFile(app, 'donations', ['id;montant;date;contact', ...dons].join('\n'))
  await refresh(app)
  const found = await compares()
  expect(lignesOf(found, 'F4').map(({ gauche, partie }) => [gauche, partie])).toEqual([
    [2, '01/01/1900, 01/01/1970'],
  ])
})
