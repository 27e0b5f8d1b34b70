import { horizon } from '#contract/horizon'
import { call, quietly } from './service.server'

/** The incomplete year, and the day it is known up to; null if there is none, or it could not be read. */
export async function readRunning(request: Request): Promise<{ annee: number; au: string } | null> {
  const reach = await call(horizon, {}, request).catch(quietly('horizon'))
  if (!reach || reach.horizon === null || reach.annee_en_cours === null) return null
  return { annee: reach.annee_en_cours, au: reach.horizon }
}
