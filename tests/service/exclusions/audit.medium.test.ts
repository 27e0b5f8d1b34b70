import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readDatabase } from '../../../service/exclusions/audit/database.mjs'
import { createVerifier, writeCheckpoint } from '../../../service/exclusions/chaine'
import { record } from '../../../service/exclusions/record'
import { ROLES } from '../../../service/platform/database/roles'
import {
  alike,
  auditInThread,
  auditWithin,
  dbWithin,
  faultIn,
  runAudit,
  within,
} from '../../support/audit'
import { don, insertDons } from '../../support/dons'
import { exclude, judgeLegitime, reinstate } from '../../support/exclusion'
import { createDatabase, startService, type TestDatabase } from '../../support/service'
import { runWithin, tamper, tamperWithin } from '../../support/tamper'
import { empty } from '../../support/vider'

const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-audit-'))
afterAll(() => rm(DATA_DIR, { recursive: true }))
const { app, database } = await startService({ DATA_DIR })
const { db, url } = database
const exported = path.join(DATA_DIR, 'historique.csv')
const checkpoints = path.join(DATA_DIR, 'checkpoints', 'exclusions.jsonl')

const settings = { DATABASE_URL: url, DATA_DIR }
const audit = (...args: string[]) => auditInThread(settings, ...args)

/** The log and what goes with it, as rows in JSON, and the checkpoints. */
interface Journal {
  evenements: string
  exclus: string
  dons: string
  points: string
}

const rowsOf = async (table: string): Promise<string> => {
  const { rows } = await sql<{ lignes: string }>`
    select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as lignes from ${sql.table(table)} as t`.execute(
    db,
  )
  return rows[0]?.lignes ?? ''
}

/**
 * Twelve events, the first ten seen by checkpoints, which began with the empty log; texts that an export could garble
 * are among them.
 */
async function write(): Promise<Journal> {
  await writeCheckpoint(db, DATA_DIR, new Date('2026-03-09T10:00:00Z'))
  await insertDons(db, [
    don({ contact_id: 'C1', order_amount: 1234.5 }),
    don({ contact_id: '=1+1' }),
  ])
  for (const contact of ['C1', 'C2', 'C3', 'C4']) await exclude(db, contact)
  await record(db, {
    type: 'EXCLUSION',
    evenement_id: '7b6f8a52-4a39-4f0e-9a51-0f6f4f0b7a10',
    contact_id: '=1+1',
    raison: `-- "faux" ;\nàè😀, '=1;+2\n"@x`,
    exclu_par: `'=x`,
    identite: '@zoe',
  })
  await writeCheckpoint(db, DATA_DIR, new Date('2026-03-10T10:00:00Z'))
  for (const contact of ['C1', 'C2', 'C3', 'C4']) await reinstate(db, contact)
  await exclude(db, 'C1')
  await writeCheckpoint(db, DATA_DIR, new Date('2026-03-11T10:00:00Z'))
  await exclude(db, 'C2')
  await exclude(db, 'C3')
  return {
    evenements: await rowsOf('evenements_exclusion'),
    exclus: await rowsOf('donateurs_exclus'),
    dons: await rowsOf('donations'),
    points: await readFile(checkpoints, 'utf8'),
  }
}

const journal = await write()

const filled = (table: string, lignes: string) => sql`
  insert into ${sql.table(table)}
  select * from jsonb_populate_recordset(null::${sql.table(table)}, ${lignes}::jsonb)`

/** Whatever a test did to it, it is as it was written. */
async function restore(): Promise<void> {
  await tamper(db, sql`truncate evenements_exclusion`)
  await tamper(db, filled('evenements_exclusion', journal.evenements))
  await empty(db, 'donateurs_exclus', 'donations')
  await filled('donateurs_exclus', journal.exclus).execute(db)
  await filled('donations', journal.dons).execute(db)
  await rm(path.dirname(checkpoints), { recursive: true, force: true })
  await mkdir(path.dirname(checkpoints), { recursive: true })
  await writeFile(checkpoints, journal.points)
}

const rehash = (from: number): RawBuilder<unknown> => sql`
  do $$
  declare
    precedente text := coalesce(
      (select empreinte from evenements_exclusion where numero = ${sql.lit(from - 1)}), repeat('0', 64));
    evenement evenements_exclusion;
  begin
    for evenement in select * from evenements_exclusion where numero >= ${sql.lit(from)} order by numero loop
      evenement.empreinte_precedente := precedente;
      evenement.empreinte := empreinte_evenement(evenement);
      update evenements_exclusion
        set empreinte_precedente = evenement.empreinte_precedente, empreinte = evenement.empreinte
        where numero = evenement.numero;
      precedente := evenement.empreinte;
    end loop;
  end $$`

const renumber = (from: number, by: number): RawBuilder<unknown>[] => [
  sql`update evenements_exclusion set numero = numero + 1000 where numero >= ${from}`,
  sql`update evenements_exclusion set numero = numero - 1000 + ${by} where numero >= 1000`,
]

const insertForged = (numero: number) => sql`
  insert into evenements_exclusion
  select ${numero}, gen_random_uuid(), 'Forgé', 'EXCLUSION', raison, exclu_par, identite, survenu_le,
    donations_concernees, montant_concerne, empreinte, repeat('a', 64)
  from evenements_exclusion where numero = ${numero - 1}`

test('Une base qui ne répond pas se dit en une phrase, avec ce qu’il faut vérifier', async () => {
  const { code, report } = await runAudit({
    DATA_DIR,
    DATABASE_URL: 'postgresql://x@127.0.0.1:1/x',
  })
  expect(report).toMatch(
    /^L’audit n’a pas pu se faire\u00A0: la base de données ne répond pas à l’adresse donnée\. Vérifiez-la/,
  )
  expect(code).toBe(2)
})

describe('Un journal intact', () => {
  beforeEach(restore)

  test('se vérifie dans la base, avec ses points de contrôle', async () => {
    const { code, report } = await runAudit(settings)
    expect(report).toMatch(/Événements +: 12\u00A0événements/)
    expect(report).toMatch(/Chaîne +: intacte/)
    expect(report).toMatch(/Points de contrôle : 3\u00A0points, tous retrouvés/)
    expect(report).toMatch(/État courant +: conforme au journal/)
    expect(report).toMatch(/Jugés légitimes +: 0\u00A0décision/)
    expect(report).toMatch(/Protections +: en place/)
    expect(report).toMatch(/Résultat +: journal intact/)
    expect(code).toBe(0)
  })

  test('[0.1.0 C] se vérifie dans un fichier exporté, textes difficiles compris', async () => {
    await writeFile(exported, (await app.inject('/api/exclusions/historique.csv')).rawPayload)
    const { code, report } = await audit(exported)
    expect(report).toMatch(/Événements +: 12\u00A0événements/)
    expect(report).toMatch(/Points de contrôle : 3\u00A0points, tous retrouvés/)
    expect(code, report).toBe(0)
  })

  test('dit combien de fois un donateur a été jugé légitime, et depuis quand', async () => {
    const judged = await createDatabase()
    await judgeLegitime(judged.db, 'C1')
    await judgeLegitime(judged.db, 'C2')
    const { report } = await auditInThread({ DATABASE_URL: judged.url, DATA_DIR })
    await judged.drop()
    expect(report).toMatch(/Jugés légitimes +: 2\u00A0décisions\n +du 20\d\d-\S+Z au 20\d\d-\S+Z\n/)
  })

  test('reçoit un point de contrôle à la demande', async () => {
    expect((await audit('--point-de-controle')).code).toBe(0)
    const lines = (await readFile(checkpoints, 'utf8')).trim().split('\n')
    expect(JSON.parse(lines[3] ?? '')).toMatchObject({ evenements: 12 })
    expect((await audit()).report).toMatch(/4\u00A0points, tous retrouvés/)
  })

  test('reste intact quand une panne a coupé la dernière ligne des points de contrôle', async () => {
    await writeFile(checkpoints, '{"evenements":12,"em', { flag: 'a' })
    const { code, report } = await audit()
    expect(report).toMatch(/3\u00A0points, tous retrouvés ; 1\u00A0ligne illisible/)
    expect(code).toBe(0)
  })
})

/** What a superuser who switches the triggers off can do, and what the audit must say of it. */
const TAMPERINGS: { what: string; damages: RawBuilder<unknown>[]; says: RegExp }[] = [
  ...['contact_id', 'raison', 'exclu_par', 'identite'].map((column) => ({
    what: `modifier un événement (${column})`,
    damages: [sql`update evenements_exclusion set ${sql.ref(column)} = 'autre' where numero = 7`],
    says: /n° 7\n.*son contenu ne correspond plus à son empreinte/,
  })),
  ...[
    sql`survenu_le = survenu_le + interval '1 microsecond'`,
    sql`donations_concernees = donations_concernees + 1`,
    sql`montant_concerne = montant_concerne + 0.01`,
    sql`evenement_id = gen_random_uuid()`,
    sql`type = case type when 'EXCLUSION' then 'REINTEGRATION' else 'EXCLUSION' end`,
    sql`empreinte_precedente = repeat('b', 64)`,
  ].map((change, at) => ({
    what: `modifier un événement (autre champ ${at + 1})`,
    damages: [sql`update evenements_exclusion set ${change} where numero = 7`],
    says: /n° 7\n.*son contenu ne correspond plus à son empreinte/,
  })),
  {
    what: 'modifier un événement et récrire son empreinte',
    damages: [
      sql`update evenements_exclusion set raison = 'autre' where numero = 7`,
      sql`update evenements_exclusion e set empreinte = empreinte_evenement(e) where numero = 7`,
    ],
    says: /n° 8\n.*il ne suit pas l’événement qui le précède/,
  },
  {
    what: 'supprimer au milieu',
    damages: [sql`delete from evenements_exclusion where numero = 7`],
    says: /n° 7\n.*l’événement n° 7 manque/,
  },
  {
    what: 'supprimer au milieu et renuméroter la suite',
    damages: [sql`delete from evenements_exclusion where numero = 7`, ...renumber(8, -1)],
    says: /n° 7\n.*son contenu ne correspond plus à son empreinte/,
  },
  {
    what: 'supprimer le premier',
    damages: [sql`delete from evenements_exclusion where numero = 1`],
    says: /n° 1\n.*l’événement n° 1 manque/,
  },
  {
    what: 'couper la fin',
    damages: [sql`delete from evenements_exclusion where numero >= 9`],
    says: /n° 9\n.*le point de contrôle du 2026-03-11T10:00:00.000Z a vu 10 événements, la fin du journal a été coupée/,
  },
  {
    what: 'tout supprimer',
    damages: [sql`truncate evenements_exclusion`],
    says: /n° 1\n.*la fin du journal a été coupée/,
  },
  {
    what: 'intervertir deux événements',
    damages: [
      sql`update evenements_exclusion set numero = 1000 where numero = 6`,
      sql`update evenements_exclusion set numero = 6 where numero = 7`,
      sql`update evenements_exclusion set numero = 7 where numero = 1000`,
    ],
    says: /n° 6\n.*son contenu ne correspond plus à son empreinte/,
  },
  {
    what: 'insérer au milieu',
    damages: [...renumber(7, 1), insertForged(7)],
    says: /n° 7\n.*son contenu ne correspond plus à son empreinte/,
  },
  {
    what: 'insérer au milieu et refaire toutes les empreintes qui suivent',
    damages: [...renumber(7, 1), insertForged(7), rehash(7)],
    says: /n° 10\n.*il n’est pas celui que le point de contrôle du 2026-03-11T10:00:00.000Z a vu/,
  },
  ...['EXCLUSION', 'REINTEGRATION'].map((type) => ({
    what: `forger ${type} que l’état du donateur ne permet pas, et refaire son empreinte`,
    damages: [
      insertForged(13),
      sql`update evenements_exclusion set type = ${type}, contact_id = case ${type} when 'EXCLUSION' then 'C2' else 'C9' end where numero = 13`,
      rehash(13),
    ],
    says: /n° 13\n.*il (exclut un donateur déjà exclu|réintègre un donateur qui n’est pas exclu)/,
  })),
  {
    what: 'insérer deux fois le même numéro, sans sa clé',
    damages: [
      sql`alter table evenements_exclusion drop constraint evenements_exclusion_pkey`,
      sql`insert into evenements_exclusion
        select (jsonb_populate_record(e, jsonb_build_object('evenement_id', gen_random_uuid()))).*
        from evenements_exclusion e where numero = 12`,
    ],
    says: /n° 12\n/,
  },
  {
    what: 'insérer à la fin sans passer par la fonction',
    damages: [insertForged(13), rehash(13)],
    says: /État courant +: DIFFÉRENT du journal pour 1\u00A0donateur\n.*Forgé/,
  },
  {
    what: 'antidater un événement et refaire toutes les empreintes qui suivent',
    damages: [
      sql`update evenements_exclusion set survenu_le = survenu_le - interval '1 day' where numero = 12`,
      rehash(12),
    ],
    says: /n° 12\n.*il est daté du .*, avant celui qui le précède/,
  },
  {
    what: 'récrire tout le journal, empreintes comprises',
    damages: [
      sql`update evenements_exclusion set raison = 'innocent', survenu_le = survenu_le - interval '1 day'`,
      rehash(1),
    ],
    says: /n° 5\n.*il n’est pas celui que le point de contrôle du 2026-03-10T10:00:00.000Z a vu/,
  },
]

describe('[0.1.0 B5] Un journal altéré par un superutilisateur est démasqué', () => {
  beforeAll(restore)

  test.each(TAMPERINGS)('$what', async ({ damages, says }) => {
    const { code, report, fault } = await within(url, async (client) => {
      const verify = createVerifier(dbWithin(client), DATA_DIR)
      expect((await verify(new Date())).valide).toBe(true)
      await tamperWithin(client, db, damages)
      const { premiere_anomalie: fault } = await verify(new Date())
      return { fault, ...(await auditWithin(client, checkpoints)) }
    })
    expect(report).toMatch(says)
    expect(report).toMatch(/Résultat +: JOURNAL ALTÉRÉ/)
    expect(code).toBe(1)
    expect(fault && { ...fault, constat: alike(fault.constat) }, 'l’écran dit la même').toEqual(
      faultIn(report, 'l’événement'),
    )
  })

  test('changer l’état courant sans événement', async () => {
    await sql`delete from donateurs_exclus where contact_id = 'C1'`.execute(db)
    await sql`insert into donateurs_exclus values ('C9', 99)`.execute(db)
    const { code, report } = await audit()
    expect(report).toMatch(/DIFFÉRENT du journal pour 2\u00A0donateurs/)
    expect(report).toMatch(/C1 : exclu selon le journal/)
    expect(report).toMatch(/C9 : noté exclu/)
    expect(code).toBe(1)

    const refused = await auditInThread({ DATABASE_URL: database.serviceUrl }, '--reconstruire')
    expect(refused.report).toContain('Donnez dans DATABASE_OWNER_URL l’adresse du propriétaire')
    expect(refused.code).toBe(2)
    const rebuilt = await audit('--reconstruire')
    expect(rebuilt.report).toMatch(/corrections : 2\./)
    expect(rebuilt.code).toBe(0)
  })
})

const LIGNES = 'evenements_exclusion_lignes_immuables'

/** The same function with another body. */
const emptied = (name: string) => sql`
  do $$
  declare texte text := pg_get_functiondef(${sql.lit(name)}::regproc);
  begin
    execute regexp_replace(texte, 'begin', 'begin if false then null; end if;', 'i');
  end $$`

const trigger = (when: string, what = 'before update or delete on') => [
  sql`drop trigger ${sql.id(LIGNES)} on evenements_exclusion`,
  sql`create trigger ${sql.id(LIGNES)} ${sql.raw(what)} evenements_exclusion
    for each row ${sql.raw(when)} execute function garder_registre('Le journal des exclusions ne se modifie pas', '', '')`,
  sql`alter table evenements_exclusion enable always trigger ${sql.id(LIGNES)}`,
]

const SILENT = sql`
  create or replace function garder_registre() returns trigger language plpgsql as
  'begin return case when tg_op = ''DELETE'' then old else new end; end'`

/** What a superuser can do to the protections, and what the audit must say of it. */
const WEAKENINGS: { what: string; damages: RawBuilder<unknown>[]; says: RegExp }[] = [
  {
    what: 'débrancher un déclencheur',
    damages: [sql`alter table evenements_exclusion disable trigger ${sql.id(LIGNES)}`],
    says: /ABSENTES \(update de evenements_exclusion, delete de evenements_exclusion n’est plus refusé/,
  },
  {
    what: 'le laisser dormir pendant une réplication',
    damages: [sql`alter table evenements_exclusion enable trigger ${sql.id(LIGNES)}`],
    says: /ABSENTES \(update de evenements_exclusion, delete de evenements_exclusion n’est plus refusé/,
  },
  {
    what: 'lui donner une condition qui n’est jamais vraie',
    damages: trigger('when (false)'),
    says: /ABSENTES \(update de evenements_exclusion, delete de evenements_exclusion n’est plus refusé/,
  },
  {
    what: 'ne lui laisser qu’une colonne',
    damages: trigger('', 'before update of montant_concerne or delete on'),
    says: /ABSENTES \(update de evenements_exclusion, delete de evenements_exclusion n’est plus refusé/,
  },
  {
    what: 'le faire passer après',
    damages: trigger('', 'after update or delete on'),
    says: /le déclencheur evenements_exclusion_lignes_immuables n’est plus celui/,
  },
  {
    what: 'vider la fonction qui refuse',
    damages: [SILENT],
    says: /ABSENTES \(.*update de evenements_exclusion, delete de evenements_exclusion, truncate de evenements_exclusion/,
  },
  {
    what: 'ajouter un déclencheur',
    damages: [
      sql`create function glisser() returns trigger language plpgsql as 'begin new.raison := ''x''; return new; end'`,
      sql`create trigger glisser before insert on evenements_exclusion for each row execute function glisser()`,
    ],
    says: /MODIFIÉES\n +le déclencheur glisser n’est pas de l’application/,
  },
  {
    what: 'ajouter une règle',
    damages: [sql`create rule ecarter as on delete to evenements_exclusion do instead nothing`],
    says: /la règle ecarter sur evenements_exclusion/,
  },
  {
    what: 'cacher des lignes',
    damages: [
      sql`alter table evenements_exclusion enable row level security`,
      sql`create policy cacher on evenements_exclusion using (numero < 5)`,
    ],
    says: /la politique cacher sur evenements_exclusion/,
  },
  {
    what: 'cacher des dons',
    damages: [
      sql`alter table donations enable row level security, force row level security`,
      sql`create policy cacher on donations using (id <> 'G42')`,
    ],
    says: /la politique cacher sur donations[^]*la table donations cache des lignes/,
  },
  ...[
    'ajouter_evenement_exclusion',
    'inscrire_evenement_exclusion',
    'reconstruire_donateurs_exclus',
    'inscrire_decision_legitime',
  ].map((name) => ({
    what: `récrire ${name}`,
    damages: [emptied(name)],
    says: new RegExp(`la fonction ${name} n’est plus celle de l’application`),
  })),
  {
    what: 'récrire l’empreinte',
    damages: [
      sql`create or replace function champ_canonique(champ text) returns text
        language sql stable return coalesce(champ, '-')`,
    ],
    says: /la fonction champ_canonique n’est plus celle de l’application/,
  },
  {
    what: 'doubler la fonction d’ajout',
    damages: [
      sql`create function ajouter_evenement_exclusion(text) returns text language sql return $1`,
    ],
    says: /la fonction ajouter_evenement_exclusion est là plusieurs fois/,
  },
  {
    what: 'changer les réglages d’une fonction',
    damages: [
      sql`alter function inscrire_evenement_exclusion set search_path = depots, public, pg_temp`,
    ],
    says: /la fonction inscrire_evenement_exclusion n’est plus celle de l’application/,
  },
  {
    what: 'donner au service le droit d’écrire',
    damages: [sql`grant update (raison) on evenements_exclusion to dons_service`],
    says: /dons_service a le droit UPDATE sur evenements_exclusion.raison/,
  },
  {
    what: 'donner au service le droit d’écrire des décisions',
    damages: [sql`grant insert on decisions_legitimes to dons_service`],
    says: /dons_service a le droit INSERT sur decisions_legitimes/,
  },
  {
    what: 'donner au service un rôle qui écrit partout',
    damages: [sql`grant pg_write_all_data to dons_service`],
    says: /dons_service a les droits du rôle pg_write_all_data/,
  },
  {
    what: 'donner au service un rôle qui en a un autre',
    damages: [
      sql`create role passe`,
      sql`grant pg_execute_server_program to passe`,
      sql`grant passe to dons_service`,
    ],
    says: /du rôle passe[^]*du rôle pg_execute_server_program/,
  },
  {
    what: 'laisser le service faire des rôles',
    damages: [sql`alter role dons_service createrole`],
    says: /dons_service a l’attribut CREATEROLE/,
  },
  {
    what: 'débrancher ce qui protège les décisions',
    damages: [sql`alter table decisions_legitimes disable trigger user`],
    says: /ABSENTES \(.*update de decisions_legitimes, delete de decisions_legitimes, truncate de decisions_legitimes/,
  },
  {
    what: 'vider la fonction qui protège les registres',
    damages: [
      sql`create or replace function garder_registre() returns trigger
        language plpgsql as 'begin return null; end'`,
    ],
    says: /ABSENTES \(update de evenements_exclusion, .*update de decisions_legitimes, delete de decisions_legitimes, truncate de decisions_legitimes/,
  },
  {
    what: 'faire appeler une autre fonction',
    damages: [
      sql`create or replace trigger decisions_legitimes_table_immuable before truncate on decisions_legitimes
        for each statement execute function enchainer_registre()`,
      sql`alter table decisions_legitimes enable always trigger decisions_legitimes_table_immuable`,
    ],
    says: /le déclencheur decisions_legitimes_table_immuable n’est plus celui/,
  },
  {
    what: 'donner les décisions au service',
    damages: [sql`alter table decisions_legitimes owner to dons_service`],
    says: /la table decisions_legitimes n’est pas au propriétaire du journal/,
  },
  {
    what: 'donner à tout le monde le droit de lire',
    damages: [sql`grant select on donateurs_exclus to public`],
    says: /tout le monde a le droit SELECT sur donateurs_exclus/,
  },
  {
    what: 'donner le journal au service',
    damages: [sql`alter table evenements_exclusion owner to dons_service`],
    says: /dons_service peut devenir le propriétaire du journal/,
  },
  {
    what: 'ne plus écrire la table dans les fichiers durables',
    damages: [sql`alter table evenements_exclusion set unlogged`],
    says: /evenements_exclusion n’est pas une table ordinaire et durable/,
  },
  {
    what: 'lui donner une héritière',
    damages: [sql`create table heritiere () inherits (evenements_exclusion)`],
    says: /la table evenements_exclusion a une héritière, heritiere/,
  },
  {
    what: 'ôter la clé des numéros',
    damages: [sql`alter table evenements_exclusion drop constraint evenements_exclusion_pkey`],
    says: /le journal n’a plus de clé sur numero/,
  },
]

describe('[0.1.0 B2] Des protections affaiblies sont démasquées', () => {
  /** Without checkpoints a sound log has a code of its own. */
  const elsewhere = path.join(DATA_DIR, 'ailleurs')
  let weakened: TestDatabase
  beforeAll(async () => {
    await restore()
    weakened = await createDatabase()
    await exclude(weakened.db, 'C1')
    await judgeLegitime(weakened.db, 'C9')
  })
  afterAll(() => weakened.drop())

  test.each(WEAKENINGS)('$what', async ({ damages, says }) => {
    const audits = await within(weakened.url, async (client) => {
      await runWithin(client, weakened.db, damages)
      const administrators = await auditWithin(client, elsewhere)
      await client.query(`set local session authorization ${ROLES.service}`)
      return [administrators, await auditWithin(client, elsewhere)]
    })
    for (const { code, report } of audits) {
      expect(report).toMatch(says)
      expect(report).toMatch(/Résultat +: JOURNAL ALTÉRÉ/)
      expect(code).toBe(1)
    }
  })

  test('[0.1.0 B2] et celles qui tiennent, essayées pour de vrai, laissent le journal comme il était', async () => {
    const before = await db
      .selectFrom('evenements_exclusion')
      .selectAll()
      .orderBy('numero')
      .execute()
    expect((await audit()).report).toMatch(/Protections +: en place/)
    expect(
      await db.selectFrom('evenements_exclusion').selectAll().orderBy('numero').execute(),
    ).toEqual(before)
  })
})

describe('Les points de contrôle', () => {
  beforeEach(restore)

  const rewriteAll = async () => {
    await tamper(db, sql`update evenements_exclusion set raison = 'innocent'`)
    await tamper(db, rehash(1))
  }

  test('[0.1.0 B3] qui manquent laissent le journal sans garant, ce qui a son propre code', async () => {
    for (const lose of [
      () => rm(checkpoints),
      () => writeFile(checkpoints, ''),
      () => writeFile(checkpoints, '{"evenements":12,"em'),
    ]) {
      await lose()
      await rewriteAll()
      const { code, report } = await audit()
      expect(report).toMatch(/Résultat +: journal intact en lui-même, mais SANS POINT DE CONTRÔLE/)
      expect(code).toBe(3)
      await expect(writeCheckpoint(db, DATA_DIR, new Date())).rejects.toThrow(
        'il n’y en a pas encore, et le journal n’est pas vide',
      )
      expect((await audit()).code, 'le service n’en a pas posé un premier').toBe(3)
    }
    expect((await audit('--point-de-controle')).code).toBe(0)
    expect((await audit()).code).toBe(0)
  })

  test.each([
    {
      what: 'brouillés',
      damage: async () => {
        const text = await readFile(checkpoints, 'utf8')
        await writeFile(checkpoints, text.replaceAll('{', '('))
      },
      says: /FICHIER ABÎMÉ : le fichier des points de contrôle a 3\u00A0lignes illisibles \(.*exclusions\.jsonl\)/,
    },
    {
      what: 'dont une ligne est illisible avant la dernière',
      damage: async () => {
        const [first, , ...rest] = (await readFile(checkpoints, 'utf8')).split('\n')
        await writeFile(checkpoints, [first, '{"evenements":5', ...rest].join('\n'))
      },
      says: /FICHIER ABÎMÉ : .* a 1\u00A0ligne illisible/,
    },
    {
      what: 'remplacés par un lien vers rien',
      damage: async () => {
        await rm(checkpoints)
        await symlink('/dev/null', checkpoints)
      },
      says: /FICHIER ABÎMÉ : .* n’est pas un fichier ordinaire/,
    },
  ])(
    '[0.1.0 B3] $what sont une anomalie, et rien ne s’écrit après eux',
    async ({ damage, says }) => {
      await damage()
      await rewriteAll()
      const { code, report } = await audit('--point-de-controle')
      expect(report).toMatch(says)
      expect(code).toBe(1)
      await expect(writeCheckpoint(db, DATA_DIR, new Date())).rejects.toThrow(
        'Aucun point de contrôle',
      )
      expect((await audit()).code).toBe(1)
    },
  )

  test('[0.1.0 B3] ne suivent pas un journal auquel le dernier d’entre eux ne mène pas', async () => {
    const before = await readFile(checkpoints, 'utf8')
    const expectRefused = async () => {
      await expect(writeCheckpoint(db, DATA_DIR, new Date())).rejects.toThrow(
        /Aucun point de contrôle noté/,
      )
      expect(await readFile(checkpoints, 'utf8')).toBe(before)
    }
    await tamper(db, sql`update evenements_exclusion set raison = 'autre' where numero = 12`)
    await expectRefused()
    await rewriteAll()
    await expectRefused()
    await tamper(db, sql`truncate evenements_exclusion`)
    await expectRefused()
  })

  test('[0.1.0 B3] posés par deux services à la fois sont tous lisibles', async () => {
    await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        await exclude(db, `D${at}`)
        await writeCheckpoint(db, DATA_DIR, new Date())
      }),
    )
    const { code, report } = await audit()
    expect(report).toMatch(/tous retrouvés\n(?!.*ABÎMÉ)/)
    expect(code, report).toBe(0)
  })
})

describe('Qui se porte garant du journal', () => {
  beforeEach(restore)

  const resume = () => audit('--reprendre', '--par', 'Zoé Ünal', '--motif', 'horloge déréglée')

  test('[0.1.0 C] le fait par son nom et son motif, et l’audit le redit chaque fois', async () => {
    await tamper(db, sql`delete from evenements_exclusion where numero > 8`)
    await sql`select reconstruire_donateurs_exclus()`.execute(db)
    expect((await audit()).code).toBe(1)
    expect((await audit('--reprendre', '--par', 'Zoé')).report).toMatch(
      /demande qui s’en porte garant/,
    )
    expect((await audit()).code).toBe(1)

    const done = await resume()
    expect(done.report).toMatch(/Anciens points de contrôle mis de côté dans exclusions-archive-/)
    expect(done.code).toBe(0)
    const { code, report } = await audit()
    expect(report).toMatch(
      /Reprise +: le .*, Zoé Ünal s’est porté garant .* l’événement n° 8\n +motif : horloge déréglée\n +anciens points de contrôle : exclusions-archive-/,
    )
    expect(code, report).toBe(0)
    const [aside = ''] = (await readdir(path.dirname(checkpoints))).filter((name) =>
      name.includes('archive'),
    )
    expect(await readFile(path.join(path.dirname(checkpoints), aside), 'utf8')).toContain(
      '"evenements":10',
    )
    await exclude(db, 'C9')
    await writeCheckpoint(db, DATA_DIR, new Date())
    expect((await audit()).code).toBe(0)
  })

  test('[0.1.0 B5] répond de dates qui reculent, et d’elles seules', async () => {
    const backwards = (numero: number) =>
      tamper(
        db,
        sql`update evenements_exclusion set survenu_le = survenu_le - interval '1 day' where numero = ${numero}`,
      )
    await backwards(11)
    await tamper(db, rehash(11))
    expect((await audit()).report).toMatch(/n° 11\n.*il est daté du/)
    expect((await resume()).code).toBe(0)
    const { code, report } = await audit()
    expect(report).toMatch(/Dates +: reculent à l’événement n° 11/)
    expect(code, report).toBe(0)

    await exclude(db, 'C8')
    await exclude(db, 'C9')
    await backwards(14)
    await tamper(db, rehash(14))
    expect((await audit()).report).toMatch(/n° 14\n.*il est daté du/)
  })

  test('[0.1.0 C] ne le peut pas d’une chaîne rompue, ni n’a rien à dire d’un journal intact', async () => {
    expect((await resume()).report).toMatch(/Rien à reprendre/)
    await tamper(db, sql`update evenements_exclusion set raison = 'autre' where numero = 7`)
    const { code, report } = await resume()
    expect(report).toMatch(/Reprise refusée : la chaîne elle-même est rompue/)
    expect(code).toBe(1)
  })
})

describe('Une base qui change pendant l’audit', () => {
  const during =
    "datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()"
  const count = async (one: TestDatabase, which: string) => {
    const { rows } = await one.pool.query(
      `select from pg_stat_activity where ${during} and ${which}`,
    )
    return rows.length
  }

  test('est attendue : il en voit tout, ou rien', async () => {
    const one = await createDatabase()
    const { found } = await one.db.transaction().execute(async (importing) => {
      await sql`lock table donations in access exclusive mode`.execute(importing)
      const found = readDatabase(one.url, (state) => state.readDecisions())
      await vi.waitUntil(() => count(one, "wait_event_type = 'Lock'"), { timeout: 10_000 })
      await judgeLegitime(importing, 'C1')
      return { found }
    })
    expect((await found).nombre).toBe(1)
    await one.drop()
  })

  test('et qui le quitte entre deux questions ne se lit plus, sans l’arrêter', async () => {
    const one = await createDatabase()
    const found = readDatabase(one.url, async (state) => {
      const reading = "state = 'idle in transaction'"
      await one.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where ${during} and ${reading}`,
      )
      await vi.waitUntil(async () => (await count(one, reading)) === 0)
      return state.readDecisions()
    })
    await expect(found).rejects.toThrow()
    await one.drop()
  })
})

describe('Ce qui ne peut pas se vérifier', () => {
  test('un fichier qui n’est pas un historique', async () => {
    await writeFile(exported, 'id;nom\r\n1;x\r\n')
    const { code, report } = await audit(exported)
    expect(report).toMatch(
      /n’est pas un historique des exclusions : il n’a pas de colonne « Numéro »/,
    )
    expect(code).toBe(2)
  })

  test('un fichier modifié se voit', async () => {
    const { body } = await app.inject('/api/exclusions/historique.csv')
    await writeFile(exported, body.replace('1234,50', '9234,50'))
    const { code, report } = await audit(exported)
    expect(report).toMatch(/n° 1\n.*son contenu ne correspond plus/)
    expect(code).toBe(1)
  })
})
