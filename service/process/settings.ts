import { z } from 'zod'
import { hostNameOf } from '#edge/hosts'

/** Settings shared by both programs, with the message for a bad value. */
export const Port = z.coerce
  .number({ error: 'un nombre entre 1 et 65535 est attendu' })
  .int('un nombre entier est attendu')
  .min(1, 'un nombre entre 1 et 65535 est attendu')
  .max(65535, 'un nombre entre 1 et 65535 est attendu')

export const Host = z.string().min(1)

export const SERVICE_TOKEN = z.string().min(16, 'au moins 16 caractères sont attendus').optional()

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

export const LOG_LEVEL = z
  .enum(LOG_LEVELS, { error: `une valeur parmi ${LOG_LEVELS.join(', ')} est attendue` })
  .default('info')

/** A list separated by commas or blanks. */
export const Items = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((item) => item !== ''))

/** Host names and addresses as in a Host header, without port; IPv6 brackets are optional. */
export const HostNames = Items.transform((items, context) =>
  items.map((item) => {
    const name = hostNameOf(item.split(':').length > 2 && item[0] !== '[' ? `[${item}]` : item)
    if (name === undefined)
      context.addIssue({ code: 'custom', message: `« ${item} » n’est pas un nom d’hôte` })
    return name ?? item
  }),
)

export const ServiceUrl = z.url({ protocol: /^https?$/, error: 'une adresse http:// est attendue' })

export const Yes = z
  .enum(['0', '1'], { error: '0 ou 1 est attendu' })
  .default('0')
  .transform((value) => value === '1')

/** What is wrong with the settings of a program, in one line: nothing else is worth telling. */
export class SettingsRefused extends Error {}

/**
 * Parses settings from an environment; an empty value counts as unset. Throws SettingsRefused, which names every bad
 * setting.
 */
export function readSettings<T>(
  settings: z.ZodType<T>,
  environment: Record<string, string | undefined>,
): T {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = settings.safeParse(given)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) =>
    issue.path.length > 0 ? `${issue.path.join('.')} : ${issue.message}` : issue.message,
  )
  throw new SettingsRefused(`Réglage refusé. ${faults.join(' ; ')}`)
}
