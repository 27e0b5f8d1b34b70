import { setTimeout as wait } from 'node:timers/promises'

/** So many times work of the background gives way to an import; then imports wait for it, or it would never end. */
export const GIVEN = 3

const PAUSE_MS = 1_000

/** SQLSTATE of a statement that somebody cancelled. */
const CANCELLED = '57014'

export const wasCancelled = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === CANCELLED

/** Runs work that gives way, as its argument says, and begins it again after it has; stops where `signal` fires. */
export async function untilDone<Result>(
  work: (givesWay: boolean) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let given = 0; ; given++)
    try {
      return await work(given < GIVEN)
    } catch (error) {
      if (given === GIVEN || signal?.aborted || !wasCancelled(error)) throw error
      await wait(PAUSE_MS)
    }
}
