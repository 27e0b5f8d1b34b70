import pino, { type Logger } from 'pino'
import { standardOutput } from '#process/output'

/** Logs JSON lines to standard output. */
export const openLog = (level: string): Logger =>
  pino({ level, base: { processus: 'web' } }, standardOutput)

/** The path without the query, which may contain user input. */
export const pathOf = (url: string | undefined): string => (url ?? '').split('?', 1)[0] ?? ''
