import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Controles } from '../../service/contract/controles'
import type { Db } from '../../service/platform/database/connect'
import { refresh } from './analyses'
import { auditInThread } from './audit'
import type { TestService } from './service'

/** The controls of the gifts that imports wrote which differ. */
export async function codesDesDons(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from controles where parties_en_ecart > 0 and code in ('A5', 'A6', 'A7', 'A8')`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}

/** All controls, compared anew. */
export async function verifier(app: FastifyInstance): Promise<Controles['lignes']> {
  const answer = await app.inject({ method: 'POST', url: '/api/controles/verifier' })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Controles>().lignes
}

/** Those that differ. */
export const ecarts = async (app: FastifyInstance): Promise<Controles['lignes']> =>
  (await verifier(app)).filter(({ concordant }) => concordant === false)

/** Once the figures follow no control differs, and the audit is content; what earlier tests got wrong stands as well. */
export async function controlesVerts({ app, database, config }: TestService): Promise<void> {
  await refresh(app)
  expect(await ecarts(app)).toEqual([])
  const { DATA_DIR } = config
  const { report } = await auditInThread({ DATABASE_URL: database.serviceUrl, DATA_DIR })
  expect(report).toContain('concordants')
  expect(report).not.toMatch(/EN ÉCART|ALTÉRÉS/)
}
