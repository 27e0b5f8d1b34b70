import { z } from 'zod'
import { hostNameOf } from '#edge/hosts'

/** What both programs read from their environment, each with the sentence that a bad value earns. */
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

/** A list whose items stand between commas or blanks. */
export const Items = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((item) => item !== ''))

/** Names and addresses as they stand in a Host header, without a port; an IPv6 address needs no brackets here. */
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

/**
 * Reads settings from an environment; an empty value counts as not given.
 * Throws an Error whose message is one line naming every bad setting.
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
  throw new Error(`Réglage refusé. ${faults.join(' ; ')}`)
}
