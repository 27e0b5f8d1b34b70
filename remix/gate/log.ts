import pino, { type Logger } from 'pino'
import { standardOutput } from '#process/output'

/** JSON lines on the standard output. */
export const openLog = (level: string): Logger =>
  pino({ level, base: { processus: 'web' } }, standardOutput)

/** The address without what people typed into it. */
export const pathOf = (url: string | undefined): string => (url ?? '').split('?', 1)[0] ?? ''
