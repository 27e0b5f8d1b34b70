import { sql } from 'kysely'
import type { AVerifier } from '#contract/verification'
import { MOTS } from '../../service/donateurs/recherche/words'
import { derive } from '../../service/platform/jobs/derived'
import { readCles } from '../../service/verification/cle'
import { LEXIQUE } from '../../service/verification/listes/lexique'
import { REGLES } from '../../service/verification/regles'
import { readPapier } from '../../service/verification/regles/papier'
import { SIGNALEMENTS } from '../../service/verification/trouver'
import { withBase } from './base'
import { median, printTable, seconds } from './table'

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * The look for donors who may be fakes: each rule, all of them, the queue's own call, and what they weigh on a year the
 * first time that it is asked after a decision. Arguments: how many gifts
 * (5 million, of a tenth to a fifth as many donors), and how many fakes (1000).
 */
export default async function run([given, fakes]: string[]): Promise<void> {
  await withBase(Number(given ?? 5_000_000), async ({ db, app }) => {
    await derive(db, MOTS)
    // Some fakes, so that there is a queue.
    await sql`
      update donateurs set firstname = 'Test', lastname = 'Test'
      where contact_id in (select contact_id from donateurs order by contact_id limit ${Number(fakes ?? 1000)})`.execute(
      db,
    )
    await derive(db, MOTS)
    const rules: string[][] = []
    const cleOf = await readCles(db)
    const surPapier = await readPapier(db)
    for (const { code, trouver: find } of REGLES) {
      const question = await find(db, { cle: cleOf(code), surPapier, lexique: LEXIQUE })
      const ms = await timed(() => sql`select count(*) from (${question}) as trouves`.execute(db))
      rules.push([code, seconds(ms)])
    }
    printTable(['rule, by itself', 'time'], rules)
    const first = await timed(() => derive(db, SIGNALEMENTS))
    const again = await timed(() => derive(db, SIGNALEMENTS))
    const calls: number[] = []
    for (let at = 0; at < 11; at += 1)
      calls.push(await timed(() => app.inject('/api/donateurs/a-verifier')))
    const { bilan } = (await app.inject('/api/donateurs/a-verifier')).json<AVerifier>()
    const { annees } = (await app.inject('/api/dashboard/annees')).json<{ annees: number[] }>()
    const weights: number[] = []
    for (const { contact_id } of (
      await app.inject('/api/donateurs/a-verifier?limit=11')
    ).json<AVerifier>().donateurs) {
      await app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload: { contact_id } })
      await app.inject('/api/dashboard/stats/2024')
      weights.push(await timed(() => app.inject(`/api/dashboard/a-verifier/${annees[0]}`)))
    }
    console.log()
    printTable(
      ['what', 'time', 'goal'],
      [
        ['all rules, first', seconds(first), '≤ 10 s'],
        ['all rules, again', seconds(again), '≤ 10 s'],
        [`the queue of ${bilan.a_verifier}`, `${median(calls.slice(1)).toFixed(0)} ms`, ''],
        ['their weight, after a decision', `${median(weights).toFixed(0)} ms`, '≤ 20 ms'],
      ],
    )
  })
}
