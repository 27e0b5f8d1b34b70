/** Database faults that callers can act on. */
export type DatabaseFault =
  | 'unavailable'
  | 'disk_full'
  | 'too_slow'
  | 'busy'
  | 'conflict'
  | 'forbidden'
  | 'foreign_code'

/** SQLSTATE raised by `refuseForeignCode`. */
export const FOREIGN_CODE = 'DONS1'

const BY_CODE: Record<string, DatabaseFault> = {
  '53100': 'disk_full',
  '57014': 'too_slow',
  '55P03': 'busy',
  '40P01': 'busy',
  '40001': 'conflict',
  '42501': 'forbidden',
  [FOREIGN_CODE]: 'foreign_code',
}

/** SQLSTATEs and network error codes of an unreachable database. */
const AWAY = /^(08|53|57P0|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/

/** Messages of `pg` errors that carry no code. */
const CUT =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|was closed/i

/** Classifies a database or driver error, following its causes. */
export function faultOf(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') {
    const known = BY_CODE[code]
    if (known) return known
    if (AWAY.test(code)) return 'unavailable'
  }
  return CUT.test(error.message) ? 'unavailable' : faultOf(error.cause)
}

/** Whether the database cannot answer now but may later. */
export function isUnavailable(error: unknown): boolean {
  const fault = faultOf(error)
  return fault === 'unavailable' || fault === 'too_slow' || fault === 'disk_full'
}
