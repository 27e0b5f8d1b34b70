import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { Annee, type AnneeParams } from '#contract/values'
import { Refusal } from '../refusal.server'
import { call } from '../service.server'
import type { Table } from '../ui/table'

/** Reads what a table shows from the service; `query` is the address of the file. */
export type Reader = (request: Request, query: URLSearchParams) => Promise<Table>

type Nothing = z.ZodUndefined
type Whole<Answer extends z.ZodType> = Endpoint<Nothing, Nothing, Nothing, Answer>
type Yearly<Answer extends z.ZodType> = Endpoint<typeof AnneeParams, Nothing, Nothing, Answer>

/** A table of one call that takes nothing. */
export const ofAll =
  <Answer extends z.ZodType>(
    endpoint: Whole<Answer>,
    build: (answer: z.output<Answer>) => Table,
  ): Reader =>
  async (request) =>
    build(await call<Whole<Answer>>(endpoint, {}, request))

/** The year that an address names, this one where it names none; throws a Refusal where it is no year. */
function readAnnee(query: URLSearchParams): number {
  const asked = query.get('annee')
  if (!asked) return new Date().getFullYear()
  const annee = Annee.safeParse(asked)
  if (annee.success) return annee.data
  const detail = annee.error.issues[0]?.message ?? 'Cette année n’est pas valide.'
  throw new Refusal(422, { detail, code: 'invalide', champ: 'annee' })
}

/** A table about one year, which the address names. */
export const ofYear =
  <Answer extends z.ZodType>(
    endpoint: Yearly<Answer>,
    build: (annee: number, answer: z.output<Answer>) => Table,
  ): Reader =>
  async (request, query) => {
    const annee = readAnnee(query)
    return build(annee, await call<Yearly<Answer>>(endpoint, { params: { annee } }, request))
  }
