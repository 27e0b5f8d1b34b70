import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { connect, type Db } from '../../../service/platform/database/connect'
import { migrate } from '../../../service/platform/database/migration/migrate'
import { createRunner } from '../../../service/platform/jobs/runner'
import { createRandom } from '../../../service/programs/demo/random'
import { beginOrJoin } from '../../../service/publication/rafraichissement/begin'
import { fail } from '../../../service/publication/rafraichissement/entry'
import { runRefresh } from '../../../service/publication/rafraichissement/run'
import { listVues } from '../../../service/publication/rafraichissement/vues'
import { verifier } from '../../support/controles'
import { expectedTables, readTables } from '../../support/faits'
import { PATIENCE, tirages } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { calculer } from '../../support/publier'
import { today } from '../../support/reference/horizon'
import { severalServers, startService, testOnOneServer } from '../../support/service'
import { empty } from '../../support/vider'

const PAS = tirages(70)
const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

/** All columns: what changes a fifth of the gifts exchanges the table, see promote. */
const HEAD = 'id;montant;date;contact;media;campagne;origine;produit;commande'
const CODES_POSTAUX = ['75011', '69001', '20200', '', 'B-1000'] as const
const CONTACTS = ['A', 'B', 'C', 'D', 'E', 'É', 'f "g"', 'H'] as const
const MONTANTS = [0, 5, 20, 20, 20.4, 49.99, 50, 120, 999.99, 3_000.01] as const
/** The last day that an import takes, after every horizon. */
const DEMAIN = new Date(Date.parse(`${today()}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
const DERNIERS = [
  '2025-12-31',
  '2026-01-15',
  '2026-02-28',
  '2026-03-01',
  '2026-06-30',
  '2026-07-01',
  DEMAIN,
] as const
const JOURS = ['01-01', '02-28', '06-30', '06-30', '11-15', '12-31'] as const
/** Of the running year early days alone, so that the last gift's is the horizon. */
const JOURS_DE_2026 = ['01-01', '02-28'] as const

const { app, database } = await startService()
const { db } = database
/** A refresh is the service's: on several servers no other role may write after it. */
const service = connect(database.serviceUrl, { max: 4 })
afterAll(() => service.close())

class Undone extends Error {}

/** A refresh, whole or by differences. */
async function refresh(entier: boolean): Promise<void> {
  const { job } = await beginOrJoin(service.db, entier)
  if (!job) throw new Error('another refresh is running')
  const runner = createRunner(service.db, pino({ level: 'silent' }))
  await runner.run(job, (signal) => runRefresh(service, job, signal))
}

/** A refresh whose process of the database is ended at a random moment, or just too late; what it had not published is gone. */
async function cut(delay: number): Promise<void> {
  const { job } = await beginOrJoin(service.db, false)
  if (!job) throw new Error('another refresh is running')
  const runner = createRunner(service.db, pino({ level: 'silent' }))
  const running = runner.run(job, async (signal) => {
    await runRefresh(service, job, signal).catch(() => fail(service.db, job.id, 'coupé'))
  })
  await wait(delay)
  await sql`
    select pg_terminate_backend(pid)
    from leases
    join pg_stat_activity on pid = backend_pid and xact_start = backend_since
    where job_id = ${job.id}`.execute(db)
  await running
}

async function give(...lines: string[]): Promise<void> {
  const file = [HEAD, ...lines].join('\n')
  // What is rejected would be looked at by nothing.
  const imported = { status: 'completed', resultat: { rejetes: 0 } }
  expect(await importFile(app, 'donations', file)).toMatchObject(imported)
}

/**
 * Makes these gifts all that is stored, of whom these alone are excluded and nobody is one person with another, and computes
 * all of them.
 */
async function depart(lines: readonly string[], exclus: readonly string[] = []): Promise<void> {
  const { rows: membres } = await sql<{ contact_id: string }>`
    select contact_id from groupes_contacts where contact_id <> contact_principal`.execute(db)
  for (const { contact_id } of membres) expect(await separer(contact_id)).toBe(200)
  const before = await db.selectFrom('donateurs_exclus').select('contact_id').execute()
  // With one of a group the others are reinstated already.
  for (const { contact_id } of before) await decide('reintegrer', contact_id)
  await empty(db, 'donations')
  await sql`update donations_version set version = version + 1`.execute(db)
  await give(...lines)
  for (const contact of exclus) expect((await decide('exclure', contact)).statusCode).toBe(200)
  await refresh(true)
}

const decide = (operation: 'exclure' | 'reintegrer', contact_id: string) =>
  app.inject({ method: 'POST', url: `/api/exclusions/${operation}`, payload: { contact_id } })

const regrouper = async (operation: 'fusionner' | 'separer', payload: object) =>
  (
    await app.inject({
      method: 'POST',
      url: `/api/donateurs/${operation}`,
      payload: { raison: 'essai', ...payload },
    })
  ).statusCode
const fusionner = (principal: string, contact: string, exclusion?: 'exclure' | 'reintegrer') =>
  regrouper('fusionner', {
    groupes: [{ principal, contacts: [contact], ...(exclusion && { exclusion }) }],
  })
const separer = (contact_id: string) => regrouper('separer', { contact_id })

/** By the last refresh, whether the figures followed by differences. */
async function parEcarts(colonne = 'par_ecarts'): Promise<boolean | undefined> {
  const { rows } = await sql<{ suivi: boolean }>`
    select par_ecarts and ${sql.ref(colonne)} as suivi from faits_publies`.execute(db)
  return rows[0]?.suivi
}

/** Every row of every figure. */
async function readFigures(db: Db): Promise<Record<string, unknown[]>> {
  const kept = [
    ...['ventilation_jours', 'ventilation_mois', 'ventilation_donateurs'],
    // Several servers keep none.
    ...(severalServers() ? [] : ['dons_croises_a_jour']),
  ]
  const figures = (await listVues(db)).filter(
    ({ kind }) => kind === 'materialized' || !severalServers(),
  )
  const names = [...figures.map(({ name }) => name), ...kept]
  const found: Record<string, unknown[]> = {}
  for (const name of names) {
    const { rows } = await sql<{ ligne: string }>`
      select to_jsonb(figure)::text as ligne from ${sql.table(name)} as figure order by 1`.execute(
      db,
    )
    found[name] = rows.map(({ ligne }) => ligne)
  }
  return found
}

/** The rows that the last publication keeps of every figure, and those that it would keep if it compared all of them. */
async function readPublished(db: Db): Promise<{ kept: string[]; whole: string[] }> {
  const { rows: questions } = await sql<{ vue: string; question: string }>`
    select vue, lignes_publiees(vue) as question from unnest(vues_publiees()) as vue`.execute(db)
  const whole = sql.join(
    questions.map(
      ({ vue, question }) =>
        sql`select ${vue} || to_jsonb(presente)::text as ligne from (${sql.raw(question)}) as presente`,
    ),
    sql` union all `,
  )
  const linesOf = async (query: RawBuilder<unknown>) =>
    (
      await sql<{ ligne: string }>`select ligne from (${query}) as lignes order by 1`.execute(db)
    ).rows.map(({ ligne }) => ligne)
  return {
    kept: await linesOf(
      sql`select vue || ligne as ligne from publications_lignes where jusqua is null`,
    ),
    whole: await linesOf(whole),
  }
}

/**
 * The figures of the same gifts and decisions, all computed anew, and nothing of it kept. On several servers another role may
 * not ask what it has just written: there a whole refresh stays.
 */
async function recompute(db: Db): Promise<Record<string, unknown[]>> {
  if (severalServers()) {
    await refresh(true)
    return readFigures(db)
  }
  let figures: Record<string, unknown[]> = {}
  await db
    .transaction()
    .execute(async (tx) => {
      await calculer(tx)
      figures = await readFigures(tx)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return figures
}

test(
  `après des imports, des décisions et des fusions au hasard, les chiffres par écarts sont ceux d’un calcul entier, ligne pour ligne (graine ${GRAINE})`,
  { timeout: PATIENCE },
  async () => {
    const { pick, between, chance } = createRandom(GRAINE)
    let suivis = 0
    let coupes = 0
    let next = 1
    const line = (id: number, contact: string = pick(CONTACTS)) => {
      const annee = pick([2021, 2022, 2024, 2025, 2026])
      return [
        id,
        pick(MONTANTS),
        `${annee}-${pick(annee === 2026 ? JOURS_DE_2026 : JOURS)}`,
        contact,
        ...Array.from({ length: 5 }, () => pick(['', 'X1', 'vfl', 'Ü'])),
      ].join(';')
    }
    const importSome = (count: number) => {
      const ids = Array.from({ length: count }, () =>
        chance(0.5) && next > 1 ? between(1, next - 1) : next++,
      )
      return give(...ids.map((id) => line(id)))
    }
    // Monthly gifts, of which later steps change some.
    const giveMonthly = () => {
      const [contact, montant, annee] = [pick(CONTACTS), pick(MONTANTS), pick([2021, 2025])]
      return give(
        ...Array.from(
          { length: between(2, 5) },
          (_, mois) => `${next++};${montant};${annee}-0${mois + 1}-28;${contact};;;;;`,
        ),
      )
    }
    const decideSome = () => decide(pick(['exclure', 'exclure', 'reintegrer']), pick(CONTACTS))

    const regroup = () =>
      chance(0.4)
        ? separer(pick(CONTACTS))
        : fusionner(pick(CONTACTS), pick(CONTACTS), pick(['exclure', 'reintegrer']))

    // Cards that move, come back, and lose their postal code.
    const move = async () => {
      const file = ['contact_id;code_postal', `${pick(CONTACTS)};${pick(CODES_POSTAUX)}`]
      const { status } = await importFile(app, 'donateurs', file.join('\n'))
      expect(status).toBe('completed')
    }

    // The last gift is of somebody who is never excluded; its day moves, from year to year too, and rarely beyond today.
    const moveLast = () => give(`dernier;1;${pick(DERNIERS)};Z;;;;;`)
    await give(
      'dernier;1;2025-12-31;Z;;;;;',
      ...Array.from({ length: 5 }, () => CONTACTS.map((contact) => line(next++, contact))).flat(),
    )
    await refresh(true)
    if (!severalServers()) expect(await fusionner('A', 'B')).toBe(200)
    for (let pas = 1; pas <= PAS; pas++) {
      for (let act = between(1, 5); act > 0; act--)
        await pick([
          () => importSome(pick([1, 2, 12])),
          giveMonthly,
          decideSome,
          regroup,
          regroup,
          moveLast,
          move,
        ])()
      if (chance(0.2) && !severalServers()) {
        coupes += 1
        await cut(between(0, 200))
      }
      // A whole one would hide what the step before got wrong, unless that was compared.
      const entier = pas % 2 === 1 && chance(0.2)
      await refresh(entier)
      if (!entier && (await parEcarts())) suivis += 1
      // What a step gets wrong the next one keeps.
      if (pas % 2 === 1 && pas < PAS) continue
      const { kept, whole } = await readPublished(db)
      expect(kept, `publication du pas ${pas}`).toEqual(whole)
      expect(await readTables(db), `faits du pas ${pas}`).toEqual(await expectedTables(db))
      const found = await readFigures(db)
      expect(found, `pas ${pas}`).toEqual(await recompute(db))
    }
    expect(suivis).toBeGreaterThan(PAS / 2)
    const { rows } = await sql`select from rafraichissements where error = 'coupé'`.execute(db)
    if (coupes > 2) expect(rows.length).toBeGreaterThan(0)
  },
)

test(
  `B1 des dons de demain seuls, puis d’hier, exclus, corrigés ou rendus au hasard : les chiffres suivent (graine ${GRAINE})`,
  { timeout: PATIENCE },
  async () => {
    const { pick } = createRandom(GRAINE)
    const { rows } = await sql<{ hier: string; demain: string }>`
      select (jour - 1)::text as hier, (jour + 1)::text as demain
      from (select (now() at time zone 'Europe/Paris')::date as jour) as aujourdhui`.execute(db)
    const { hier = '', demain = '' } = rows[0] ?? {}
    const line = (id: string, jour: string, montant: number, contact: string) =>
      `${id};${montant};${jour};${contact};;X1;;;`
    const horizons = new Set<boolean>()
    await depart([line('p', demain, 10, 'P'), line('q', demain, 20, 'Q')])
    // What has no horizon before, then none after, then both again.
    const acts = [
      () => decide('exclure', 'P'),
      () => give(line('hier', hier, 5, 'Q')),
      () => decide('exclure', 'Q'),
      () => decide('reintegrer', 'Q'),
      () => give(line('hier', hier, 0, 'Q')),
      () => decide('reintegrer', 'P'),
    ] as const
    const others = [
      ...acts,
      () => give(line('p', pick([hier, demain]), pick([0, 10, 30]), 'P')),
      () => give(line('q', demain, pick([0, 20]), 'Q')),
    ] as const
    const last = acts.length + PAS / 4
    for (let pas = 0; pas < last; pas++) {
      await (acts[pas] ?? pick(others))()
      await refresh(false)
      const { rows } = await sql<{ jour: string | null }>`select jour from horizon_publie`.execute(
        db,
      )
      horizons.add((rows[0]?.jour ?? null) === null)
      // What these steps get wrong the next one keeps.
      if ([0, 4].includes(pas)) continue
      expect(await readFigures(db), `pas ${pas}`).toEqual(await recompute(db))
    }
    expect(horizons.size).toBe(2)
  },
)

testOnOneServer(
  'de cartes dites le même jour, de qui a donné le même jour, celle du plus petit numéro dit où l’on vit',
  async () => {
    const codes = ['69001', '75011', '20200']
    for (const [groupe, ordre] of ['012', '021', '102', '120', '201', '210'].entries()) {
      const numeros = ordre.split('').map((numero) => `Q${groupe}${numero}`)
      const principal = `Q${groupe}9`
      const file = numeros.map((numero) => `${numero};${codes[Number(numero.at(-1))]}`)
      await importFile(
        app,
        'donateurs',
        ['contact_id;code_postal', `${principal};33000`, ...file].join('\n'),
      )
      await give(
        `${principal};10;2023-01-01;${principal};;;;;`,
        ...numeros.map((numero) => `${numero};10;2024-01-01;${numero};;;;;`),
      )
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/donateurs/fusionner',
        payload: { raison: 'une personne', groupes: [{ principal, contacts: numeros }] },
      })
      expect(statusCode).toBe(200)
    }
    await refresh(false)
    const { rows } = await sql<{ contact_id: string; departement: string }>`
      select distinct contact_id, departement from faits_donateurs
      where contact_id like 'Q%9' and generation = (select generation from faits_publies)`.execute(
      db,
    )
    expect(rows.map(({ departement }) => departement)).toEqual(
      Array.from({ length: 6 }, () => '69'),
    )
  },
)

testOnOneServer(
  'la première fiche d’un principal donne à la personne le code postal d’un membre : la publication suivante l’y compte',
  async () => {
    const say = async (contact: string, code: string) => {
      const file = `contact_id;code_postal\n${contact};${code}`
      expect((await importFile(app, 'donateurs', file)).status).toBe('completed')
    }
    await give('1;10;2024-01-01;R1;;;;;', '2;10;2025-01-01;R2;;;;;')
    expect(await fusionner('R1', 'R2')).toBe(200)
    await say('R2', '69001')
    await refresh(false)
    await say('R1', 'B-1000')
    await refresh(false)
    const { rows } = await sql<{ departement: string }>`
      select distinct departement from faits_donateurs where contact_id = 'R1'`.execute(db)
    expect(rows).toEqual([{ departement: '69' }])
  },
)

test('des codes au-delà des 200 plus grands, par écarts, une publication garde ce qu’elle en garderait en entier', async () => {
  const codes = Array.from({ length: 203 }, (_, at) => `C${at}`)
  await depart(codes.map((code, at) => `${at + 1};${at + 1};2024-03-01;K${at};;;${code};;`))
  await give(...['a', 'b'].map((id) => `${id};5000;2024-03-02;L${id};;;C99;;`))
  await refresh(false)
  const { kept, whole } = await readPublished(db)
  expect(kept).toEqual(whole)
  const origines = kept.filter((line) => line.startsWith('nouveaux_anciens_origines{'))
  expect(origines).toHaveLength(201)

  // An upgrade fills what it changed anew; the next publication tells it, whoever's gifts changed.
  await sql`insert into segments_annuels_ecarts select 2019, segment, nombre from segments_annuels limit 1`.execute(
    db,
  )
  await sql`update rafraichissements set vues = 'others'`.execute(db)
  await give('c;1;2024-03-03;M;;;;;')
  await refresh(false)
  const upgraded = await readPublished(db)
  expect(upgraded.kept).toEqual(upgraded.whole)
})

test('un don à venir ne pèse pas à l’horizon, où un import change autre chose de son donateur', async () => {
  await depart(['1;20;2024-06-01;A;;;;;', `2;999;${DEMAIN};A;;;;;`, '3;10;2025-12-30;B;;;;;'])
  await give('5;30;2025-06-30;A;;;;;')
  await refresh(false)
  const { rows } = await sql`select dons, montant from grille where dons > 1`.execute(db)
  expect(rows).toEqual([{ dons: 2, montant: 50 }])
})

test('des dons changés avant ou après une décision ne comptent ni deux fois ni à moitié', async () => {
  // Each has years and sums of its own, so that what one counts too often hides nothing that another lacks.
  const donateurs = [
    { contact: 'D1', when: 'avant', first: 'exclure', then: 'reintegrer' },
    { contact: 'D2', when: 'après', first: 'exclure', then: 'reintegrer' },
    { contact: 'D3', when: 'avant', first: 'reintegrer', then: 'exclure' },
    { contact: 'D4', when: 'après', first: 'reintegrer', then: 'exclure' },
  ] as const
  const dons = (rang: number, media: string, euros: number) => [
    `${rang}1;${euros * 10 ** rang};${2012 + 3 * rang}-01-01;D${rang};${media};;;;`,
    `${rang}2;${euros * 10 ** rang};${2013 + 3 * rang}-02-01;D${rang};WEB;;;;`,
  ]
  await depart(
    [...[1, 2, 3, 4].flatMap((rang) => dons(rang, 'TV', 2)), 'L;30;2025-02-01;L;TV;;;;'],
    donateurs.filter(({ then }) => then === 'exclure').map(({ contact }) => contact),
  )
  for (const step of ['first', 'then'] as const) {
    const change = (asked: string) =>
      give(
        ...donateurs.flatMap(({ contact, when }, at) =>
          when === asked
            ? [
                ...dons(at + 1, 'WEB', step === 'first' ? 3 : 4),
                `${contact}${step};7;${2014 + 3 * at}-03-01;${contact};TV;;;;`,
              ]
            : [],
        ),
      )
    await change('avant')
    for (const one of donateurs) await decide(one[step], one.contact)
    await change('après')
    await refresh(false)
    expect(await readFigures(db), step).toEqual(await recompute(db))
  }
})

testOnOneServer(
  'des exclus réunis, réintégrés puis séparés ont chacun de leurs dons une fois à côté de leurs faits',
  async () => {
    await depart(
      ['1;10;2024-01-01;P;TV;;;;', '2;20;2025-02-01;Ç;WEB;;;;', '3;30;2025-02-01;L;TV;;;;'],
      ['P', 'Ç'],
    )
    expect(await fusionner('P', 'Ç')).toBe(200)
    await refresh(false)
    await decide('reintegrer', 'P')
    const read = async () =>
      (
        await sql`select contact_id, annee, cents, media from dons_croises_a_jour order by annee, cents`.execute(
          db,
        )
      ).rows
    const expected = [
      { contact_id: 'P', annee: 2024, cents: 1_000, media: 'TV' },
      { contact_id: 'P', annee: 2025, cents: 2_000, media: 'WEB' },
      { contact_id: 'L', annee: 2025, cents: 3_000, media: 'TV' },
    ]
    expect(await read()).toEqual(expected)
    await refresh(false)
    expect(await read()).toEqual(expected)

    // Nothing is left of where a gift stood when its donor was another one.
    await give('2;20;2024-02-01;Ç;WEB;;;;')
    await refresh(false)
    await separer('Ç')
    await refresh(false)
    await decide('exclure', 'Ç')
    expect(await read()).toEqual(expected.filter(({ media }) => media === 'TV'))
    await decide('reintegrer', 'Ç')
  },
)

/** What the views of the figures hold that may follow by differences. */
async function readEntiers(db: Db): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const { name, relation } of await listVues(db)) {
    if (relation !== `${name}_entier`) continue
    const { rows } = await sql`
      select xmin, figure.* from ${sql.table(relation)} as figure order by ctid`.execute(db)
    found[name] = rows
  }
  return found
}

test('après quelques dons tous les chiffres suivent par écarts : aucune vue n’est refaite', async () => {
  const monthly = (contact: string, annee: number, mois: number[]) =>
    mois.map((m) => `${contact}${annee}${m};20;${annee}-0${m}-05;${contact};TV;C${annee};;;`)
  await depart([
    ...monthly('M', 2024, [1, 2, 3, 4, 5]),
    ...['1;10;2022-01-01;P;TV;C1;O1;;', '2;20.5;2025-02-01;P;WEB;;;;', 'd;30;2026-02-28;Z;TV;;;;'],
  ])
  const [views, before] = [await readEntiers(db), await readFigures(db)]
  await give(
    ...monthly('M', 2024, [6]),
    ...['5;10;2022-03-01;R;;;;;', '6;10;2022-05-01;R;;;;;'],
    ...['2;45;2025-02-01;P;WEB;C2;;;', '3;15;2026-02-20;Q;TV;C1;O2;;', '4;60;2026-02-21;P;;C3;;;'],
  )
  await refresh(false)
  expect(await readEntiers(db)).toEqual(views)
  const found = await readFigures(db)
  const same = Object.keys(views).filter((name) => isDeepStrictEqual(found[name], before[name]))
  expect(same).toEqual([])
  expect(found).toEqual(await recompute(db))
})

test('ce qu’un calcul entier trouve autrement que les écarts est un contrôle, qui nomme le chiffre ; il est juste ensuite', async () => {
  const compare = async () => (await verifier(app)).filter(({ code }) => code === 'B10')
  const isDueAt = async (instant: string) => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_viewdef('rafraichissement_du'::regclass) as definition`.execute(db)
    const asked = rows[0]?.definition.replaceAll('now()', `'${instant}'::timestamptz`) ?? ''
    return (await sql<{ entier: boolean }>`${sql.raw(asked)}`.execute(db)).rows[0]?.entier
  }

  await empty(db, 'chiffres_compares')
  await depart(['1;10;2024-01-01;K;;;;;', '2;20;2025-02-01;M;;;;;'])
  expect(await compare()).toEqual([])
  expect(await isDueAt('2026-11-24T01:30:00Z')).toBe(false)

  await give('3;30;2025-03-01;K;;;;;', '4;40;2025-04-01;L;;;;;')
  await refresh(false)
  expect(await isDueAt('2026-11-24T01:30:00Z')).toBe(true)
  expect(await isDueAt('2026-11-24T12:00:00Z')).toBe(false)
  await sql`update segments_annuels_ecarts set nombre = nombre + 1`.execute(db)
  await refresh(true)
  expect(await isDueAt('2026-11-24T01:30:00Z')).toBe(false)
  expect(await compare()).toMatchObject([{ concordant: false, partie: 'segments_annuels' }])
  const { rows } = await sql`select * from segments_annuels where annee = 2025`.execute(db)
  expect(rows).toEqual([{ annee: 2025, segment: 1, nombre: 3 }])

  // Where they are many and most of the figure, its view takes them up.
  const read = async (what: string) =>
    (await sql`select * from ${sql.table(what)} order by annee, segment`.execute(db)).rows
  await give('5;50;2025-05-01;L;;;;;')
  await refresh(false)
  const before = await read('segments_annuels')
  await sql`
      insert into segments_annuels_ecarts (annee, segment, nombre)
      select 3000 + numero, 1, 0 from generate_series(1, 1001) as numero`.execute(db)
  await refresh(true)
  expect(await compare()).toMatchObject([{ concordant: true, partie: null }])
  expect(await read('segments_annuels_ecarts')).toEqual([])
  expect(await read('segments_annuels')).toEqual(before)
})

test('le jour des données recule, avance et change d’année, un donateur revient : les chiffres sont ceux d’un calcul entier', async () => {
  await depart([
    'un an avant;10;2024-06-15;P;;;;;',
    'trois ans avant;10;2022-06-22;R;;;;;',
    // Whose 24 months end on a day that passes.
    ...['deux ans avant;10;2023-06-22;S;;;;;', 'puis;10;2023-08-01;S;;;;;'],
    ...['d;1;2025-06-20;Z;;;;;', `à venir;20;${DEMAIN};Q;;;;;`],
    ...['1;20;2024-05-01;Q;;;;;', '2;30;2024-03-01;K;;;;;', '3;30;2025-03-01;K;;;;;'],
  ])
  await decide('exclure', 'K')
  await give('d;1;2025-06-10;Z;;;;;')
  await refresh(false)
  await decide('reintegrer', 'K')
  await give('d;1;2025-06-25;Z;;;;;', '4;20;2025-02-01;Q;;;;;')
  await refresh(false)
  expect(await parEcarts()).toBe(true)
  expect(await readFigures(db)).toEqual(await recompute(db))

  // On the last day of a year nothing is « à date », and before it everything is.
  for (const jour of ['2025-12-31', '2025-12-29']) {
    await give(`d;1;${jour};Z;;;;;`)
    await refresh(false)
    expect(await readFigures(db)).toEqual(await recompute(db))
  }

  await give('d;1;2026-01-05;Z;;;;;')
  await refresh(false)
  expect(await parEcarts()).toBe(false)
  expect(await readFigures(db)).toEqual(await recompute(db))
})

test('un jour qui change plus de donateurs qu’il n’en vaut la peine refait les seuls chiffres qui en dépendent', async () => {
  const foule = Array.from({ length: 1_001 }, (_, n) => `${n};10;2025-03-01;F${n};;;;;`)
  await depart([...foule, 'd;1;2026-02-27;Z;;;;;'])
  await give('d;1;2026-02-28;Z;;;;;')
  await refresh(false)
  expect(await parEcarts('horizon_par_ecarts')).toBe(true)
  await give('d;1;2026-03-01;Z;;;;;')
  await refresh(false)
  expect(await parEcarts('horizon_par_ecarts')).toBe(false)
  expect(await readFigures(db)).toEqual(await recompute(db))
  expect((await sql`select from grille_ecarts`.execute(db)).rows).toEqual([])
  expect((await sql`select from donateurs_par_jour_ecarts`.execute(db)).rows).not.toEqual([])
})

testOnOneServer(
  'une table d’écarts ou un calcul entier perdu est refait au démarrage, et le chiffre reste celui qui est publié',
  async () => {
    await empty(db, 'donations')
    await sql`update donations_version set version = version + 1`.execute(db)
    await give('1;10;2024-01-01;K;;;;;', '2;20;2025-02-01;M;;;;;')
    await refresh(false)
    const { rows } = await sql<{ entier: boolean }>`
      select entier from rafraichissements order by numero desc limit 1`.execute(db)
    expect(rows, 'une suppression inconnue : tout est calculé, et l’état le dit').toEqual([
      { entier: true },
    ])
    await give('3;30;2025-03-01;K;;;;;')
    await refresh(false)
    const { rows: suivis } = await sql`select from segments_annuels_ecarts`.execute(db)
    expect(suivis).not.toEqual([])
    const published = await readFigures(db)
    await sql`drop table segments_annuels_ecarts cascade`.execute(db)
    await sql`drop materialized view totaux_annuels_entier cascade`.execute(db)
    await migrate(db)
    expect(await readFigures(db)).toEqual(published)
    // Where an import waits everything is filled with it, and published by the next refresh.
    await give('4;40;2025-04-01;L;;;;;')
    await sql`drop materialized view segments_annuels_entier cascade`.execute(db)
    await migrate(db)
    await refresh(false)
    const { kept, whole } = await readPublished(db)
    expect(kept).toEqual(whole)
  },
)

test('un rafraîchissement qui n’a encore jamais été fait ainsi s’estime d’après les autres', async () => {
  await sql`delete from rafraichissements`.execute(db)
  await refresh(true)
  for (const entier of [false, true]) {
    const { id } = await beginOrJoin(service.db, entier)
    const { rows } = await sql<{ estimees: number }>`
      select count(estimated_duration)::int as estimees, count(*)::int as vues
      from rafraichissement_vues where rafraichissement_id = ${id}`.execute(db)
    expect(rows).toEqual([
      { estimees: (await listVues(db)).length, vues: (await listVues(db)).length },
    ])
    await sql`delete from rafraichissements where id = ${id}`.execute(db)
  }
})
