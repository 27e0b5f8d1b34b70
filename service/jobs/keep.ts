/**
 * Does some work now and every `periodMs` until `stop`, which waits for what is under way; it never runs twice at once,
 * and what fails is told and tried again.
 */
export function keep(
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
  periodMs = 2_000,
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
  const timer = setInterval(tick, periodMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await working
    },
  }
}
