import { z } from 'zod'

const Port = z.coerce.number().int().min(1).max(65535)

const Settings = z.object({
  SERVICE_PORT: Port.default(3001),
  SERVICE_HOST: z.string().min(1).default('127.0.0.1'),
  SERVICE_TOKEN: z.string().min(16).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATA_DIR: z.string().min(1).default('.data'),
  CAMPAGNE_PRODUIT: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, 'must match [A-Z][A-Z0-9_]*')
    .default('PRODUIT'),
  CAMPAGNE_VFL_MOTIF: z.string().min(1).default('VFL'),
  UPLOAD_MAX_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(5 * 1024 ** 3),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** The service's settings, named as in the environment. */
export type Config = z.infer<typeof Settings>

const LaunchSettings = z.object({
  PORT: Port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SERVICE_PORT: Port.default(3001),
  SERVICE_HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  SERVICE_TOKEN: z.string().min(16).optional(),
})

/** What `npm start` needs to know before there is a database. */
export type LaunchConfig = z.infer<typeof LaunchSettings>

function read<T>(settings: z.ZodType<T>, environment: NodeJS.ProcessEnv): T {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = settings.safeParse(given)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `${issue.path.join('.')} : ${issue.message}`)
  throw new Error(`Réglage refusé. ${faults.join(' ; ')}`)
}

/**
 * Reads the settings from an environment; an empty value counts as not given.
 * Throws an Error whose message is one line naming every bad setting.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return read(Settings, environment)
}

/** The same for `npm start`, which also accepts having no DATABASE_URL. */
export function readLaunchConfig(environment: NodeJS.ProcessEnv): LaunchConfig {
  return read(LaunchSettings, environment)
}
