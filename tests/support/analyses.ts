import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../service/platform/database/connect'
import { type Don, don, insertDons } from './dons'
import { forAll } from './for-all'
import { publier } from './publier'
import type { Fiche, World } from './reference/gifts'
import { startService, type TestService } from './service'

/** Calls that are made at the same time. */
export const AT_ONCE = 3

/** Refreshes every view and waits for the end. */
export async function refresh(app: FastifyInstance): Promise<void> {
  const response = await app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })
  expect(response.statusCode, response.body).toBe(200)
}

/** The JSON of a call that must succeed. */
export async function get<Answer>(app: FastifyInstance, url: string): Promise<Answer> {
  const response = await app.inject(url)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

/** What calls that must succeed answer, by their address; few at once, so that none waits long for a connection. */
export async function getAll(
  app: FastifyInstance,
  urls: Iterable<string>,
): Promise<Record<string, unknown>> {
  const ask = async (url: string) => [url, await get(app, url)] as const
  return Object.fromEntries(await forAll([...urls], ask, AT_ONCE))
}

/** Makes a world what the database holds and what is published. */
export async function store(
  db: Db,
  { dons, exclus, motif, codesPostaux, fiches = [] }: World,
): Promise<void> {
  await sql`delete from donations`.execute(db)
  await sql`delete from donateurs_exclus`.execute(db)
  await insertDons(db, dons)
  if (codesPostaux) await writeCards(db, codesPostaux)
  await sql`
    insert into donateurs_exclus select * from unnest(${exclus}::text[]) with ordinality
  `.execute(db)
  await sql`update parametres set campagne_vfl_motif = ${motif}`.execute(db)
  await say(db, fiches)
  await publier(db)
}

/** Makes these all cards. */
async function writeCards(db: Db, codesPostaux: Readonly<Record<string, string>>): Promise<void> {
  await sql`delete from donateurs`.execute(db)
  await sql`
    insert into donateurs (contact_id, zip)
    select * from jsonb_each_text(${JSON.stringify(codesPostaux)}::jsonb)`.execute(db)
}

/** Makes these all that the dictionary says. */
async function say(db: Db, fiches: readonly Fiche[]): Promise<void> {
  const codes = fiches.map(({ code }) => code)
  const { rows } = await sql<{ code: string }>`select code from campagnes_en_vigueur`.execute(db)
  const said = [...rows.filter(({ code }) => !codes.includes(code)), ...fiches]
  if (said.length > 0)
    await sql`select inscrire_campagnes(${JSON.stringify(said)}::jsonb, 'Test', null)`.execute(db)
}

export interface Analyses extends TestService {
  /** Makes these donations all that is stored. */
  given: (...dons: Partial<Don>[]) => Promise<void>
  ask: <Answer>(url: string) => Promise<Answer>
}

/** The service on a database whose figures are those of what was stored last. */
export async function startAnalyses(settings: Record<string, string> = {}): Promise<Analyses> {
  const service = await startService(settings)
  await service.app.ready()
  const { app, config, database } = service
  const motif = config.CAMPAGNE_VFL_MOTIF
  const produit = config.CAMPAGNE_PRODUIT
  return {
    ...service,
    given: (...dons) => store(database.db, { dons: dons.map(don), exclus: [], motif, produit }),
    ask: (url) => get(app, url),
  }
}
