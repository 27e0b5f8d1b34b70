import { Refusal } from './refusal.server'

/** The specification's request timeout, shared by all calls of a page. */
const LONGEST_MS = 300_000
/** Waits longer than this trigger probes of the service and its database. */
const LOOK_MS = 2_000
/** Probe interval while they are down. */
const AGAIN_MS = 500

interface Page {
  over: AbortController
  until: number
  calls: number
}

/** Lets pages wait for slow responses, failing fast once none will come. */
export interface Patience {
  /** Runs a call of this page until `signal` aborts it. */
  during: <Answer>(
    request: Request,
    call: (signal: AbortSignal) => Promise<Answer>,
  ) => Promise<Answer>
}

/** What is down, if the service can still say. */
type Absence = { detail?: string }

/** `probe` reports within 5 s whether the service or its database is down; all waiting pages share each probe. */
export function createPatience(probe: () => Promise<Absence | null>): Patience {
  const pages = new WeakMap<Request, Page>()
  const waiting = new Set<Page>()
  let away: Absence | null = null
  let timer: NodeJS.Timeout | undefined

  const pageOf = (request: Request): Page => {
    const until = performance.now() + LONGEST_MS
    const page = pages.get(request) ?? { over: new AbortController(), until, calls: 0 }
    pages.set(request, page)
    return page
  }
  const watch = () => {
    timer ??= setTimeout(() => void look(), away ? AGAIN_MS : LOOK_MS).unref()
  }
  const look = async () => {
    away = away || waiting.size > 0 ? await probe() : null
    const now = performance.now()
    for (const { over, until } of waiting)
      if (away || now >= until) over.abort(new Refusal(503, away ?? {}))
    timer = undefined
    if (away || waiting.size > 0) watch()
  }

  return {
    async during(request, call) {
      if (away) throw new Refusal(503, away)
      const page = pageOf(request)
      page.calls += 1
      waiting.add(page)
      watch()
      try {
        return await call(page.over.signal)
      } finally {
        page.calls -= 1
        if (page.calls === 0) waiting.delete(page)
      }
    },
  }
}
