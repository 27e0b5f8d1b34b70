import pino, { type Logger } from 'pino'
import { standardOutput } from '#process/output'

/** PostgreSQL's classes 22 (data) and 23 (constraints), whose messages quote the refused values. */
const QUOTES_DATA = /^2[23]/

const framesOf = (stack = '') =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

interface LoggedError {
  type: string
  message: string
  stack: string
  code?: string
  cause?: LoggedError
}

/**
 * What the log keeps of an error: what happened and where, never the rows or fields it happened with
 * (PostgreSQL's `detail`, `where`, `internalQuery` and the values in its messages).
 */
export function describeError(error: Error): LoggedError {
  const { code } = error as { code?: unknown }
  const quotes =
    error instanceof SyntaxError || (typeof code === 'string' && QUOTES_DATA.test(code))
  return {
    type: error.name,
    message: quotes ? 'valeur refusée' : error.message,
    stack: framesOf(error.stack),
    ...(typeof code === 'string' && { code }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}

/** JSON lines on the standard output, without personal data. */
export const openLog = (level: string, stream?: pino.DestinationStream): Logger =>
  pino(
    { level, base: { processus: 'service' }, serializers: { err: describeError } },
    stream ?? standardOutput,
  )
