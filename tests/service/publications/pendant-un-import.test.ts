import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Difference, Publications } from '../../../service/contract/publications'
import { get, refresh } from '../../support/analyses'
import { PATIENCE } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { startService } from '../../support/service'

const HEAD = 'id;montant;date;contact\n'

// What waits on another server does not show here.
test(
  'un donateur exclu et publié pendant un import n’y compte plus : l’import garde son effet propre',
  { timeout: PATIENCE },
  async () => {
    const { app, database } = await startService()
    const { db, pool } = database
    await importFile(
      app,
      'donations',
      `${HEAD}1;10;2024-01-01;A\n2;20;2024-01-02;B\n3;40;2024-01-03;C\n`,
    )
    await refresh(app)

    // The import waits for this row once it has noted what it is about to change.
    const holder = await pool.connect()
    await holder.query("begin; select from donations where id = '3' for update")
    const running = importFile(app, 'donations', `${HEAD}1;100;2024-01-01;A\n3;400;2024-01-03;C\n`)
    const isWaiting = async () =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%update "donations"%'`.execute(
          db,
        )
      ).rows.length
    await expect.poll(isWaiting, { timeout: PATIENCE, interval: 10 }).toBe(1)
    const payload = { contact_id: 'A' }
    const excluded = await app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload })
    expect(excluded.statusCode, excluded.body).toBe(200)
    await refresh(app)
    await holder.query('commit')
    holder.release()
    expect((await running).status).toBe('completed')
    await refresh(app)

    const { publications } = await get<Publications>(app, '/api/publications')
    const [latest, , first] = publications.map(({ numero }) => numero)
    const query = `chiffre=montant-total&annee=2024&de=${first}&a=${latest}`
    const found = await get<Difference>(app, `/api/publications/difference?${query}`)
    expect(found).toMatchObject({ avant: 70, apres: 420 })
    expect(found.contributions.map(({ cause, effet }) => [cause.slice(0, 9), effet])).toEqual([
      ['Exclusion', -10],
      ['Import de', 360],
    ])
  },
)
