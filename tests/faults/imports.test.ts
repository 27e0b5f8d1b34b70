import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CompteFichier, Fichier } from '#contract/fichiers'
import { type RunningProgram, runService } from '../support/application'
import { lectureDe } from '../support/fichiers-ecrits'
import {
  begin,
  dons,
  preview,
  readStatus,
  sendHalf,
  settled,
  SOON,
  stage,
} from '../support/import-calls'
import { createDatabase } from '../support/service'

const database = await createDatabase()
afterAll(() => database.drop())

let services: RunningProgram[] = []
const startService = async () => {
  const service = await runService({ DATABASE_URL: database.serviceUrl, LOG_LEVEL: 'error' })
  services.push(service)
  return service
}

beforeEach(() =>
  database.pool.query(`
    truncate donations;
    truncate leases, fichiers cascade;
    do $$
    declare depot text;
    begin
      for depot in select tablename from pg_tables where schemaname = 'depots' loop
        execute format('drop table depots.%I', depot);
      end loop;
    end $$`),
)
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop('SIGKILL')))
  services = []
})

const stored = async () => {
  const { rows } = await database.pool.query(
    'select count(*) as nombre, coalesce(sum(order_amount), 0) as somme from donations',
  )
  return rows[0]
}

const staged = async () => {
  const { rows } = await database.pool.query(`
    select (select count(*) from fichiers) as entrees,
      (select count(*) from pg_tables where schemaname = 'depots') as tables`)
  return rows[0]
}

/** Holds a lock on the donations from outside, so that an import waits at a known step. */
async function hold(mode: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`begin; lock table donations in ${mode} mode`)
  return () => client.end()
}

const isWaiting = async () => {
  const { rows } = await database.pool.query(
    `select count(*) as nombre from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike 'lock table%'`,
  )
  return rows[0].nombre
}

describe('le service tué net', () => {
  test.each([
    ['avant la comparaison', 'row exclusive'],
    ['une fois la nouvelle table prête, juste avant sa mise en place', 'access share'],
  ])(
    'pendant un import, %s, n’importe rien, le dit, et laisse recommencer',
    async (_moment, mode) => {
      const service = await startService()
      const id = await stage(service.url, dons(1, 500))
      const release = await hold(mode)
      await begin(service.url, id)
      await expect.poll(isWaiting, SOON).toBe(1)
      await service.stop('SIGKILL')

      const again = await startService()
      const failed = await settled(again.url, id)
      expect(failed).toMatchObject({ status: 'error', resultat: null })
      expect(failed.message).toMatch(/rien n’a été importé/)
      await release()
      expect(await stored()).toEqual({ nombre: 0, somme: 0 })

      expect((await begin(again.url, id)).status).toBe(202)
      expect((await settled(again.url, id)).resultat).toMatchObject({
        inseres: 500,
        montant_ecrit: 5000,
      })
      expect(await stored()).toEqual({ nombre: 500, somme: 5000 })
    },
  )

  test('entre la validation et la réponse, a importé une fois et une seule', async () => {
    const service = await startService()
    const id = await stage(service.url, dons(1, 300))
    await begin(service.url, id)
    const isDone = async () => {
      const { rows } = await database.pool.query(
        'select statut from imports where fichier_id = $1',
        [id],
      )
      return rows[0]?.statut
    }
    await expect.poll(isDone, { ...SOON, interval: 5 }).toBe('completed')
    await service.stop('SIGKILL')
    const again = await startService()
    expect(await readStatus(again.url, id)).toMatchObject({
      status: 'completed',
      resultat: { inseres: 300 },
    })
    expect(await (await begin(again.url, id)).json()).toEqual({ upload_id: id })
    expect(await stored()).toEqual({ nombre: 300, somme: 3000 })
  })

  test('pendant le compte puis l’import d’un fichier d’outil, n’importe rien et laisse recommencer', async () => {
    const outil = Array.from(
      { length: 60_000 },
      (_, at) => `${at};05/03/2025;Validé;Anne;N${at % 700};a${at % 700}@ici.org;75001;Don;1,00;;;`,
    )
    const lecture = lectureDe({
      prefixe: 'TUE',
      cle: 'commande_et_jour',
      isUtc: false,
      sorts: { Validé: 'compte' },
    })
    const body = new FormData()
    const header = `Commande;Date;Statut;Prénom;Nom;Email;CP;Tarif;Montant tarif;Montant promo;Montant option;`
    body.append('fichier', new Blob([[header, ...outil].join('\n')]), 'outil.csv')
    const service = await startService()
    const sent = await fetch(`${service.url}/api/fichiers`, { method: 'POST', body })
    const { fichier_id } = (await sent.json()) as Fichier
    const ask = <Answer>(url: string, call: string, payload: object) =>
      fetch(`${url}/api/fichiers/${fichier_id}/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      }).then(async (answer) => [answer.status, (await answer.json()) as Answer] as const)
    const isRead = async () =>
      (await database.pool.query("select from leases where kind = 'lecture'")).rows.length
    const dying = ask(service.url, 'lecture', lecture).catch(() => undefined)
    await expect.poll(isRead, { ...SOON, interval: 5 }).toBe(1)
    await service.stop('SIGKILL')
    await dying

    const again = await startService()
    let empreinte = ''
    const lignes = async () => {
      const [, answer] = await ask<CompteFichier>(again.url, 'lecture', lecture)
      ;({ empreinte } = answer)
      return answer.compte?.lignes
    }
    await expect.poll(lignes, SOON).toMatchObject({ lues: 60_000, dons: 60_000 })
    const release = await hold('row exclusive')
    expect((await ask(again.url, 'importer', { lecture, empreinte }))[0]).toBe(202)
    await expect.poll(isWaiting, SOON).toBe(1)
    await again.stop('SIGKILL')

    const last = await startService()
    expect(await settled(last.url, fichier_id)).toMatchObject({ status: 'error', reprenable: true })
    await release()
    expect(await stored()).toEqual({ nombre: 0, somme: 0 })
    expect((await ask(last.url, 'importer', { reprendre: true }))[0]).toBe(202)
    expect(await settled(last.url, fichier_id)).toMatchObject({ resultat: { inseres: 60_000 } })
    expect(await stored()).toEqual({ nombre: 60_000, somme: 60_000 })
    // Nothing is left of what died.
    await expect.poll(staged, SOON).toMatchObject({ tables: 0 })
  })

  test('pendant l’envoi d’un fichier, ne garde rien de lui', async () => {
    const service = await startService()
    const sending = sendHalf(`${service.url}/api/upload/donations/upload`)
    await expect.poll(staged, SOON).toEqual({ entrees: 1, tables: 2 })
    await service.stop('SIGKILL')
    await sending.ended
    await startService()
    await expect.poll(staged, SOON).toEqual({ entrees: 0, tables: 0 })
    expect(await stored()).toEqual({ nombre: 0, somme: 0 })
  })
})

test('un envoi que le navigateur abandonne ne laisse rien', async () => {
  const service = await startService()
  const sending = sendHalf(`${service.url}/api/upload/donations/upload`)
  await expect.poll(staged, SOON).toEqual({ entrees: 1, tables: 2 })
  sending.request.destroy(new Error('the browser left'))
  await sending.ended
  await expect.poll(staged, SOON).toEqual({ entrees: 0, tables: 0 })
  expect((await fetch(`${service.url}/health`)).status).toBe(200)
})

test('un service figé dont l’import a été repris ne peut plus rien écrire à son réveil', async () => {
  const frozen = await startService()
  const id = await stage(frozen.url, dons(1, 400))
  const release = await hold('access share')
  await begin(frozen.url, id)
  await expect.poll(isWaiting, SOON).toBe(1)
  frozen.process.kill('SIGSTOP')

  const other = await startService()
  expect((await settled(other.url, id)).status).toBe('error')
  await release()
  await begin(other.url, id)
  expect(await settled(other.url, id)).toMatchObject({
    status: 'completed',
    resultat: { inseres: 400 },
  })

  frozen.process.kill('SIGCONT')
  await expect.poll(async () => (await fetch(`${frozen.url}/health`)).status, SOON).toBe(200)
  expect(await readStatus(frozen.url, id)).toMatchObject({
    status: 'completed',
    resultat: { inseres: 400 },
  })
  expect(await stored()).toEqual({ nombre: 400, somme: 4000 })
})

test('deux imports à la fois se suivent, et le second dit qui il attend', async () => {
  const [one, two] = await Promise.all([startService(), startService()])
  const first = await stage(one.url, dons(1, 200))
  const second = await stage(two.url, dons(101, 300, '20'))
  const release = await hold('access share')
  await begin(one.url, first)
  await expect.poll(isWaiting, SOON).toBe(1)
  await begin(two.url, second)
  await expect
    .poll(async () => (await readStatus(two.url, second)).progress.current_step, SOON)
    .toBe('En attente de la fin de l’import de «\u00a0donations.csv\u00a0»')
  await release()
  expect((await settled(one.url, first)).resultat).toMatchObject({ inseres: 200 })
  expect((await settled(two.url, second)).resultat).toMatchObject({ inseres: 100, modifies: 100 })
  expect(await stored()).toEqual({ nombre: 300, somme: 100 * 10 + 200 * 20 })
})

test('un service qu’on arrête finit ou rend ce qu’il tient, en moins de trente secondes', async () => {
  const service = await startService()
  const id = await stage(service.url, dons(1, 200))
  const release = await hold('access share')
  await begin(service.url, id)
  await expect.poll(isWaiting, SOON).toBe(1)
  const begun = performance.now()
  expect(await service.stop('SIGTERM')).toBe(0)
  expect(performance.now() - begun).toBeLessThan(30_000)
  await release()
  const again = await startService()
  const handed = await readStatus(again.url, id)
  expect(handed).toMatchObject({
    status: 'error',
    errors: ['Le service s’est arrêté pendant l’import.'],
  })
  await begin(again.url, id)
  expect(await settled(again.url, id)).toMatchObject({
    status: 'completed',
    resultat: { inseres: 200 },
  })
})

test('un fichier oublié depuis un jour est retiré', async () => {
  const service = await startService()
  await stage(service.url, dons(1, 10))
  const kept = await stage(service.url, dons(1, 10))
  await database.pool.query(
    `update fichiers set depose_le = now() - interval '25 hours' where fichier_id <> $1`,
    [kept],
  )
  await expect.poll(staged, SOON).toEqual({ entrees: 1, tables: 2 })
})

test('un troisième envoi à la fois attend son tour', async () => {
  const service = await startService()
  const sent = [1, 2].map(() => sendHalf(`${service.url}/api/upload/donations/upload`))
  await expect.poll(staged, SOON).toEqual({ entrees: 2, tables: 4 })
  const refused = await preview(service.url, dons(1, 3))
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    detail: expect.stringMatching(/déjà en cours d’envoi/),
  })
  for (const { request } of sent) request.destroy(new Error('the browser left'))
  await Promise.all(sent.map(({ ended }) => ended))
  await expect.poll(staged, SOON).toEqual({ entrees: 0, tables: 0 })
  expect((await preview(service.url, dons(1, 3))).status).toBe(200)
})
