import { format } from 'node:util'
import morgan from 'morgan'
import pino, { type Logger } from 'pino'
import { standardOutput } from '#process/output'

/** JSON lines on the standard output; what remix-serve and React print becomes such lines too. */
export function openLog(level: string): Logger {
  const log = pino({ level, base: { processus: 'web' } }, standardOutput)
  // remix-serve asks morgan for `tiny`; a format that returns nothing prints nothing.
  morgan.format('tiny', () => undefined)
  const print =
    (level: 'info' | 'warn' | 'error') =>
    (...args: unknown[]) => {
      const err = args.find((arg) => arg instanceof Error)
      const words = args.filter((arg) => arg !== err && arg !== undefined)
      if (err !== undefined) log[level]({ err }, format(...words))
      else if (words.length > 0) log[level](format(...words))
    }
  console.log = console.info = print('info')
  console.warn = print('warn')
  console.error = print('error')
  return log
}

/** The address without what people typed into it. */
export const pathOf = (url: string | undefined): string => (url ?? '').split('?', 1)[0] ?? ''
