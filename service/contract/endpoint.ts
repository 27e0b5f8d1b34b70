import { z } from 'zod'

/** One call of the service: where it is, what it takes and what it answers. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'DELETE'
  /** Whether it changes nothing: a POST may only ask, with more than an address holds. */
  reads: boolean
  path: string
  summary: string
  status: 200 | 201 | 202
  /** A status that says no, yet carries the same answer. */
  otherStatus: 503 | undefined
  params: Params
  query: Query
  body: Body
  /** The multipart field of the file that the call takes; `body` is then what it takes instead of one. */
  file: string | undefined
  /** What its body may weigh, if that is more than others may. */
  bodyLimit: number | undefined
  answer: Answer
}

/** A call that answers a file as a stream: for French Excel, unless it says another type. */
export interface CsvEndpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  path: string
  summary: string
  params: Params
  query: Query
  /** With a body, the file is asked for by POST. */
  body: Body
  bodyLimit: number | undefined
  type: 'text/csv' | 'application/json'
  /** The address by which the web app passes it on with its query as it is; another one says a route of its own. */
  page: string | undefined
  /** How the journal of exports notes it, where donors are in it. */
  journal: Journal | undefined
}

interface Journal {
  code: string
  nom: string
  /** What is noted beside its parameters. */
  autres?: Record<string, z.ZodType>
}

const Nothing = z.undefined()
type Nothing = typeof Nothing

/** Describes a call; what is left out is not taken. `path` names its parameters as `:annee`. */
export function endpoint<
  Answer extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(described: {
  method?: 'GET' | 'POST' | 'DELETE'
  reads?: boolean
  path: string
  summary: string
  status?: 200 | 201 | 202
  otherStatus?: 503
  params?: Params
  query?: Query
  body?: Body
  file?: string
  bodyLimit?: number
  answer: Answer
}): Endpoint<Params, Query, Body, Answer> {
  return {
    method: described.method ?? 'GET',
    reads: described.reads ?? (described.method ?? 'GET') === 'GET',
    path: described.path,
    summary: described.summary,
    status: described.status ?? 200,
    otherStatus: described.otherStatus,
    params: (described.params ?? Nothing) as Params,
    query: (described.query ?? Nothing) as Query,
    body: (described.body ?? Nothing) as Body,
    file: described.file,
    bodyLimit: described.bodyLimit,
    answer: described.answer,
  }
}

/** Describes a call that answers a file, CSV where nothing else is said. */
export const csvEndpoint = <
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Page extends string | undefined = undefined,
>({
  path,
  summary,
  params,
  query,
  body,
  bodyLimit,
  type = 'text/csv',
  page,
  journal,
}: {
  path: string
  summary: string
  params?: Params
  query?: Query
  body?: Body
  bodyLimit?: number
  type?: CsvEndpoint['type']
  page?: Page
  journal?: Journal
}): CsvEndpoint<Params, Query, Body> & { page: Page } => ({
  path,
  summary,
  params: (params ?? Nothing) as Params,
  query: (query ?? Nothing) as Query,
  body: (body ?? Nothing) as Body,
  bodyLimit,
  type,
  page: page as Page,
  journal,
})
