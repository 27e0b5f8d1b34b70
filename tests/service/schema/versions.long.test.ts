import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../service/app'
import { readConfig } from '../../../service/config'
import { connect } from '../../../service/platform/database/connect'
import { migrateAsOwner } from '../../../service/platform/database/prepare'
import { restore } from '../../../service/programs/backup/restore'
import { get, refresh } from '../../support/analyses'
import { runAudit } from '../../support/audit'
import { describeSchema, REVEILLE } from '../../support/schema'
import {
  asOwner,
  createEmptyDatabase,
  type EmptyDatabase,
  folderOf,
  openBaseOf,
  readAnswers,
} from '../../support/versions'

/** How long a busy machine may take. */
const LONG = { timeout: 120_000 }

const release: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const step of release.reverse()) await step()
})

/** The service of this program on a base, and what each call that the release answered says now. */
async function serve(database: EmptyDatabase) {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-version-'))
  const config = readConfig({ DATABASE_URL: database.serviceUrl, DATA_DIR })
  const own = connect(database.serviceUrl)
  const app = await buildApp({ config, log: pino({ level: 'silent' }), ...own })
  release.push(async () => {
    await app.close()
    await own.close()
    await rm(DATA_DIR, { recursive: true, force: true })
  })
  return app
}

const fresh = await createEmptyDatabase()
release.push(fresh.drop)
await asOwner(fresh, migrateAsOwner)

/** Those of 0.2.0 also have publications: see publications.test.ts. */
describe.each(['0.1.0'] as const)('Une base de la version %s', (version) => {
  test('a le schéma d’une base neuve, ses chiffres, son journal et ses imports', async () => {
    const answers = await readAnswers(version)
    const database = await openBaseOf(version)
    release.push(database.drop)

    const applied = await asOwner(database, migrateAsOwner)
    expect(applied).toContain('vues/dons')
    expect(await asOwner(database, migrateAsOwner)).toEqual([])
    expect(await asOwner(database, describeSchema)).toEqual(await asOwner(fresh, describeSchema))

    const { rows } = await asOwner(database, (db) =>
      sql`select tgenabled from pg_trigger where tgname = ${REVEILLE}`.execute(db),
    )
    expect(rows).toEqual([{ tgenabled: 'O' }])

    const app = await serve(database)
    // Whose facts an older program made computes once.
    await refresh(app)
    for (const [call, answer] of Object.entries(answers))
      expect(await get(app, call), call).toMatchObject(answer as object)
  })

  test('[0.1.0 B6] compte ses rafraîchissements dans leur ordre, et ses rafraîchissements se suivent', async () => {
    const database = await openBaseOf(version)
    release.push(database.drop)
    await asOwner(database, async (db) => {
      await sql`
        insert into rafraichissements (id, status, commence_le, termine_le)
        values (gen_random_uuid(), 'error', '2026-03-02', '2026-03-02 00:01')`.execute(db)
      await migrateAsOwner(db)
      const { rows } = await sql<{ numero: number }>`
        select numero from rafraichissements order by commence_le`.execute(db)
      const numbers = rows.map(({ numero }) => numero)
      expect(numbers).toEqual(numbers.map((_, rank) => rank + 1))
      const added = await sql<{ numero: number }>`
        insert into rafraichissements (id) values (gen_random_uuid()) returning numero`.execute(db)
      expect(added.rows).toEqual([{ numero: numbers.length + 1 }])
    })
  })

  test('garde ses fichiers en attente avec leurs rejets, et finit ce qui était en cours', async () => {
    const database = await openBaseOf(version)
    release.push(database.drop)
    const [read, ready, running, refresh] = Array.from({ length: 4 }, () => randomUUID())
    await asOwner(database, async (db) => {
      await sql`
        insert into imports (import_id, type, statut, nom, lecture, bail, tentative, commence_le) values
          (${read}, 'donations', 'lecture', 'lu.csv', null, now(), 0, null),
          (${ready}, 'donations', 'pret', 'pret.csv', ${JSON.stringify({ total: 3, rejets: 1, entete: ['id'], delimiteur: ';' })}, now(), 0, null),
          (${running}, 'donateurs', 'processing', 'importe.csv', '{"total": 2}', now(), 1, now())`.execute(
        db,
      )
      await sql`
        insert into imports_rejets (import_id, ligne, texte, motif, motif_complete) values
          (${ready}, 2, 'x', 'id_absent', 'id_absent'),
          (gen_random_uuid(), 2, 'orpheline', 'id_absent', 'id_absent')`.execute(db)
      await sql`insert into rafraichissements (id) values (${refresh})`.execute(db)
      await sql`
        insert into rafraichissement_baux (rafraichissement_id, expire_le) values (${refresh}, now())
      `.execute(db)
      await migrateAsOwner(db)
      const { rows } = await sql`
        select nom, statut, leases.kind, leases.attempt = imports.attempt as suivie,
          (select count(*) from imports_rejets r where r.fichier_id = fichiers.fichier_id) as rejets
        from fichiers
        left join imports using (fichier_id)
        left join leases on job_id = fichier_id
        where fichier_id = any(${[read, ready, running]}::uuid[])
        order by nom`.execute(db)
      expect(rows).toEqual([
        { nom: 'importe.csv', statut: 'processing', kind: 'import', suivie: true, rejets: 0 },
        { nom: 'lu.csv', statut: null, kind: 'staging', suivie: null, rejets: 0 },
        { nom: 'pret.csv', statut: null, kind: null, suivie: null, rejets: 1 },
      ])
      const orphans = await sql`select from imports_rejets where texte = 'orpheline'`.execute(db)
      expect(orphans.rows).toEqual([])
    })

    const app = await serve(database)
    const status = async (path: string) =>
      (await app.inject(path)).json<{ status: string }>().status
    await expect.poll(() => status(`/api/upload/status/${running}`), LONG).toBe('error')
    expect(await status(`/api/analytics/refresh-views-status/${refresh}`)).toBe('error')
    await expect
      .poll(
        () =>
          asOwner(database, async (db) => {
            const { rows } = await sql<{ nom: string }>`
              select nom from fichiers where lecture is null`.execute(db)
            return rows
          }),
        LONG,
      )
      .toEqual([])
    const rejects = await app.inject(`/api/upload/rejets/${ready}.csv`)
    expect(rejects.body.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFLigne du fichier;Motif du rejet;id',
      expect.stringMatching(/^2;[^;]+;x$/),
    ])
  })

  test('a un journal que l’audit trouve intact, points de contrôle compris', async () => {
    const database = await openBaseOf(version)
    release.push(database.drop)
    await asOwner(database, migrateAsOwner)
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-version-'))
    release.push(() => rm(DATA_DIR, { recursive: true, force: true }))
    await cp(
      path.join(folderOf(version), 'exclusions.jsonl'),
      path.join(DATA_DIR, 'checkpoints', 'exclusions.jsonl'),
    )

    const { code, report } = await runAudit({ DATABASE_URL: database.ownerUrl, DATA_DIR })
    expect(report).toMatch(/Résultat\s+: journal intact/)
    expect(code).toBe(0)
  })

  test('revient de sa sauvegarde : mêmes chiffres, même journal', async () => {
    const answers = await readAnswers(version)
    const database = await createEmptyDatabase()
    release.push(database.drop)
    await asOwner(database, migrateAsOwner)
    const owner = connect(database.ownerUrl, { max: 1, statementTimeout: 0 })
    const client = await owner.pool.connect()
    await restore(client, path.join(folderOf(version), 'sauvegarde'))
    client.release()
    await owner.close()

    const app = await serve(database)
    await refresh(app)
    for (const [call, answer] of Object.entries(answers))
      expect(await get(app, call), call).toMatchObject(answer as object)
  })
})
