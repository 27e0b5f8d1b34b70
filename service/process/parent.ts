/** Calls `end` when the process that forked this one is gone, also where that was before the call. */
export function whenOrphaned(end: () => void): void {
  process.once('disconnect', end)
  if (process.send !== undefined && !process.connected) end()
}

/** Tells the process that forked this one, if any, that it serves. */
export function tellReady(): void {
  // The parent may be gone before it hears.
  if (process.connected) process.send?.('ready', undefined, undefined, () => undefined)
}
