import { expect, test } from 'vitest'
import type { AVerifier } from '#contract/verification'
import { MOTS } from '../../../service/donateurs/recherche/words'
import { derive } from '../../../service/platform/jobs/derived'
import { SIGNALEMENTS } from '../../../service/verification/trouver'
import { get } from '../../support/analyses'
import { insertDons } from '../../support/dons'
import { creerMonde } from '../../support/faux'
import { tirages } from '../../support/hasard'
import { publier } from '../../support/publier'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

const GENUINE = tirages(10_000)
const PART = 5_000

test('parmi des donateurs vraisemblables, les faux de dix genres se trouvent, et presque personne d’autre', async () => {
  const seed = Math.floor(Math.random() * 1e6)
  const { fiches, dons, faux } = creerMonde(seed, GENUINE)
  for (let at = 0; at < fiches.length; at += PART)
    await db
      .insertInto('donateurs')
      .values(fiches.slice(at, at + PART))
      .execute()
  for (let at = 0; at < dons.length; at += PART) await insertDons(db, dons.slice(at, at + PART))
  await derive(db, MOTS)
  await publier(db)
  const begun = performance.now()
  await derive(db, SIGNALEMENTS)
  const seconds = (performance.now() - begun) / 1000

  const found: string[] = []
  for (let page = 1; ; page += 1) {
    const { donateurs, pagination } = await get<AVerifier>(
      app,
      `/api/donateurs/a-verifier?limit=100&page=${page}`,
    )
    found.push(...donateurs.map(({ contact_id }) => contact_id))
    if (!pagination.has_next) break
  }
  const missed = new Map<string, number>()
  for (const [id, kind] of faux)
    if (!found.includes(id)) missed.set(kind, (missed.get(kind) ?? 0) + 1)
  const genuine = found.filter((id) => !faux.has(id))
  const told = `graine ${seed} : manqués ${JSON.stringify([...missed])}, honnêtes signalés ${genuine.length} sur ${GENUINE}, en ${seconds.toFixed(1)} s`
  console.info(told)
  expect(new Set(faux.values()).size).toBe(10)
  expect(found.filter((id) => faux.has(id)).length, told).toBeGreaterThanOrEqual(faux.size * 0.95)
  expect(genuine.length, told).toBeLessThanOrEqual(GENUINE / 1000)
})
