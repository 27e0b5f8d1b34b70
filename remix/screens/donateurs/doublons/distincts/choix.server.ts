import { z } from 'zod'
import { FICHES_AU_PLUS } from '#contract/doublons'
import { distinguer } from '#contract/groupes'
import { LIGNES_AU_PLUS } from '#contract/values'
import { Refusal } from '../../../../service/refusal.server'

const Cle = z.array(z.string().min(1).max(200)).min(2).max(FICHES_AU_PLUS)
const Paires = distinguer.body.shape.paires

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

/** The pairs to tell apart, as a form says them; throws a Refusal where nobody could have. */
export function readPaires(text: string): z.output<typeof Paires> {
  const { data } = Paires.safeParse(parse(text))
  if (data) return data
  throw new Refusal(422, {
    detail: 'Cette demande n’est pas lisible. Rechargez la page et recommencez.',
  })
}
