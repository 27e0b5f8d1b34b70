import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import { ACTEUR } from '#contract/constants'
import type { Decideur } from '../ui/shell-data'
import { textOf } from './text'

/** Field of every decision's form. */
const FIELD = 'nom'
const LONGEST = 200
const YEAR_SECONDS = 365 * 24 * 60 * 60

const cookie = createCookie('nom', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  maxAge: YEAR_SECONDS,
})

const Name = z.string().trim().min(1).max(LONGEST)

function proxied(request: Request): string | undefined {
  try {
    return Name.safeParse(decodeURIComponent(request.headers.get('x-identite') ?? '')).data
  } catch {
    return undefined
  }
}

/** Who decides in this browser: named by the proxy, or as they named themselves last. */
export async function readDecideur(request: Request): Promise<Decideur> {
  const identity = proxied(request)
  if (identity !== undefined) return { nom: identity, vouched: true }
  const kept = Name.safeParse(await cookie.parse(request.headers.get('cookie')))
  return { nom: kept.data ?? '', vouched: false }
}

/** The name that a decision's form gives, if any. */
export const nameIn = (form: FormData, field = FIELD): string | undefined =>
  Name.safeParse(textOf(form, field)).data

/** Header that keeps the name of a decision's form for the next one; none where the form asks for no name. */
export async function keepName(form: FormData, field = FIELD): Promise<string[]> {
  if (!form.has(field)) return []
  const nom = nameIn(form, field)
  if (nom === ACTEUR) return []
  return [await (nom === undefined ? cookie.serialize('', { maxAge: 0 }) : cookie.serialize(nom))]
}
