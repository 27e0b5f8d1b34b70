/** Calls `end` when the parent process is gone, even if before this call. */
export function whenOrphaned(end: () => void): void {
  process.once('disconnect', end)
  if (process.send !== undefined && !process.connected) end()
}

/** Tells the parent process, if any, that this one is ready. */
export function tellReady(): void {
  // The parent may exit before it gets the message.
  if (process.connected) process.send?.('ready', undefined, undefined, () => undefined)
}
