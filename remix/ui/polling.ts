import { useEffect, useState } from 'react'

/** The specification's request timeout. */
const LONGEST_MS = 300_000

interface Options<Value> {
  /** A JSON endpoint; null if there is nothing to poll. */
  url: string | null
  intervalMs: number
  /** Value loaded with the page; a new one restarts the polling. */
  first: Value
  /** Whether to poll again after this value. */
  goesOn: (value: Value) => boolean
  /** Response timeout. */
  longestMs?: number
  /** By default a failed read stops the polling. */
  afterFailure?: 'stop' | 'continue'
}

/** Polls `url` every `intervalMs`, first one interval after page load. */
export function usePolling<Value>(options: Options<Value>): { value: Value; failed: boolean } {
  const { url, intervalMs, first, goesOn, longestMs = LONGEST_MS, afterFailure = 'stop' } = options
  const [reading, setReading] = useState({ first, value: first, failed: false })
  if (reading.first !== first) setReading({ first, value: first, failed: false })
  const stopped = reading.failed && afterFailure === 'stop'
  const active = url !== null && !stopped && goesOn(reading.value)

  useEffect(() => {
    if (!active) return
    const abort = new AbortController()
    const fail = () => setReading(({ value }) => ({ first, value, failed: true }))
    let late: ReturnType<typeof setTimeout> | undefined
    const timer = setTimeout(() => {
      late = setTimeout(() => {
        abort.abort()
        fail()
      }, longestMs)
      fetch(url, { signal: abort.signal, headers: { accept: 'application/json' } })
        .then(async (response) => {
          if (!response.ok) throw new Error(String(response.status))
          return (await response.json()) as Value
        })
        .then((value) => setReading({ first, value, failed: false }))
        .catch(() => {
          if (!abort.signal.aborted) fail()
        })
    }, intervalMs)
    return () => {
      clearTimeout(timer)
      clearTimeout(late)
      abort.abort()
    }
  }, [active, url, intervalMs, longestMs, first, reading])

  return reading
}
