import { z } from 'zod'
import { FICHES_AU_PLUS } from '#contract/doublons'
import type { distinguer } from '#contract/groupes'
import { LIGNES_AU_PLUS } from '#contract/values'

const Cle = z.array(z.string().min(1).max(200)).min(2).max(FICHES_AU_PLUS)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The groups that boxes and addresses name; what nobody could have ticked is left out. */
export const readKeys = (values: readonly string[]): string[][] =>
  [...new Set(values)].slice(0, LIGNES_AU_PLUS).flatMap((value) => {
    const { data } = Cle.safeParse(parse(value))
    return data ? [data] : []
  })

/** The pairs to tell apart, as a form says them; the service refuses what nobody could have said. */
export const readPaires = (text: string) =>
  (parse(text) ?? []) as z.input<typeof distinguer.body>['paires']
