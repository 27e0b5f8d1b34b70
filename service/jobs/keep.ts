const ticks = new Set<() => void>()

/** Lets all that is kept up to date in this process look at once, instead of at its next tick: something has ended. */
export function wake(): void {
  for (const tick of ticks) tick()
}

/**
 * Runs `work` now, every `periodMs` and when woken until `stop`, which waits for what is under way; never concurrently,
 * and what fails is told and tried again.
 */
export function keep(
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
  periodMs = 2_000,
): { stop: () => Promise<void> } {
  let working: Promise<void> | undefined
  let again = false
  const run = async () => {
    do {
      again = false
      await work().catch(onFailure)
    } while (again)
    working = undefined
  }
  const tick = () => {
    if (working) again = true
    else working = run()
  }
  const timer = setInterval(() => (working ??= run()), periodMs)
  timer.unref()
  ticks.add(tick)
  tick()
  return {
    stop: async () => {
      clearInterval(timer)
      ticks.delete(tick)
      again = false
      await working
    },
  }
}
