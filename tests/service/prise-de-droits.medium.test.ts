import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../service/platform/database/connect'
import { FOREIGN_CODE } from '../../service/platform/database/errors'
import { refuseForeignCode } from '../../service/platform/database/foreign-code'
import { migrate } from '../../service/platform/database/migration/migrate'
import { openForCommand } from '../../service/platform/database/open'
import { don, insertDons } from '../support/dons'
import { startService } from '../support/service'

const { database } = await startService()
const admin = new pg.Client({ connectionString: database.url })
await admin.connect()
afterAll(() => admin.end())
beforeAll(() => insertDons(database.db, [don({ contact_id: 'C1', order_amount: 10 })]))

const EXCLUDE = `select ajouter_evenement_exclusion(
  gen_random_uuid(), 'C1', 'EXCLUSION', 'faux don', 'Utilisateur', null, 0)`
const REBUILD = 'select * from reconstruire_donateurs_exclus()'

/** Writes down with whose rights it runs; `immutable` is only what the thief says. */
const THIEF = [
  'create table depots.preuve (qui text)',
  `create function depots.noter() returns void language sql volatile as
    'insert into depots.preuve values (current_user)'`,
  `create function depots.voler() returns boolean language plpgsql immutable as $$
    begin perform depots.noter(); return true; end $$`,
  `create function depots.voler_en_ecrivant() returns trigger language plpgsql as $$
    begin insert into depots.preuve values (current_user); return new; end $$`,
]

const as = (role: string) => admin.query(`set session authorization ${role}`)

/** Who ran the thief's code, after the service planted it and `role` ran `command`; nothing of it stays. */
async function attack(planted: string[], role: string, command: string): Promise<string[]> {
  await admin.query('begin')
  try {
    await admin.query(WITHOUT_HOLD)
    await as('dons_service')
    for (const statement of [...THIEF, ...planted]) await admin.query(statement)
    await as(role)
    await admin.query('savepoint commande')
    await admin.query(command).catch(() => admin.query('rollback to commande'))
    await admin.query('set constraints all immediate').catch(() => undefined)
    await admin.query('reset session authorization')
    const { rows } = await admin.query<{ qui: string }>(
      'select distinct qui from depots.preuve order by 1',
    )
    return rows.map(({ qui }) => qui)
  } finally {
    await admin.query('rollback')
    await admin.query('reset session authorization')
  }
}

/** The owner's function depends on columns of the gifts, whose types the service cannot change as long as it is there. */
const WITHOUT_HOLD = 'drop function fiche_reunie cascade'

const TYPE_WITH_A_CAST = [
  'create type depots.somme as (montant numeric)',
  `create function depots.en_nombre(depots.somme) returns numeric language plpgsql as $$
    begin perform depots.noter(); return $1.montant; end $$`,
  'create cast (depots.somme as numeric) with function depots.en_nombre as implicit',
  'drop view dons_des_contacts, dons, annees_des_dons, dons_des_faits, dons_36_mois, mesures_base cascade',
  'drop index donations_par_montant',
  'alter table donations alter order_amount type depots.somme using row(order_amount)::depots.somme',
]

const POLICY = [
  'alter table donations enable row level security, force row level security',
  'create policy vol on donations using (depots.voler())',
]

describe('Le rôle du service n’obtient pas les droits du propriétaire', () => {
  test.each([
    { what: 'une politique sur les dons', planted: POLICY },
    { what: 'un type et sa conversion', planted: TYPE_WITH_A_CAST },
  ])('[0.1.0 A5] par $what, quand un événement s’ajoute', async ({ planted }) => {
    expect(await attack(planted, 'dons_service', EXCLUDE)).not.toContain('dons_owner')
  })

  test('[0.1.0 A5] par un index, quand un événement s’ajoute sur une connexion nouvelle', async () => {
    const plant = connect(database.serviceUrl, { max: 1 })
    for (const statement of THIEF) await plant.pool.query(statement)
    await plant.pool.query('create index vol on partitions.donations_1 ((depots.voler()))')
    await plant.pool.query('truncate depots.preuve')
    const service = connect(database.serviceUrl, { max: 1 })
    await service.pool.query('begin')
    await service.pool.query(EXCLUDE)
    const { rows } = await service.pool.query('select distinct qui from depots.preuve')
    await service.pool.query('rollback')
    await service.close()
    await plant.pool.query('drop index partitions.vol')
    await plant.pool.query('drop function depots.voler, depots.noter, depots.voler_en_ecrivant')
    await plant.pool.query('drop table depots.preuve')
    await plant.close()
    expect(rows).not.toContainEqual({ qui: 'dons_owner' })
  })

  test.each(
    ['donations_version', 'rafraichissements'].flatMap((table) => [
      {
        what: `un déclencheur sur ${table}`,
        planted: [
          `create trigger vol before update on ${table} for each statement execute function depots.voler_en_ecrivant()`,
        ],
      },
      {
        what: `une règle sur ${table}`,
        planted: [`create rule vol as on update to ${table} do also select depots.voler()`],
      },
    ]),
  )('[0.1.0 A5] par $what, quand la liste des exclus se reconstruit', async ({ planted }) => {
    await admin.query("insert into donateurs_exclus values ('Z', 7)")
    const ran = await attack(planted, 'dons_owner', REBUILD)
    await admin.query("delete from donateurs_exclus where contact_id = 'Z'")
    expect(ran).toEqual([])
  })

  test('[0.1.0 A5] par un déclencheur, quand une commande travaille sur ses tables : elle refuse de le faire en propriétaire', async () => {
    await expect(openForCommand({ DATABASE_URL: database.url }, 'service')).rejects.toThrow(
      'l’adresse du rôle dons_service',
    )
    const service = await openForCommand(
      { DATABASE_URL: database.serviceUrl, DATABASE_OWNER_URL: database.url },
      'service',
    )
    const { rows } = await service.pool.query<{ qui: string }>('select session_user as qui')
    expect(rows).toEqual([{ qui: 'dons_service' }])
    await service.close()
  })
})

const PLANTS: { what: string; planted: string[] }[] = [
  { what: 'la politique vol', planted: POLICY },
  { what: 'une sécurité par ligne', planted: ['alter table imports force row level security'] },
  {
    what: 'la règle vol',
    planted: ['create rule vol as on insert to donateurs do also select depots.voler()'],
  },
  {
    what: 'le déclencheur vol',
    planted: [
      'create trigger vol before insert on donateurs for each row execute function depots.voler_en_ecrivant()',
    ],
  },
  {
    what: 'le déclencheur vol',
    planted: [
      `create trigger vol before insert on donateurs for each row
        when (query_to_xml('select depots.voler()', true, true, '') is not null)
        execute function vider_fiche_anonymisee()`,
    ],
  },
  {
    what: 'la contrainte vol',
    planted: ['alter table donateurs add constraint vol check (depots.voler())'],
  },
  {
    what: 'la contrainte vol',
    planted: [
      `alter table donateurs add constraint vol check (query_to_xml('select depots.voler()', true, true, '') is not null)`,
    ],
  },
  {
    what: 'une valeur par défaut',
    planted: ['alter table fichiers alter nom set default depots.voler()::text'],
  },
  {
    what: 'une valeur par défaut',
    planted: ['alter table donateurs add vol boolean generated always as (depots.voler()) stored'],
  },
  {
    what: 'l’index partitions.vol',
    planted: ['create index vol on partitions.donations_1 ((depots.voler()))'],
  },
  {
    what: 'l’index partitions.vol',
    planted: ['create index vol on partitions.donations_1 (id) where depots.voler()'],
  },
  {
    what: 'la statistique vol',
    planted: ['create statistics depots.vol on (depots.voler()), city from donateurs'],
  },
  {
    what: 'la colonne ville',
    planted: [
      'create domain depots.ville as text check (depots.voler())',
      'alter table donateurs add ville depots.ville',
    ],
  },
  { what: 'la colonne order_amount', planted: TYPE_WITH_A_CAST },
  {
    what: 'le déclencheur vol',
    planted: [
      'create table depots.fille () inherits (donateurs)',
      'create trigger vol before insert on depots.fille for each row execute function depots.voler_en_ecrivant()',
    ],
  },
  {
    what: 'search_path',
    planted: [
      'create view depots.donations_version as select 1 as version where depots.voler()',
      'alter function compter_ecriture_donations() set search_path = depots, pg_catalog',
      `create trigger vol after update on rafraichissements
        for each statement execute function compter_ecriture_donations()`,
    ],
  },
]

describe('Ce qui travaille en propriétaire sur les tables du service', () => {
  test.each(PLANTS)(
    '[0.1.0 A5] refuse d’y toucher où le service y a mis $what',
    async ({ what, planted }) => {
      await admin.query('begin')
      try {
        await admin.query(WITHOUT_HOLD)
        await as('dons_service')
        for (const statement of [...THIEF, ...planted]) await admin.query(statement)
        await admin.query('delete from depots.preuve')
        await as('dons_owner')
        await admin.query('savepoint commande')
        await expect(admin.query(refuseForeignCode())).rejects.toMatchObject({
          code: FOREIGN_CODE,
          message: expect.stringContaining(what) as string,
        })
        await admin.query('rollback to commande')
        await admin.query('reset session authorization')
        expect((await admin.query('select from depots.preuve')).rowCount).toBe(0)
      } finally {
        await admin.query('rollback')
        await admin.query('reset session authorization')
      }
    },
  )

  test('ne trouve rien à redire à ce que les migrations y mettent', async () => {
    await admin.query('begin')
    await as('dons_owner')
    await admin.query(refuseForeignCode())
    await admin.query('rollback')
    await admin.query('reset session authorization')
  })

  test('[0.1.0 A5] ne migre pas une base où le service a mis le sien, et le dit', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'dons-migrations-'))
    await cp('migrations', folder, { recursive: true })
    await writeFile(
      path.join(folder, 'tables', '9999_essai.sql'),
      "alter table donateurs add essai text not null default ''",
    )
    const service = connect(database.serviceUrl, { max: 1 })
    for (const statement of THIEF) await service.pool.query(statement)
    await service.pool.query('alter table donateurs add constraint vol check (depots.voler())')
    await service.pool.query("insert into donateurs values ('C1')")
    await service.pool.query('truncate depots.preuve')

    await expect(migrate(database.db, folder)).rejects.toThrow(
      'La table donateurs porte ce que l’application n’y a pas mis : la contrainte vol.',
    )
    expect((await service.pool.query('select from depots.preuve')).rowCount).toBe(0)

    await service.pool.query('alter table donateurs drop constraint vol')
    expect(await migrate(database.db, folder)).toEqual(['tables/9999_essai'])

    // Nor does it make anew what the service dropped, and write what the service may have hung something on.
    await service.pool.query(
      'create trigger vol before update on rafraichissements for each statement execute function depots.voler_en_ecrivant()',
    )
    await service.pool.query('drop materialized view segments_annuels_entier cascade')
    await expect(migrate(database.db, folder)).rejects.toThrow(
      'La table rafraichissements porte ce que l’application n’y a pas mis : le déclencheur vol.',
    )
    expect((await service.pool.query('select from depots.preuve')).rowCount).toBe(0)
    await service.pool.query('drop trigger vol on rafraichissements')
    expect(await migrate(database.db, folder)).toContainEqual(
      expect.stringContaining('segments_annuels'),
    )
    await service.close()
    await rm(folder, { recursive: true })
  })
})

describe('Les droits', () => {
  const granted = async (statement: string) => {
    await admin.query('begin')
    try {
      await admin.query('create role etranger')
      await admin.query(statement)
      await admin.query('call attribuer_droits()')
      const { rows } = await admin.query<{ droit: string }>(`
        select c.relname || ' ' || privilege_type as droit
        from pg_class c, aclexplode(c.relacl)
        where c.relname in ('evenements_exclusion', 'donateurs_exclus', 'donateurs')
          and grantee in (0, 'etranger'::regrole, 'dons_audit'::regrole, 'dons_service'::regrole)
          and grantee <> c.relowner
        union all
        select c.relname || '.' || attname || ' ' || privilege_type
        from pg_attribute a join pg_class c on c.oid = attrelid, aclexplode(attacl)
        where c.relname = 'evenements_exclusion'
        union all
        select p.proname from pg_proc p, aclexplode(proacl)
        where grantee in (0, 'etranger'::regrole, 'dons_audit'::regrole)
          and proname in ('inscrire_evenement_exclusion', 'reconstruire_donateurs_exclus')
        order by 1`)
      return rows.map(({ droit }) => droit)
    } finally {
      await admin.query('rollback')
    }
  }

  test.each([
    'grant all on evenements_exclusion, donateurs_exclus to dons_service with grant option',
    'grant update, trigger on evenements_exclusion to public',
    'grant update (raison) on evenements_exclusion to dons_service, etranger',
    'grant insert, truncate on evenements_exclusion to etranger',
    'grant delete on donateurs_exclus to dons_audit',
    'grant select on donateurs to dons_audit, public',
    'grant execute on function reconstruire_donateurs_exclus to public, etranger',
    'grant execute on function inscrire_evenement_exclusion to dons_audit, etranger',
  ])('[0.1.0 A5] donnés en trop disparaissent quand ils se redonnent : %s', async (statement) => {
    expect(await granted(statement)).toEqual(await granted('select'))
  })
})
