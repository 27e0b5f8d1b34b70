import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { connect } from '../../../service/platform/database/connect'
import { refresh } from '../../support/analyses'
import { auditInThread } from '../../support/audit'
import { ecarts } from '../../support/controles'
import { importFile } from '../../support/imports'
import { databaseUrl } from '../../support/postgres'
import { startService } from '../../support/service'

const { app, database, config } = await startService()
const { db } = database

/** Some donors, each with gifts of several years; one is excluded, one gave 0 €. */
const FILE = [
  'id;montant;date;contact;media;campagne;origine;produit;commande',
  '1;10;2022-05-01;A;M1;C1;O1;P1;X1',
  '2;20,50;2023-05-01;A;M1;;;;X2',
  '3;30;2023-06-01;B;M2;C1;;P2;X3',
  '4;40;2023-06-30;C;;;;;',
  '5;0;2023-07-01;D;M1;C1;;;',
  '6;50;2024-01-01;B;M1;C1;O2;P1;X6',
  '7;60;2024-02-29;E;M1;C1;;P1;X7',
  '8;70;2024-02-29;E;M1;C1;;P1;X8',
].join('\n')

const compare = () => ecarts(app)

const codes = async () => (await compare()).map(({ code }) => code)

beforeAll(async () => {
  expect(await importFile(app, 'donations', FILE)).toMatchObject({ status: 'completed' })
  await app.inject({
    method: 'POST',
    url: '/api/exclusions/exclure',
    payload: { contact_id: 'E' },
  })
  await refresh(app)
  expect(await codes()).toEqual([])
})

/** What somebody changes with the owner's SQL, how it is undone, and what the controls and the audit say of it. */
const CHANGES: {
  what: string
  change: string
  undo: string
  red: string[]
  says: string[]
}[] = [
  {
    what: 'un centime de plus à un don',
    change: `update donations set order_amount = order_amount + 0.01 where id = '2'`,
    undo: `update donations set order_amount = order_amount - 0.01 where id = '2'`,
    red: ['A6', 'A7'],
    says: ['2023, contact A'],
  },
  {
    what: 'un don effacé, un autre inscrit à sa place',
    change: `delete from donations where id = '4';
      insert into donations (id, order_amount, order_date, contact_id) values ('99', 40, '2023-06-30', 'C')`,
    undo: `delete from donations where id = '99';
      insert into donations (id, order_amount, order_date, contact_id) values ('4', 40, '2023-06-30', 'C')`,
    red: ['A7'],
    says: ['2023, contact C'],
  },
  {
    what: 'un don passé à un autre donateur',
    change: `update donations set contact_id = 'B' where id = '2'`,
    undo: `update donations set contact_id = 'A' where id = '2'`,
    red: ['A7'],
    says: ['2023, contacts A, B'],
  },
  {
    what: 'un don passé à une autre année',
    change: `update donations set order_date = order_date + 365 where id = '3'`,
    undo: `update donations set order_date = order_date - 365 where id = '3'`,
    red: ['A5', 'A6', 'A7'],
    says: ['2023, contact B', '2024, contact B'],
  },
  ...['order_id', 'codemedia_code', 'campaign_code', 'origincode_code', 'product_code'].map(
    (column) => ({
      what: `un autre code, ${column}`,
      change: `update donations set ${column} = 'Z' where id = '6'`,
      undo: `update donations set ${column} = '${{ order_id: 'X6', codemedia_code: 'M1', campaign_code: 'C1', origincode_code: 'O2', product_code: 'P1' }[column]}' where id = '6'`,
      red: ['A7'],
      says: ['2024, contact B'],
    }),
  ),
  {
    what: 'un code vide en place d’aucun',
    change: `update donations set codemedia_code = '' where id = '4'`,
    undo: `update donations set codemedia_code = null where id = '4'`,
    red: ['A7'],
    says: ['2023, contact C'],
  },
  {
    what: '10 € passés d’un don à un autre',
    change: `update donations set order_amount = order_amount + case id when '3' then 10 else -10 end
      where id in ('3', '2')`,
    undo: `update donations set order_amount = order_amount - case id when '3' then 10 else -10 end
      where id in ('3', '2')`,
    red: ['A7'],
    says: ['2023, contacts A, B'],
  },
  {
    what: '10 € passés d’un don à un autre du même donateur',
    change: `update donations set order_amount = order_amount + case id when '7' then 10 else -10 end
      where id in ('7', '8')`,
    undo: `update donations set order_amount = order_amount - case id when '7' then 10 else -10 end
      where id in ('7', '8')`,
    red: ['A7'],
    says: ['2024, contact E'],
  },
  {
    what: 'un don à 0 € avancé d’un jour',
    change: `update donations set order_date = order_date + 1 where id = '5'`,
    undo: `update donations set order_date = order_date - 1 where id = '5'`,
    red: ['A7'],
    says: ['2023, contact D'],
  },
  {
    what: 'le seul don d’un contact effacé',
    change: `delete from donations where id = '4'`,
    undo: `insert into donations (id, order_amount, order_date, contact_id) values ('4', 40, '2023-06-30', 'C')`,
    red: ['A5', 'A6', 'A7'],
    says: ['2023'],
  },
]

/** The change as the owner of the database makes it, and its triggers with it, or their stand-in on a cluster. */
async function write(statements: string): Promise<void> {
  await sql.raw(statements).execute(db)
  await sql`call apres_ecriture('donations')`.execute(db)
}

describe.each(CHANGES)('[A2] $what', ({ change, undo, red, says }) => {
  test('[A2] se voit aussitôt dans l’audit, et calcul fait dans les contrôles, qui nomment année et contact', async () => {
    await write(change)
    const { code, report } = await audit()
    await refresh(app)
    const found = await compare()
    await write(undo)

    expect(found.map(({ code }) => code)).toEqual(expect.arrayContaining(red))
    const [digest] = found.filter(({ code }) => code === 'A7')
    expect(says.some((words) => digest?.partie?.startsWith(words))).toBe(true)
    expect(code).toBe(1)
    for (const words of says) expect(report).toContain(words)
  })
})

test('[A2] ce qui fut remis en place ne se voit plus', async () => {
  await refresh(app)
  expect(await codes()).toEqual([])
  expect((await audit()).report).toMatch(/Dons enregistrés +: ceux que les imports ont écrits/)
})

const audit = (...args: string[]) =>
  auditInThread({ DATABASE_URL: database.serviceUrl, DATA_DIR: config.DATA_DIR }, ...args)

/** The owner's address for the database of this test. */
const ownerUrl = () => databaseUrl(inject('ownerUrl'), new URL(database.url).pathname.slice(1))

test('[A2] qui se porte garant de dons changés le fait par son nom, et l’audit le redit chaque fois', async () => {
  await write(`update donations set order_amount = 11 where id = '1'`)
  await refresh(app)
  expect(await codes()).toContain('A7')
  const settings = {
    DATABASE_URL: database.serviceUrl,
    DATABASE_OWNER_URL: ownerUrl(),
    DATA_DIR: config.DATA_DIR,
  }
  const refused = await auditInThread(settings, '--reprendre-dons', '--par', 'Ana')
  expect(refused.report).toContain('demande qui s’en porte garant')
  const bySelf = await auditInThread(
    { ...settings, DATABASE_OWNER_URL: '' },
    ...['--reprendre-dons', '--par', 'Ana', '--motif', 'Chèque relu'],
  )
  expect(bySelf.code).toBe(2)
  const { report } = await auditInThread(
    settings,
    ...['--reprendre-dons', '--par', 'Ana', '--motif', 'Chèque relu'],
  )
  expect(report).toContain('Dons repris (2022) : Ana s’en porte garant (Chèque relu).')
  expect((await audit()).report).toMatch(/reprise : le 20.*, Ana s’est porté garant.* Chèque relu/)
  expect(await codes()).toEqual([])
})

describe('[A2] Les sommes elles-mêmes', () => {
  const REWRITES: [string, string][] = [
    ['une somme changée', 'update sommes_dons set centimes = centimes + 1 where ecriture = 1'],
    [
      'une somme changée, et son empreinte récrite',
      `update sommes_dons set centimes = centimes + 1 where ecriture = 1 and annee = 2022;
       update ecritures_dons e set empreinte = empreinte_ecriture_dons(e) where numero = 1`,
    ],
    ['une somme effacée', 'delete from sommes_dons where ecriture = 1 and annee = 2022'],
    [
      'une somme ajoutée',
      'insert into sommes_dons select ecriture, 1999, 1, 1, 1, 1, 1 from sommes_dons limit 1',
    ],
    ['un nom changé', `update ecritures_dons set par = 'Zoé' where nature = 'REPRISE'`],
    ['une date changée', `update ecritures_dons set ecrite_le = now() + '1 hour' where numero = 1`],
  ]

  test.each(REWRITES)('[A2] %s\u00A0: l’audit nomme l’écriture rompue', async (_what, rewrite) => {
    let report = ''
    for (const table of ['sommes_dons', 'ecritures_dons']) {
      await sql`create table ${sql.id(`avant_${table}`)} as select * from ${sql.id(table)}`.execute(
        db,
      )
      await sql`alter table ${sql.id(table)} disable trigger user`.execute(db)
    }
    await sql.raw(rewrite).execute(db)
    report = (await audit()).report
    await sql`
      delete from sommes_dons; delete from ecritures_dons;
      insert into ecritures_dons select * from avant_ecritures_dons;
      insert into sommes_dons select * from avant_sommes_dons;
      drop table avant_sommes_dons; drop table avant_ecritures_dons`.execute(db)
    for (const table of ['sommes_dons', 'ecritures_dons'])
      for (const trigger of ['lignes_immuables', 'table_immuable'])
        await sql`
          alter table ${sql.id(table)} enable always trigger ${sql.id(`${table}_${trigger}`)}`.execute(
          db,
        )
    expect(report).toMatch(/SOMMES ROMPUES à l’écriture n° \d/)
    expect((await audit()).report).not.toContain('ROMPUES')
  })

  test('[A2] que le service ne peut ni changer, ni effacer, ni ajouter sans leur fonction', async () => {
    const service = connect(database.serviceUrl, { max: 1 })
    for (const statement of [
      'update sommes_dons set centimes = 0',
      'delete from ecritures_dons',
      'insert into sommes_dons values (1, 2022, 0, 0, 0, 0, 0)',
      'truncate sommes_dons',
      `select reprendre_sommes_dons('x', 'x', '{}', '{}', '{}', '{}', '{}', '{}')`,
      'update cle_sommes_dons set cle = 0',
    ])
      await expect(sql.raw(statement).execute(service.db), statement).rejects.toThrow(
        /permission denied/,
      )
    await service.close()
  })

  test('[A2] qui ne sont d’aucun import se voient', async () => {
    await db.transaction().execute(async (tx) => {
      await sql`
        select inscrire_ecriture_dons(
          '00000000-0000-4000-8000-000000000000', '{2023}', '{0}', '{0}', '{1}', '{1}', '{1}'
        )`.execute(tx)
    })
    const { code, report } = await audit()
    expect(report).toMatch(/SOMMES EN ÉCART : l’écriture n° \d ne vient d’aucun import/)
    expect(code).toBe(1)
    expect((await audit('--point-de-controle')).code, 'aussi avec un point de contrôle').toBe(1)
    expect(await codes()).toEqual(expect.arrayContaining(['A6', 'A8']))
  })
})
