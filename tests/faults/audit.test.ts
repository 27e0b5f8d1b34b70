import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../service/platform/database/connect'
import { openEmbedded } from '../../service/platform/database/embedded'
import { migrateAsOwner } from '../../service/platform/database/prepare'
import { runAudit } from '../support/audit'
import { exclude } from '../support/exclusion'

const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-audit-'))
await chmod(DATA_DIR, 0o755)
afterAll(() => rm(DATA_DIR, { recursive: true }))

test('sans DATABASE_URL, l’audit lit la base embarquée, qu’elle tourne ou non, et la laisse comme elle était', async () => {
  const embedded = await openEmbedded(DATA_DIR)
  const { db, close } = connect(embedded.ownerUrl)
  await migrateAsOwner(db)
  await exclude(db, 'A')

  const running = await runAudit({ DATA_DIR })
  expect(running.report).toMatch(/1\u00A0événement\n/)
  expect(running.code, running.report).toBe(3)
  await exclude(db, 'B')

  await close()
  await embedded.stop()
  const stopped = await runAudit({ DATA_DIR })
  expect(stopped.report).toMatch(/2\u00A0événements\n/)
  expect(stopped.code, stopped.report).toBe(3)

  const again = await openEmbedded(DATA_DIR)
  expect(again.started, 'l’audit avait laissé la base arrêtée').toBe(true)
  await again.stop()
})
