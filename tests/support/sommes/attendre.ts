import type { z } from 'zod'
import type { Endpoint } from '../../../service/contract/endpoint'

export type Nombres = readonly (number | null)[]

/** A column of a sheet, and what the service answers for its rows, from the first under the heading. */
export interface Somme {
  feuille: string
  colonne: string
  adresse: string
  nombres: (answer: unknown) => Nombres
}

/** What the service answers for a column of a sheet. */
export const attendre = <E extends Endpoint>(
  feuille: string,
  colonne: string,
  { path, answer }: E,
  nombres: (answer: z.output<E['answer']>) => Nombres,
) => ({
  feuille,
  colonne,
  path,
  nombres: (found: unknown) => nombres(answer.parse(found) as z.output<E['answer']>),
})

/** The sum of each number and those before it. */
export const cumuler = (nombres: number[]) =>
  nombres.map((_, at) => nombres.slice(0, at + 1).reduce((sum, one) => sum + one, 0))

export const somme = (nombres: number[]) => cumuler(nombres).at(-1) ?? 0
