const PERIOD_MS = 2_000

/**
 * Does some work every two seconds until `stop`, which waits for what is under way; it never runs twice at once, and
 * what fails is told and tried again.
 */
export function keep(
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let working: Promise<void> | undefined
  const tick = () => {
    working ??= work()
      .catch(onFailure)
      .finally(() => {
        working = undefined
      })
  }
  tick()
  const timer = setInterval(tick, PERIOD_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await working
    },
  }
}
