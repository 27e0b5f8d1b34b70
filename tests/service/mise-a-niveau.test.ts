import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { connect } from '../../service/database/connect'
import { migrate } from '../../service/database/migrate'
import { migrateAsOwner } from '../../service/database/prepare'
import { openRoles } from '../../service/database/roles'
import { runAudit } from '../support/audit'

const DERNIERE_DE_0_1_0 = '0080'

const name = `test_${randomBytes(6).toString('hex')}`
const folder = await mkdtemp(path.join(tmpdir(), 'dons-mise-a-niveau-'))
const access = await openRoles(inject('postgresUrl'), name)
const owner = connect(access.ownerUrl, { max: 1 })
const admin = connect(inject('postgresUrl'), { max: 1 })
afterAll(async () => {
  await owner.close()
  await admin.pool.query(`drop database ${name} with (force)`)
  await admin.close()
  await rm(folder, { recursive: true })
})

const REFRESHED = `
  insert into rafraichissements (id, status, commence_le, termine_le, evenement)
  values
    (gen_random_uuid(), 'completed', '2026-03-01', '2026-03-01 00:01', 1),
    (gen_random_uuid(), 'error', '2026-03-02', '2026-03-02 00:01', null),
    (gen_random_uuid(), 'completed', '2026-03-03', '2026-03-03 00:01', 2)`

test('une base de la version 0.1.0 se met à niveau : son journal reste intact, ses rafraîchissements se suivent', async () => {
  await cp('migrations', folder, { recursive: true })
  for (const file of await readdir(folder))
    if (file.slice(0, 4) > DERNIERE_DE_0_1_0) await rm(path.join(folder, file))
  await migrate(owner.db, folder)
  await sql`call attribuer_droits()`.execute(owner.db)
  const service = connect(access.url, { max: 1 })
  for (const [type, expected] of [
    ['EXCLUSION', 0],
    ['REINTEGRATION', 1],
  ] as const)
    await sql`
      select ajouter_evenement_exclusion(gen_random_uuid(), 'É:1,', ${type}, 'avant', 'moi', null, ${expected})
    `.execute(service.db)
  await service.pool.query(REFRESHED)

  expect((await migrateAsOwner(owner.db)).length).toBeGreaterThan(0)

  await sql`
    select ajouter_evenement_exclusion(gen_random_uuid(), 'É:1,', 'EXCLUSION', 'après', 'moi', null, 2)
  `.execute(service.db)
  const { report } = await runAudit({ DATABASE_URL: access.url, DATA_DIR: folder })
  expect(report).toMatch(/Événements +: 3\u00A0événements/)
  expect(report).toMatch(/Chaîne +: intacte/)
  expect(report).toMatch(/Protections +: en place/)
  const { rows } = await service.pool.query<{ numero: number }>(
    'select numero from rafraichissements order by commence_le',
  )
  expect(rows.map(({ numero }) => numero)).toEqual([1, 2, 3])
  await service.pool.query('insert into rafraichissements (id) values (gen_random_uuid())')
  expect(
    await service.db.selectFrom('derniers_chiffres').select(['numero', 'evenement']).execute(),
  ).toEqual([{ numero: 3, evenement: 2 }])
  await service.close()
})
