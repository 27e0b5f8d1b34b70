/** What PostgreSQL and the network say while the database cannot answer. */
const UNAVAILABLE =
  /^(08|53|57P0|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/

/** Whether an error says that the database cannot answer now, and may again later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (
    (typeof code === 'string' && UNAVAILABLE.test(code)) ||
    /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|was closed/i.test(
      error.message,
    ) ||
    isUnavailable(error.cause)
  )
}
