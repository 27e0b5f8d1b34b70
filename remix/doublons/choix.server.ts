import { z } from 'zod'
import type { GroupeDoublon } from '#contract/doublons'
import { distinguer, effetFusion, type Groupe } from '#contract/groupes'
import { Refusal } from '../refusal.server'

const Cle = z.array(z.string().min(1).max(200)).min(2).max(20)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The groups that boxes and addresses name; what nobody could have ticked is left out. */
export const readKeys = (values: readonly string[]): string[][] =>
  [...new Set(values)].slice(0, 100).flatMap((value) => {
    const { data } = Cle.safeParse(parse(value))
    return data ? [data] : []
  })

const Groupes = effetFusion.body
const Paires = z.object({ paires: distinguer.body.shape.paires })

function readAs<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const { data, success } = schema.safeParse(parse(text))
  if (!success)
    throw new Refusal(422, {
      detail: 'Cette demande n’est pas lisible. Rechargez la page et recommencez.',
    })
  return data
}

/** The groups to merge, as a form or an address says them; throws a Refusal where nobody could have. */
export const readGroupes = (text: string) => readAs(Groupes, text)

/** The pairs to tell apart, likewise. */
export const readPaires = (text: string) => readAs(Paires, text)

/** The groups to make of those ticked: where two share a contact they are one, under the first's number. */
export function reunir(groupes: readonly GroupeDoublon[]): Groupe[] {
  const made: { principal: string; contacts: Set<string> }[] = []
  for (const { principal_propose, contacts } of groupes) {
    const own = contacts.map(({ contact_id }) => contact_id)
    const shared = made.filter((group) => own.some((contact) => group.contacts.has(contact)))
    const [first = { principal: principal_propose, contacts: new Set<string>() }, ...others] =
      shared
    if (shared.length === 0) made.push(first)
    for (const contact of [...own, ...others.flatMap((group) => [...group.contacts])])
      first.contacts.add(contact)
    for (const other of others) made.splice(made.indexOf(other), 1)
  }
  return made.map(({ principal, contacts }) => ({
    principal,
    contacts: [...contacts].filter((contact) => contact !== principal),
  }))
}
