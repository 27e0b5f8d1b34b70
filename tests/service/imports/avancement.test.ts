import { expect, test, vi } from 'vitest'
import type { UploadStatus } from '#contract/imports'
import { importFile, preview, upload, waitForImport } from '../../support/imports'
import { startService, testOnOneServer } from '../../support/service'

const { app, database } = await startService()

const LIGNES = 120_000
/** The row before which the comparison is held; it stands near its place in the file. */
const HELD = 80_000
const LOCK = 4_711

const ATTENTE = { timeout: 120_000, interval: 50 }

/** A file of so many gifts, the amount of some changed. */
const fileOf = (isChanged: (row: number) => boolean) =>
  [
    'id;montant;date;contact',
    ...Array.from(
      { length: LIGNES },
      (_, row) => `${row};${isChanged(row) ? 21 : 20};2024-05-06;c${row % 100}`,
    ),
  ].join('\n')

const statusOf = async (id: string) =>
  (await app.inject(`/api/upload/status/${id}`)).json<UploadStatus>()

/** Lets nobody read the staged row `HELD` while the lock is held: the comparison stops in front of it. */
async function holdBefore(fichierId: string) {
  const holder = await database.pool.connect()
  const lines = `depots.lignes_${fichierId.replaceAll('-', '')}`
  await holder.query(`select pg_advisory_lock(${LOCK})`)
  await holder.query(`
    create function depots.attendre(id text) returns boolean language plpgsql volatile as $$
    begin
      if id = '${HELD}' then perform pg_advisory_xact_lock_shared(${LOCK}); end if;
      return true;
    end $$`)
  await holder.query(`create policy retenue on ${lines} using (depots.attendre(id))`)
  await holder.query(`alter table ${lines} enable row level security, force row level security`)
  return async () => {
    await holder.query(`select pg_advisory_unlock(${LOCK})`)
    holder.release()
  }
}

// On several servers only the steps are told: no other server knows the sequence that counts.
testOnOneServer(
  'un import compte ses lignes pendant qu’il les compare, et jamais à rebours',
  async () => {
    await importFile(
      app,
      'donations',
      fileOf(() => false),
    )
    const { fichier_id } = await preview(
      app,
      'donations',
      fileOf((row) => row % 100 === 0),
    )
    const release = await holdBefore(fichier_id)
    const id = await upload(app, 'donations', fichier_id)
    const seen: UploadStatus['progress'][] = []
    try {
      await vi.waitFor(async () => {
        const { progress } = await statusOf(id)
        seen.push(progress)
        expect(progress.current_step).toBe('Comparaison avec les données enregistrées')
        expect(progress.processed).toBeGreaterThan(0)
      }, ATTENTE)
    } finally {
      await release()
    }
    const { processed = 0, percentage = 0, total } = seen.at(-1) ?? {}
    expect(total).toBe(LIGNES)
    expect(processed).toBeLessThan(LIGNES)
    expect(percentage).toBeGreaterThan(0)
    expect(percentage).toBeLessThan(99)
    await vi.waitFor(async () => {
      const { status, progress } = await statusOf(id)
      seen.push(progress)
      expect(status).toBe('completed')
    }, ATTENTE)
    for (const measure of ['processed', 'percentage'] as const) {
      const values = seen.map((progress) => progress[measure])
      expect(values).toEqual([...values].sort((a, b) => a - b))
    }
    expect(seen.at(-1)).toMatchObject({ percentage: 100, processed: LIGNES, total: LIGNES })
    const { resultat } = await waitForImport(app, id)
    expect(resultat).toMatchObject({ inseres: 0, modifies: 1_200, inchanges: 118_800 })
  },
)

test('ce qui compte les lignes s’en va avec le fichier', async () => {
  const { rows } = await database.pool.query(
    `select relname from pg_class where relnamespace = 'depots'::regnamespace and relkind = 'S'`,
  )
  expect(rows).toEqual([])
})
