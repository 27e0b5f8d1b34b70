import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Publications } from '../../../service/contract/publications'
import { connect } from '../../../service/platform/database/connect'
import { migrateAsOwner } from '../../../service/platform/database/prepare'
import { restore } from '../../../service/programs/backup/restore'
import { get, refresh } from '../../support/analyses'
import { auditInThread } from '../../support/audit'
import { MODELE } from '../../support/postgres'
import { serving } from '../../support/publiee'
import {
  asOwner,
  createEmptyDatabase,
  type EmptyDatabase,
  folderOf,
  openBaseOf,
  readAnswers,
} from '../../support/versions'

const VERSION = '0.2.0'
const answers = await readAnswers(VERSION)

const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-version-'))
await cp(
  path.join(folderOf(VERSION), 'exclusions.jsonl'),
  path.join(DATA_DIR, 'checkpoints', 'exclusions.jsonl'),
)

const release: (() => Promise<unknown>)[] = [() => rm(DATA_DIR, { recursive: true })]
afterAll(async () => {
  for (const step of release.reverse()) await step()
})

/** The base of 0.2.0, right after its upgrade. */
let changed: EmptyDatabase

/** What the catalogue says of all that publications are kept in. */
const describePublished = (database: EmptyDatabase) =>
  asOwner(database, async (db) => {
    const { rows } = await sql<{ line: string }>`
      with tables as (
        select * from pg_class
        where relnamespace = 'public'::regnamespace and relname ~ '^publications' and relkind = 'r'
          or relnamespace = 'publiees'::regnamespace
      )
      select concat_ws(' ', 'relation', oid::regclass, relowner::regrole, relacl::text) as line from tables
      union all
      select concat_ws(' ', 'colonne', attrelid::regclass, attname, atttypid::regtype, attnotnull)
      from pg_attribute where attrelid in (select oid from tables) and attnum > 0 and not attisdropped
      union all
      select concat_ws(' ', 'clé', conrelid::regclass, pg_get_constraintdef(oid))
      from pg_constraint where conrelid in (select oid from tables)
      union all
      select pg_get_indexdef(indexrelid) from pg_index where indrelid in (select oid from tables)
      union all
      select concat_ws(' ', pg_get_triggerdef(oid), tgenabled)
      from pg_trigger where tgrelid in (select oid from tables) and not tgisinternal
      union all
      select concat_ws(' ', 'schéma', nspowner::regrole, nspacl::text) from pg_namespace where nspname = 'publiees'
      order by 1`.execute(db)
    return rows.map(({ line }) => line)
  })

/** All of it, chained as it was found: the calls answer what they did, and the chain says since when it vouches. */
async function expectKept(database: EmptyDatabase): Promise<void> {
  await serving(database, async (app) => {
    for (const [call, answer] of Object.entries(answers))
      expect(await get(app, call), call).toMatchObject(answer as object)
    expect(await get(app, '/api/publications/chaine')).toMatchObject({
      valide: true,
      publications: 4,
      intactes: 4,
      trouvees: 4,
    })
    await refresh(app)
    await app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })
    const { publications } = await get<Publications>(app, '/api/publications')
    const before = answers['/api/publications'] as Publications
    expect(publications.slice(1)).toEqual(before.publications)
    expect(publications[0]?.causes).toEqual([
      'Import de «\u00A0fichier.csv\u00A0»\u00A0: 1\u00A0don ajouté',
    ])
    expect(await get(app, '/api/publications/chaine')).toMatchObject({
      valide: true,
      publications: 5,
      trouvees: 4,
    })
    expect(await get(app, '/api/arretes/1')).toMatchObject({ intact: true })
    for (const [call, answer] of Object.entries(answers))
      if (/difference|dashboard|historique/.test(call))
        expect(await get(app, call), call).toMatchObject(answer as object)
  })
}

test('[B3] une base de la version 0.2.0 garde publications, arrêtés et décisions ; la chaîne commence là, et le dit', async () => {
  const fresh = await createEmptyDatabase(MODELE)
  release.push(fresh.drop)
  const database = await openBaseOf(VERSION)
  release.push(database.drop)
  await asOwner(database, migrateAsOwner)
  changed = await createEmptyDatabase(database.name)
  release.push(changed.drop)
  expect(await asOwner(database, migrateAsOwner)).toEqual([])
  expect(await describePublished(database)).toEqual(await describePublished(fresh))

  const { code, report } = await auditInThread({ DATABASE_URL: database.ownerUrl, DATA_DIR })
  expect(report).toMatch(
    /Publications {7}: 4, chaîne intacte\n.*\n +la chaîne répond de ce qui fut publié depuis le \S+\n +jusqu’au n° 4, de ce qu’une mise à jour ou une restauration a trouvé ce jour-là\n/,
  )
  expect(report).toContain('Arrêtés            : 1 sur 1 conformes à leur sceau')
  expect(report).toContain('Jugés légitimes    : 1\u00A0décision')
  expect(code, report).toBe(0)
  await expectKept(database)
  expect((await auditInThread({ DATABASE_URL: database.ownerUrl, DATA_DIR })).code).toBe(0)
})

test('[B3] ce qui y fut changé depuis la mise à jour se voit', async () => {
  await asOwner(changed, async (db) => {
    await sql`alter table publications disable trigger user`.execute(db)
    await sql`update publications set publie_le = publie_le - interval '40 days' where numero = 1`.execute(
      db,
    )
  })
  const { code, report } = await auditInThread({ DATABASE_URL: changed.ownerUrl, DATA_DIR })
  expect(report).toContain('CHAÎNE ROMPUE à la publication n° 1\n')
  expect(code).toBe(1)
})

test('[B3] une sauvegarde de la version 0.2.0 revient, publications enchaînées comme elles furent trouvées', async () => {
  const database = await createEmptyDatabase(MODELE)
  release.push(database.drop)
  const owner = connect(database.ownerUrl, { max: 1, statementTimeout: 0 })
  const client = await owner.pool.connect()
  await restore(client, path.join(folderOf(VERSION), 'sauvegarde'))
  client.release()
  await owner.close()
  await expectKept(database)
})
