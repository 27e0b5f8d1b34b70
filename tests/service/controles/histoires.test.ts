import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { backup } from '../../../service/programs/backup/backup'
import { restore } from '../../../service/programs/backup/restore'
import { createRandom } from '../../../service/programs/demo/random'
import { recountNext } from '../../../service/publication/controles/faits'
import { refresh } from '../../support/analyses'
import { auditInThread } from '../../support/audit'
import { codesDesDons, verifier } from '../../support/controles'
import { PATIENCE, tirages } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { createDatabase, severalServers, startService } from '../../support/service'

const folder = await mkdtemp(path.join(tmpdir(), 'dons-controles-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const PAS = tirages(severalServers() ? 10 : 25)
const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

const HEAD = 'id;montant;date;contact;media;campagne;origine;produit;commande'

test(
  `[A2] après des imports de toute sorte, exclusions et calculs, rien n’est en écart, ni après une restauration (graine ${GRAINE})`,
  { timeout: 3 * PATIENCE },
  async () => {
    const { pick, between, chance } = createRandom(GRAINE)
    const { app, database, config } = await startService()
    const { db } = database
    let next = 1

    const line = (id: number) =>
      [
        id,
        pick([0, 5, 20, 49.99, 120, 3_000.01]),
        `${pick([2021, 2022, 2024])}-${pick(['01-01', '06-30', '12-31'])}`,
        pick(['A', 'B', 'C', 'D', 'É', 'f "g"']),
        ...Array.from({ length: 4 }, () => pick(['', 'X1', 'vfl', 'Ü'])),
        pick(['', 'K1']),
      ].join(';')

    /** New and changed gifts, few or many, some twice in the file. */
    const importSome = async (count: number = pick([1, 3, 40])) => {
      const ids = Array.from({ length: count }, () =>
        chance(0.5) && next > 1 ? between(1, next - 1) : next++,
      )
      const file = [HEAD, ...ids.map(line)].join('\n')
      expect((await importFile(app, 'donations', file)).status).toBe('completed')
    }
    /** What the file does not say of a stored gift stays. */
    const importPart = async () => {
      const file = [
        'id;montant;date;contact',
        line(between(1, next)).split(';').slice(0, 4).join(';'),
      ]
      next++
      expect((await importFile(app, 'donations', file.join('\n'))).status).toBe('completed')
    }
    const decide = async () => {
      const payload = { contact_id: pick(['A', 'B', 'É']) }
      const url = `/api/exclusions/${pick(['exclure', 'reintegrer'])}`
      await app.inject({ method: 'POST', url, payload })
    }
    const compare = async () => {
      await refresh(app)
      for (let step = 0; step < 3; step++) await recountNext(db)
      const lignes = await verifier(app)
      expect(lignes.filter(({ concordant }) => concordant === false)).toEqual([])
      expect(lignes.map(({ code }) => code)).toContain('B9')
    }

    // Of so many somebody is not excluded, whose facts are recounted.
    await importSome(40)
    for (let pas = 1; pas <= PAS; pas++)
      await pick([
        () => importSome(),
        () => importSome(),
        importPart,
        decide,
        () => recountNext(db),
      ])()
    await compare()
    const { report } = await auditInThread(
      { DATABASE_URL: database.serviceUrl, DATA_DIR: config.DATA_DIR },
      '--faits',
    )
    expect(report).toContain('ceux que les imports ont écrits')
    expect(report).toContain('recomptés depuis les dons, conformes')

    const client = await database.pool.connect()
    const made = await backup(client, folder, new Date()).finally(() => client.release())
    const target = await createDatabase()
    const own = await target.pool.connect()
    await restore(own, made).finally(() => own.release())
    expect(await codesDesDons(target.db)).toEqual([])
    await sql`
      update donations set order_amount = order_amount + 0.01
      where id = (select min(id) from donations)`.execute(target.db)
    expect(await codesDesDons(target.db)).toEqual(['A6', 'A7'])
    await target.drop()
  },
)

test('[A2] l’empreinte d’un don est la même dans toute version de PostgreSQL et toute langue', async () => {
  const { database } = await startService()
  const { rows } = await sql<{ empreinte: string; poids: number }>`
    select
      empreinte_don(42, '17', 'Éva', '2024-02-29', 12.50, null, 'M1', '', 'Où?', '€')::text as empreinte,
      poids_contact('Éva') as poids`.execute(database.db)
  expect(rows).toEqual([{ empreinte: '9091692143477986762', poids: 1751675668 }])
})
