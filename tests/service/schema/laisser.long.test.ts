import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../../service/platform/database/connect'
import { migrateAsOwner } from '../../../service/platform/database/prepare'
import { restore } from '../../../service/programs/backup/restore'
import { version } from '../../../service/version'
import { get, refresh } from '../../support/analyses'
import { auditInThread } from '../../support/audit'
import { laisser } from '../../support/laisser'
import { MODELE } from '../../support/postgres'
import { serving } from '../../support/publiee'
import { describeSchema } from '../../support/schema'
import {
  asOwner,
  createEmptyDatabase,
  type EmptyDatabase,
  folderOf,
  openBaseOf,
  readAnswers,
} from '../../support/versions'

/** Set at a release, `LAISSER=1`: what it leaves is written anew. */
const LEAVES = process.env['LAISSER'] === '1'

const LEFT = '0.3.0'

const release: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const step of release.reverse()) await step()
})
const open = async (opening: Promise<EmptyDatabase>): Promise<EmptyDatabase> => {
  const database = await opening
  release.push(database.drop)
  return database
}

test('chaque version laisse une base, une sauvegarde et ce que ses appels en disent', async () => {
  if (LEAVES) await laisser(path.join(folderOf(LEFT), '..', version))
  const left = await readdir(path.join(folderOf(LEFT), '..'))
  expect(left).toContain(version)
  for (const one of left)
    expect((await readdir(path.join(folderOf(LEFT), '..', one))).sort(), one).toEqual([
      'base.sql.gz',
      'exclusions.jsonl',
      'reponses.json.gz',
      'sauvegarde',
    ])
})

/** Compares what the calls say with what they said, those of these words. */
async function expectSame(app: FastifyInstance, words: RegExp): Promise<void> {
  const answers = Object.entries(await readAnswers(LEFT)).filter(([call]) => words.test(call))
  expect(answers.length).toBeGreaterThan(0)
  for (const [call, answer] of answers)
    expect(await get(app, call), call).toMatchObject(answer as object)
}

const OF_PUBLICATIONS = /publications|arretes/
const OF_ALL_ELSE = /^(?!.*(publications|arretes))/

test('[A2] une base de la version 0.3.0 a le schéma d’une base neuve, ses chiffres, ses actes et ses publications', async () => {
  const fresh = await open(createEmptyDatabase(MODELE))
  const database = await open(openBaseOf(LEFT))
  await asOwner(database, migrateAsOwner)
  expect(await asOwner(database, describeSchema)).toEqual(await asOwner(fresh, describeSchema))
  expect(await asOwner(database, migrateAsOwner)).toEqual([])

  await serving(database, (app) => expectSame(app, /./))
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-version-'))
  release.push(() => rm(DATA_DIR, { recursive: true, force: true }))
  const noted = path.join(DATA_DIR, 'checkpoints', 'exclusions.jsonl')
  await cp(path.join(folderOf(LEFT), 'exclusions.jsonl'), noted)
  const { code, report } = await auditInThread({ DATABASE_URL: database.ownerUrl, DATA_DIR })
  expect(report).toMatch(/Résultat\s+: journal intact/)
  expect(code, report).toBe(0)
})

test('[A2] une sauvegarde de la version 0.3.0 revient : mêmes chiffres, mêmes actes, mêmes publications', async () => {
  const database = await open(createEmptyDatabase(MODELE))
  const owner = connect(database.ownerUrl, { max: 1, statementTimeout: 0 })
  const client = await owner.pool.connect()
  await restore(client, path.join(folderOf(LEFT), 'sauvegarde')).finally(() => client.release())
  await owner.close()
  await serving(database, async (app) => {
    await expectSame(app, OF_PUBLICATIONS)
    await refresh(app)
    await expectSame(app, OF_ALL_ELSE)
  })
})
