import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRegistresVerifier, writeCheckpoint } from '../../../service/exclusions/chaine'
import { connect } from '../../../service/platform/database/connect'
import { MIGRATIONS } from '../../../service/platform/database/migration/files'
import { migrate } from '../../../service/platform/database/migration/migrate'
import { readRegistres } from '../../../service/platform/database/migration/registres'
import { refresh } from '../../support/analyses'
import { alike, auditInThread, auditWithin, dbWithin, within } from '../../support/audit'
import { verifier } from '../../support/controles'
import { judgeLegitime } from '../../support/exclusion'
import { createDatabase, startService } from '../../support/service'
import { tamper, tamperWithin } from '../../support/tamper'

const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-registres-'))
const checkpoints = path.join(DATA_DIR, 'checkpoints', 'exclusions.jsonl')
const { app, database } = await startService({ DATA_DIR })
const { db } = database
const service = new pg.Client({ connectionString: database.serviceUrl })
await service.connect()
afterAll(async () => {
  await service.end()
  await rm(DATA_DIR, { recursive: true })
})

const REGISTRES = readRegistres()
const SUIVIS = Object.keys(REGISTRES).filter((table) => REGISTRES[table]?.actes)

/** Two rows in every register that is followed, as the service's role writes them. */
const ACTES = [
  `insert into donateurs_anonymises (contact_id) values ('A1'), ('A2')`,
  `insert into modeles_fichiers (id, version, nom, lecture, par) values ('m', 1, 'Outil', '{"a": 1}', 'Zoé'), ('m', 2, 'Outil', '{"a": 2}', 'Zoé')`,
  `insert into modeles_oublies (id, par) values ('m', 'Zoé'), ('n', 'Zoé')`,
  `insert into journal_exports (fichier, par, parametres) values ('liste', 'Zoé', '{}'), ('selection', 'Luc', '{}')`,
  `update journal_exports set termine_le = clock_timestamp(), lignes = 3, sha256 = repeat('a', 64) where par = 'Zoé'`,
  `insert into listes_gardees (nom, adresse, gardee_par) values ('Une', '/donateurs', 'Zoé'), ('Deux', '/donateurs', 'Zoé')`,
  `insert into listes_mesures select liste_id, 1, 10, 100 from listes_gardees`,
  `insert into listes_membres (liste_id, contact_id, depuis) select liste_id, 'M' || i, 1 from listes_gardees, generate_series(1, 3) i`,
  `update listes_membres set jusqua = 2 where contact_id = 'M3'`,
  `select inscrire_total_comptable(2024::smallint, null, 100, null, 'Utilisateur', null), inscrire_total_comptable(2023::smallint, null, 50, null, 'Utilisateur', null)`,
  `insert into ecarts_expliques (annee, comptabilite, tableau_de_bord, raison, explique_par) values (2024, 100, 90, 'à cheval', 'Zoé'), (2023, 50, 40, 'à cheval', 'Zoé')`,
  `select inscrire_poids_regle(gen_random_uuid(), 'T1', 50, 'trop', 'Utilisateur', null, 1, 2), inscrire_poids_regle(gen_random_uuid(), 'T2', 25, 'trop', 'Utilisateur', null, 1, 2)`,
  `insert into vagues_legitimes (decision_id, regle, jour, montant, cle, donateurs, total, raison, decide_par) select gen_random_uuid(), 'B3', '2024-12-07', montant, 'SMS', 30, 60, 'Soirée', 'Zoé' from generate_series(1, 2) as montant`,
  `insert into mots_verification (decision_id, liste, mot, retire, raison, decide_par) select gen_random_uuid(), 'essais', mot, false, 'à nous', 'Zoé' from unnest(array['bac', 'sable']) as mot`,
  `select inscrire_campagnes('[{"code": "HIVER", "cout": 100, "exercice": 2024}, {"code": "ETE", "cout": 50, "exercice": 2024}]', 'Utilisateur', null)`,
  `select inscrire_objectif(2024::smallint, 'montant', null, 1000, 'Utilisateur', null), inscrire_objectif(2024::smallint, 'donateurs', null, 10, 'Utilisateur', null)`,
  `select inscrire_oppositions(false, 'deces', array['O1', 'O2', 'O3'], '{}', current_date, 'famille', 'Zoé')`,
  `insert into contacts_partages (demande_id, contact_id, nouveau_id, cles, dons, jusqua, fichier_id, raison, decide_par) select gen_random_uuid(), 'P1', 'P' || n, array['\\x01'::bytea], 2, '2024-05-01', gen_random_uuid(), 'mère et fille', 'Zoé' from generate_series(2, 3) as n`,
  `insert into remerciements (contact_id, jour, par) values ('R1', '2024-05-01', 'Zoé'), ('R2', '2024-05-02', 'Zoé')`,
]

/** A column of each that matters, with another value. */
const AUTRE: Record<string, string> = {
  decisions_legitimes: `raison = 'autre'`,
  donateurs_anonymises: `contact_id = contact_id || 'x'`,
  modeles_fichiers: `lecture = '{"a": 3}'`,
  modeles_oublies: `par = 'Luc'`,
  journal_exports: `par = 'Personne'`,
  listes_gardees: `adresse = '/donateurs?annee=2024'`,
  listes_mesures: `donateurs = donateurs + 1`,
  listes_membres: `contact_id = 'AUTRE'`,
  totaux_comptables: `montant = 1`,
  ecarts_expliques: `raison = 'autre'`,
  poids_regles: `poids = 100`,
  vagues_legitimes: `jour = '2024-12-08'`,
  mots_verification: `retire = true`,
  campagnes_versions: `cout = 1`,
  objectifs: `valeur = 1`,
  oppositions_actes: `levee = true`,
  contacts_partages: `contact_id = 'P9'`,
  remerciements: `par = 'Personne'`,
}

/** What a row more has of its own beside its key. */
const UNIQUES: Record<string, string> = {
  poids_regles: `jsonb_build_object('decision_id', gen_random_uuid())`,
  mots_verification: `jsonb_build_object('decision_id', gen_random_uuid())`,
  contacts_partages: `jsonb_build_object('demande_id', gen_random_uuid(), 'nouveau_id', 'P9')`,
}

/** The key of a row more. */
const CLE: Record<string, unknown> = {
  decision_id: '7b6f8a52-4a39-4f0e-9a51-0f6f4f0b7a10',
  export_id: '7b6f8a52-4a39-4f0e-9a51-0f6f4f0b7a10',
  contact_id: 'Z9',
  id: 'z',
  version: 99,
  publication: 99,
  depuis: 99,
  numero: 999,
}

const first = (table: string) => `ctid = (select ctid from ${table} order by ctid limit 1)`
const changed = (table: string) => `update ${table} set ${AUTRE[table]} where ${first(table)}`
const removed = (table: string) => `delete from ${table} where ${first(table)}`
const added = (table: string) => {
  const key = JSON.stringify(
    Object.fromEntries(
      (REGISTRES[table]?.cle ?? []).flatMap((column) =>
        table === 'listes_gardees'
          ? [[column, CLE['export_id']]]
          : column in CLE
            ? [[column, CLE[column]]]
            : [],
      ),
    ),
  )
  return `insert into ${table} overriding system value
    select (jsonb_populate_record(l, '${key}' || ${UNIQUES[table] ?? `'{}'::jsonb`})).*
    from ${table} as l where ${first(table).replace('ctid =', 'l.ctid =')}`
}

beforeAll(async () => {
  await judgeLegitime(db, 'C1')
  await judgeLegitime(db, 'C2')
  for (const acte of ACTES) await service.query(acte)
  await writeCheckpoint(db, DATA_DIR, new Date(), { first: true })
})

const audit = () => auditInThread({ DATABASE_URL: database.url, DATA_DIR })

test('B3 chaque registre a ses actes, et l’audit dit depuis quand ils répondent', async () => {
  const { rows } = await service.query<{ registre: string; actes: string }>(
    'select registre, count(*) as actes from registres_actes group by registre order by registre',
  )
  expect(rows.map(({ registre }) => registre)).toEqual([...SUIVIS].sort())
  for (const { registre, actes } of rows) expect(Number(actes), registre).toBeGreaterThan(1)
  const { code, report } = await audit()
  expect(report).toMatch(/Registres +: ce que leurs actes enchaînés ont écrit \(\d+ actes\)/)
  expect(report).toMatch(/suivis depuis le \d{4}-/)
  expect(code).toBe(0)
  const [last] = (await readFile(checkpoints, 'utf8')).trim().split('\n').slice(-1)
  expect(Object.keys((JSON.parse(last ?? '') as { registres: object }).registres).sort()).toEqual(
    [...SUIVIS].sort(),
  )
})

describe('B4 Le rôle du service ne peut pas', () => {
  const all = [...SUIVIS, 'registres_actes']
  test.each([
    ...SUIVIS.map((table) => changed(table)),
    ...all.map((table) => removed(table)),
    ...all.map((table) => `truncate ${table} cascade`),
    ...all.map((table) => `alter table ${table} disable trigger user`),
    ...SUIVIS.filter((table) => REGISTRES[table]?.par !== 'service').map(added),
    `update registres_actes set contenu = 'autre'`,
    `insert into registres_actes select * from registres_actes limit 1`,
    `select enchainer_actes('oppositions_actes', 'AJOUT', array['[9]'], array['x'])`,
    'call enchainer_registres()',
    `create or replace function garder_registre() returns trigger language plpgsql as 'begin return new; end'`,
    'update journal_exports set termine_le = null where termine_le is not null',
    'update listes_membres set jusqua = 3 where jusqua = 2',
    `update listes_gardees set nom = 'Autre'`,
  ])('%s', async (statement) => {
    await expect(service.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('retirer d’une liste gardée que ce qui n’en est plus, et du journal des exports que le vieux', async () => {
    await service.query('begin')
    await service.query(
      `update listes_gardees set retiree_par = 'Zoé', retiree_le = clock_timestamp() where nom = 'Deux'`,
    )
    const { rowCount } = await service.query(
      `delete from listes_membres where liste_id in (select liste_id from listes_gardees where nom = 'Deux')`,
    )
    expect(rowCount).toBe(3)
    await expect(service.query('delete from listes_membres')).rejects.toMatchObject({
      code: '42501',
    })
    await service.query('rollback')
  })
})

/** What the owner's role can do with the triggers switched off, and on again. */
interface Alteration {
  what: string
  table: string
  statements: string[]
  says: RegExp
}

/** The acts on a register from a number on, chained anew. */
const rechain = (table: string) => `
  do $$
  declare
    precedente text := repeat('0', 64);
    acte registres_actes;
  begin
    for acte in select * from registres_actes where registre = '${table}' order by numero loop
      precedente := encode(sha256(convert_to(
        champ_canonique('acte/1') || champ_canonique(acte.registre) || champ_canonique(acte.numero::text)
          || champ_canonique(acte.geste) || champ_canonique(acte.cle) || champ_canonique(acte.contenu)
          || champ_canonique(to_char(acte.le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
          || champ_canonique(precedente), 'UTF8')), 'hex');
      update registres_actes set empreinte = precedente where registre = acte.registre and numero = acte.numero;
    end loop;
  end $$`

const OPPOSITION = `registre = 'oppositions_actes'`

const ALTERATIONS: Alteration[] = [
  ...SUIVIS.flatMap((table): Alteration[] => {
    const { nom = '', actes } = REGISTRES[table] ?? {}
    const sums = actes === 'sommes'
    return [
      {
        what: `changer : ${nom}`,
        table,
        statements: [changed(table)],
        says: new RegExp(
          sums ? `${nom} : les lignes ne sont plus` : `${nom} : la ligne .*n’est plus`,
        ),
      },
      {
        what: `effacer : ${nom}`,
        table,
        statements: [
          ...(table === 'listes_gardees'
            ? ['delete from listes_membres', 'delete from listes_mesures']
            : []),
          removed(table),
        ],
        says: new RegExp(
          sums ? `${nom} : 5 lignes sont là, 6` : `${nom} : la ligne .* n’est plus là`,
        ),
      },
      {
        what: `ajouter : ${nom}`,
        table,
        statements: [added(table)],
        says: new RegExp(
          sums ? `${nom} : 7 lignes sont là, 6` : `${nom} : la ligne .* est là sans acte`,
        ),
      },
    ]
  }),
  {
    what: 'tout effacer des oppositions, actes compris',
    table: 'oppositions_actes',
    statements: [
      'delete from oppositions_actes',
      `delete from registres_actes where ${OPPOSITION}`,
    ],
    says: /les actes d’opposition : l’acte n° 1 manque : le point de contrôle du .* en a vu 4/,
  },
  {
    what: 'effacer une opposition et son acte, le dernier',
    table: 'oppositions_actes',
    statements: [
      'delete from oppositions_actes where numero = (select max(numero) from oppositions_actes)',
      `delete from registres_actes where ${OPPOSITION} and numero = 4`,
    ],
    says: /les actes d’opposition : l’acte n° 4 manque : le point de contrôle/,
  },
  {
    what: 'effacer un acte du milieu',
    table: 'registres_actes',
    statements: [`delete from registres_actes where ${OPPOSITION} and numero = 3`],
    says: /les actes d’opposition : l’acte n° 3 manque/,
  },
  ...[
    ['son contenu', `contenu = repeat('0', 64)`],
    ['sa clé', `cle = '[77]'`],
    ['sa date', `le = le + interval '1 day'`],
    ['ce qu’il dit', `geste = 'RETRAIT'`],
    ['son empreinte', `empreinte = repeat('0', 64)`],
  ].map(([what, change]) => ({
    what: `changer d’un acte ${what}`,
    table: 'registres_actes',
    statements: [`update registres_actes set ${change} where ${OPPOSITION} and numero = 2`],
    says: /les actes d’opposition : l’acte n° 2 ne correspond plus à son empreinte/,
  })),
  {
    what: 'changer une opposition, son acte, et toute la chaîne après lui',
    table: 'oppositions_actes',
    statements: [
      `update oppositions_actes set levee = true where numero = 1`,
      `update registres_actes set contenu = (
        select encode(sha256(convert_to(jsonb_strip_nulls(to_jsonb(o))::text, 'UTF8')), 'hex') from oppositions_actes o where numero = 1
      ) where ${OPPOSITION} and cle = '[1]'`,
      rechain('oppositions_actes'),
    ],
    says: /les actes d’opposition : l’acte n° 4 n’est pas celui que le point de contrôle du .* a vu/,
  },
  {
    what: 'recommencer tous les registres, comme une base d’avant',
    table: 'oppositions_actes',
    statements: [
      'delete from oppositions_actes where numero = 3',
      'delete from registres_actes',
      'call enchainer_registres()',
    ],
    says: /les actes d’opposition : l’acte n° 4 manque : le point de contrôle/,
  },
  {
    what: 'recommencer un registre une deuxième fois',
    table: 'registres_actes',
    statements: [`select enchainer_actes('oppositions_actes', 'DEBUT', array[''], array[''])`],
    says: /les actes d’opposition : l’acte n° 5 recommence le registre/,
  },
  {
    what: 'dire trouvée une ligne d’après le début',
    table: 'registres_actes',
    statements: [
      added('oppositions_actes'),
      `delete from registres_actes where ${OPPOSITION} and numero = 5`,
      `select enchainer_actes('oppositions_actes', 'TROUVEE', array['[999]'], array[
        (select encode(sha256(convert_to(jsonb_strip_nulls(to_jsonb(o))::text, 'UTF8')), 'hex') from oppositions_actes o where numero = 999)
      ])`,
    ],
    says: /les actes d’opposition : l’acte n° 5 dit trouvée une ligne d’après le début/,
  },
  {
    what: 'inventer un registre',
    table: 'registres_actes',
    statements: [`select enchainer_actes('inconnu', 'DEBUT', array[''], array[''])`],
    says: /inconnu : aucun registre suivi n’a ce nom/,
  },
  {
    what: 'changer la somme des membres dans un acte',
    table: 'registres_actes',
    statements: [
      "delete from listes_membres where contact_id = 'M1'",
      `update registres_actes set contenu = '1:1' where registre = 'listes_membres' and numero = 2`,
    ],
    says: /les membres des listes gardées : l’acte n° 2 ne correspond plus à son empreinte/,
  },
]

describe('B3 Avec le rôle du propriétaire, déclencheurs débranchés puis rebranchés, l’audit voit', () => {
  test.each(ALTERATIONS)('$what', async ({ table, statements, says }) => {
    const { code, report, constat, en_ecart } = await within(database.url, async (client) => {
      await client.query(`set local timezone to 'UTC'`)
      const tables = new Set([table, 'registres_actes', 'listes_membres', 'listes_mesures'])
      const inside: RawBuilder<unknown>[] = statements.map((statement) => sql.raw(statement))
      for (const one of tables) await client.query(`alter table ${one} disable trigger user`)
      for (const one of inside) await client.query(one.compile(db).sql)
      for (const one of tables) await tamperWithin(client, db, [sql`select 1`], one)
      const { constat, en_ecart } = await createRegistresVerifier(dbWithin(client), DATA_DIR)()
      return { constat, en_ecart, ...(await auditWithin(client, checkpoints)) }
    })
    expect(report).toMatch(says)
    expect(report).toMatch(/Protections +: en place/)
    expect(report).toMatch(/Résultat +: journal intact, mais REGISTRES ALTÉRÉS/)
    expect(code).toBe(1)
    const [, registre, first] = /ALTÉRÉS .*\n +(.*?) : (.*)/.exec(report) ?? []
    expect(alike(constat ?? ''), 'l’écran dit la même').toBe(alike(`${registre}, ${first}`))
    expect(en_ecart).toBeGreaterThan(0)
  })
})

describe('B3 Une chaîne affaiblie est démasquée', () => {
  test.each([
    [
      'débranchée',
      'alter table objectifs disable trigger objectifs_ajouts_enchaines',
      /objectifs_ajouts_enchaines est débranché/,
    ],
    [
      'ôtée',
      'drop trigger objectifs_ajouts_enchaines on objectifs',
      /objectifs_ajouts_enchaines manque/,
    ],
    [
      'd’un autre argument',
      `create or replace trigger listes_membres_retraits_enchaines after delete on listes_membres referencing old table as anciennes
        for each statement execute function enchainer_registre('sommes', 'liste_id, contact_id, depuis', 'true', 'x');
       alter table listes_membres enable always trigger listes_membres_retraits_enchaines`,
      /listes_membres_retraits_enchaines n’est plus celui de l’application/,
    ],
    [
      'sans la fonction',
      `create or replace function enchainer_registre() returns trigger language plpgsql as 'begin return null; end'`,
      /la fonction enchainer_registre n’est plus celle/,
    ],
    [
      'avec plus de droits pour le service',
      'grant update on listes_gardees to dons_service',
      /dons_service a le droit UPDATE sur listes_gardees/,
    ],
    [
      'avec un registre donné au service',
      'alter table listes_gardees owner to dons_service',
      /la table listes_gardees n’est pas au propriétaire du journal/,
    ],
  ])('%s', async (_, statement, says) => {
    const { code, report } = await within(database.url, async (client) => {
      await client.query(statement)
      return auditWithin(client, checkpoints)
    })
    expect(report).toMatch(says)
    expect(report).toMatch(/Résultat +: JOURNAL ALTÉRÉ/)
    expect(code).toBe(1)
  })
})

test('B4 un modèle gardé oublie la valeur qui nomme quelqu’un : un acte de son genre, que l’audit et le contrôle A9 admettent, et rien d’autre', async () => {
  const lecture = (valeurs: object) => ({
    sorts: [
      { colonne: 'Statut', valeurs },
      { colonne: 'Type', valeurs: { Don: 'compte' } },
    ],
  })
  const before = lecture({ 'DURAND Zoé': 'compte', Validé: 'compte' })
  await service.query(
    `insert into modeles_fichiers (id, version, nom, lecture, par) values ('o', 1, 'O', $1, 'Zoé'), ('o', 2, 'O', $2, 'Zoé')`,
    [before, lecture({ Validé: 'compte' })],
  )
  const change = (value: object) =>
    database.pool.query('update modeles_fichiers set lecture = $1 where id = $2', [value, 'o'])
  // Nobody puts anything into one, the owner neither; the service cannot even take away by itself.
  await expect(change(lecture({ 'DURAND Zoé': 'rembourse' }))).rejects.toThrow('UPDATE refusé')
  await expect(change(lecture({ Luc: 'compte' }))).rejects.toThrow('UPDATE refusé')
  await expect(service.query(`update modeles_fichiers set lecture = '{}'`)).rejects.toThrow(
    'permission denied',
  )

  await service.query(`select effacer_valeurs_modeles(array['DURAND Zoé', 'Personne'])`)
  const { rows } = await service.query(
    `select version, lecture from modeles_fichiers where id = 'o' order by version`,
  )
  expect(rows).toEqual(
    [1, 2].map((version) => ({ version, lecture: lecture({ Validé: 'compte' }) })),
  )
  const { rows: actes } = await service.query(
    `select geste, cle from registres_actes where registre = 'modeles_fichiers' and cle like '["o"%' order by numero`,
  )
  expect(actes).toEqual([
    { geste: 'AJOUT', cle: '["o", 1]' },
    { geste: 'AJOUT', cle: '["o", 2]' },
    { geste: 'EFFACEMENT', cle: '["o", 1]' },
  ])
  const { code, report } = await audit()
  expect(report).toMatch(/actes, dont 1 effacement\)/)
  expect(code).toBe(0)
  const ecarts = createRegistresVerifier(db, DATA_DIR)
  expect(await ecarts()).toMatchObject({ en_ecart: 0, constat: null })

  const altered = async (statements: string[], table: string) =>
    within(database.url, async (client) => {
      for (const one of ['registres_actes', table])
        await client.query(`alter table ${one} disable trigger user`)
      for (const one of statements) await client.query(one)
      for (const one of ['registres_actes', table])
        await tamperWithin(client, db, [sql`select 1`], one)
      return auditWithin(client, checkpoints)
    })
  const rewritten = await altered(
    [
      `update modeles_fichiers set lecture = lecture || '{"prefixe": "X"}' where id = 'o' and version = 1`,
    ],
    'modeles_fichiers',
  )
  expect(rewritten.report).toMatch(
    /les modèles de fichiers : la ligne \["o", 1\] n’est plus celle de l’acte/,
  )
  const elsewhere = await altered(
    [
      'update objectifs set valeur = 1 where numero = 1',
      `select enchainer_actes('objectifs', 'EFFACEMENT', array['[1]'], array[(
        select encode(sha256(convert_to(jsonb_strip_nulls(to_jsonb(o))::text, 'UTF8')), 'hex') from objectifs o where numero = 1)])`,
    ],
    'objectifs',
  )
  expect(elsewhere.report).toMatch(
    /les objectifs : l’acte n° \d+ efface une part d’une ligne, ce que ce registre n’admet pas/,
  )
  expect(elsewhere.code).toBe(1)
})

test('B3 un point de contrôle ne se pose pas sur une chaîne récrite, et le contrôle A9 le dit', async () => {
  const contenu = async (value: string) =>
    tamper(
      db,
      sql`update registres_actes set contenu = ${value} where registre = 'objectifs' and numero = 2`,
      'registres_actes',
    )
  const { rows } = await service.query<{ contenu: string }>(
    `select contenu from registres_actes where registre = 'objectifs' and numero = 2`,
  )
  const a9 = async () => (await verifier(app)).find(({ code }) => code === 'A9')
  await refresh(app)
  await expect.poll(a9).toMatchObject({ concordant: true })
  await contenu('autre')
  await service.query(
    `select inscrire_objectif(2025::smallint, 'montant', null, 1000, 'Utilisateur', null)`,
  )
  expect(await a9()).toMatchObject({
    concordant: false,
    partie: expect.stringContaining('les objectifs'),
  })
  const points = await readFile(checkpoints, 'utf8')
  await writeFile(checkpoints, '')
  await expect(writeCheckpoint(db, DATA_DIR, new Date(), { first: true })).rejects.toThrow(
    'Aucun point de contrôle noté. «\u00A0les objectifs\u00A0»\u00A0: l’acte n°\u00A02 ne correspond plus à son empreinte',
  )
  await writeFile(checkpoints, points)
  await contenu(rows[0]?.contenu ?? '')
  expect(await a9()).toMatchObject({ concordant: true })
})

test('un registre de plus est une table et ce que registres.json en dit', async () => {
  const migrations = await mkdtemp(path.join(tmpdir(), 'dons-migrations-'))
  await cp(MIGRATIONS, migrations, { recursive: true })
  const empty = await createDatabase()
  const owner = connect(empty.url)
  const own = connect(empty.serviceUrl)
  await writeFile(
    path.join(migrations, 'tables', '9990_relances.sql'),
    'create table relances (numero bigint generated always as identity primary key, contact_id text not null, par text not null);',
  )
  await writeFile(
    path.join(migrations, 'registres.json'),
    JSON.stringify({
      ...REGISTRES,
      relances: {
        nom: 'les relances',
        refus: 'Les relances ne se modifient pas',
        cle: ['numero'],
        par: 'service',
        actes: 'lignes',
      },
    }),
  )
  await migrate(owner.db, migrations)
  await sql`insert into relances (contact_id, par) values ('C1', 'Zoé'), ('C2', 'Zoé')`.execute(
    own.db,
  )
  await expect(sql`delete from relances`.execute(own.db)).rejects.toThrow('permission denied')
  await expect(sql`delete from relances`.execute(owner.db)).rejects.toThrow(
    'Les relances ne se modifient pas : DELETE refusé.',
  )
  const { rows } = await sql`
    select geste, cle from registres_actes where registre = 'relances' order by numero`.execute(
    own.db,
  )
  expect(rows).toEqual([
    { geste: 'DEBUT', cle: '' },
    { geste: 'AJOUT', cle: '[1]' },
    { geste: 'AJOUT', cle: '[2]' },
  ])
  await own.close()
  await owner.close()
  await empty.drop()
  await rm(migrations, { recursive: true })
})
