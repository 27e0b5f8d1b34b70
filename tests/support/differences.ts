import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Difference } from '../../service/contract/publications'
import { get } from './analyses'
import type { Don } from './dons'

/** The head of a file of gifts. */
export const CSV = 'id;montant;date;contact\n'
export const lineOf = ({ id, order_amount, order_date, contact_id }: Don) =>
  `${id};${order_amount};${order_date};${contact_id}\n`

/** What a year has, counted from the gifts of a world; amounts in cents. */
interface Totaux {
  donateurs: number
  donations: number
  'montant-total': number
  'don-moyen': number
}

/** The stored gifts, who is excluded, and whom a contact counts as that is another. */
export interface World {
  dons: Map<string, Don>
  exclus: Set<string>
  groupes?: Map<string, string>
}

function count({ dons, exclus, groupes }: World, annee: number): Totaux {
  const counted = [...dons.values()].filter(
    (one) =>
      one.order_amount > 0 &&
      !exclus.has(one.contact_id) &&
      one.order_date.startsWith(String(annee)),
  )
  const cents = counted.reduce((sum, one) => sum + Math.round(one.order_amount * 100), 0)
  return {
    donateurs: new Set(counted.map((one) => groupes?.get(one.contact_id) ?? one.contact_id)).size,
    donations: counted.length,
    'montant-total': cents,
    'don-moyen': counted.length === 0 ? 0 : Math.floor(cents / counted.length + 0.5),
  }
}

const CHIFFRES = ['donateurs', 'donations', 'montant-total', 'don-moyen'] as const
const unitOf = (chiffre: (typeof CHIFFRES)[number]) =>
  chiffre === 'montant-total' || chiffre === 'don-moyen' ? 100 : 1

/** What happened since a publication: how it is told, before what time (ms) it did not happen, and the figures after it. */
export interface Step {
  told: RegExp
  depuis: number
  after: Map<number, Totaux>
}

/** The figures of these years. */
export const yearsOf = (world: World, annees: readonly number[]) =>
  new Map(annees.map((annee) => [annee, count(world, annee)]))

/** The effects that each step had on a figure of a year, those without any left out. */
function effectsOf(
  from: Map<number, Totaux>,
  steps: Step[],
  annee: number,
  chiffre: (typeof CHIFFRES)[number],
) {
  let now = from.get(annee)?.[chiffre] ?? 0
  return steps.flatMap(({ told, depuis, after }) => {
    const next = after.get(annee)?.[chiffre] ?? 0
    const effet = next - now
    now = next
    return effet === 0 ? [] : [{ told, depuis, effet, cumul: next }]
  })
}

/**
 * Expects of every figure of the years in `from` that publication `a` differs from `de` by what these steps changed, in
 * their order, to the cent.
 */
export async function expectDifference(
  app: FastifyInstance,
  [de, a]: [number, number],
  from: Map<number, Totaux>,
  steps: Step[],
  where: string,
): Promise<void> {
  for (const annee of from.keys())
    for (const chiffre of CHIFFRES) {
      const unit = unitOf(chiffre)
      const asked = `chiffre=${chiffre}&annee=${annee}&de=${de}&a=${a}`
      const found = await get<Difference>(app, `/api/publications/difference?${asked}`)
      const expected = effectsOf(from, steps, annee, chiffre)
      const before = (from.get(annee)?.[chiffre] ?? 0) / unit
      const after = (steps.at(-1)?.after.get(annee)?.[chiffre] ?? before * unit) / unit
      expect(found, `${where}, ${asked}`).toMatchObject({ avant: before, apres: after })
      expect(
        found.contributions.map(({ effet, cumul }) => ({
          effet: Math.round(effet * unit),
          cumul: Math.round(cumul * unit),
        })),
        `${where}, ${asked}`,
      ).toEqual(expected.map(({ effet, cumul }) => ({ effet, cumul })))
      for (const [at, { told, depuis }] of expected.entries()) {
        const { cause = '', le = '' } = found.contributions[at] ?? {}
        expect(cause, `${where}, ${asked}`).toMatch(told)
        expect(Date.parse(le), `${where}, ${asked}, ${cause}`).toBeGreaterThanOrEqual(depuis)
      }
      const dates = found.contributions.map(({ le }) => le)
      expect(dates, `${where}, ${asked}`).toEqual([...dates].sort())
      const sum = found.contributions.reduce((all, { effet }) => all + Math.round(effet * unit), 0)
      expect(sum, `${where}, ${asked}`).toBe(Math.round(found.ecart * unit))
    }
}
