import { Refusal } from './refusal.server'

/** The specification's request timeout, for all the calls of a page together. */
const LONGEST_MS = 300_000
/** Who waits for longer makes sure that the service and its database still answer. */
const LOOK_MS = 2_000
/** Where they do not, how soon to look again. */
const AGAIN_MS = 500

interface Page {
  over: AbortController
  until: number
  calls: number
}

/** Lets pages wait for a slow answer, and tells them soon that none will come: at once where that is known. */
export interface Patience {
  /** Runs a call of this page until `signal` ends it. */
  during: <Answer>(
    request: Request,
    call: (signal: AbortSignal) => Promise<Answer>,
  ) => Promise<Answer>
}

/** What is away, where the service can still say it. */
type Absence = { detail?: string }

/** `probe` says within 5 s what is away of the service and its database; one look serves every page that waits. */
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
