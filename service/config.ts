import { z } from 'zod'
import { isLoopback } from '#edge/hosts'
import type { Place } from '#process/listen'
import {
  Host,
  HostNames,
  LOG_LEVEL,
  Port,
  readSettings,
  SERVICE_TOKEN,
  ServiceUrl,
  Yes,
} from '#process/settings'

const DatabaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'une adresse postgresql://… est attendue',
})

const Folder = z.string().regex(/^[^\r\n]*$/, 'un chemin sans saut de ligne est attendu')

const DataDir = Folder.default('.data')

const WILDCARDS = ['0.0.0.0', '::']

type Spot = [host: string, port: number | undefined]

/** Whether two programs would listen in the same place. */
function clash(one: Spot, other: Spot): boolean {
  const [[host, port], [otherHost, otherPort]] = [one, other]
  const name = (host: string) => (host === 'localhost' ? '127.0.0.1' : host)
  const overlap =
    name(host) === name(otherHost) || WILDCARDS.includes(host) || WILDCARDS.includes(otherHost)
  return port !== undefined && port === otherPort && overlap
}

const ADMIN_PORT_TAKEN = {
  path: ['ADMIN_PORT'],
  error: 'un autre port que PORT et SERVICE_PORT est attendu',
}

const Settings = z
  .object({
    SERVICE_PORT: Port.default(3001),
    SERVICE_HOST: Host.default('127.0.0.1'),
    SERVICE_TOKEN,
    /** Where the web app finds the service: its host is one of the service's own names. */
    SERVICE_URL: ServiceUrl.optional(),
    /** Further host names under which the service may be called; the loopback and its own addresses always are. */
    ALLOWED_HOSTS: HostNames,
    /** Where Prometheus finds /metrics; nowhere without a port. */
    ADMIN_PORT: Port.optional(),
    ADMIN_HOST: Host.default('127.0.0.1'),
    DATABASE_URL: DatabaseUrl,
    /** A replica that the analyses are read from; without it they come from DATABASE_URL. */
    DATABASE_READ_URL: DatabaseUrl.optional(),
    /** Who may migrate the database, if DATABASE_URL's role may not. */
    DATABASE_OWNER_URL: DatabaseUrl.optional(),
    DATA_DIR: DataDir,
    CAMPAGNE_PRODUIT: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]*$/, 'une majuscule, puis majuscules, chiffres ou _ sont attendus')
      .refine((produit) => produit !== 'VFL', 'VFL est le nom de l’autre campagne')
      .default('PRODUIT'),
    CAMPAGNE_VFL_MOTIF: z.string().min(1).default('VFL'),
    /** Whether a screen empties the card of who asks to be forgotten. */
    RGPD_ECRAN: z
      .enum(['', '0', '1'], '0 ou 1 est attendu')
      .default('0')
      .transform((given) => given === '1'),
    UPLOAD_MAX_BYTES: z.coerce
      .number({ error: 'un nombre d’octets est attendu' })
      .int('un nombre entier d’octets est attendu')
      .positive('un nombre d’octets supérieur à 0 est attendu')
      .default(5 * 1024 ** 3),
    /** Files laid there are imported. */
    DEPOT_DIR: Folder.optional(),
    /** Even where a closed year changes. */
    DEPOT_ANNEES_CLOSES: Yes,
    LOG_LEVEL,
  })
  .refine((settings) => isLoopback(settings.SERVICE_HOST) || settings.SERVICE_TOKEN !== undefined, {
    path: ['SERVICE_HOST'],
    error: 'une adresse publique demande un SERVICE_TOKEN, partagé avec l’application web',
  })
  .refine(
    (all) => !clash([all.SERVICE_HOST, all.SERVICE_PORT], [all.ADMIN_HOST, all.ADMIN_PORT]),
    ADMIN_PORT_TAKEN,
  )

/** `process.env`, or a test's own. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The service's settings, named as in the environment. */
export type Config = z.infer<typeof Settings>

const LaunchSettings = z
  .object({
    PORT: Port.default(3000),
    HOST: Host.default('127.0.0.1'),
    SERVICE_PORT: Port.default(3001),
    SERVICE_HOST: Host.default('127.0.0.1'),
    ADMIN_PORT: Port.optional(),
    ADMIN_HOST: Host.default('127.0.0.1'),
    DATABASE_URL: DatabaseUrl.optional(),
    DATABASE_OWNER_URL: DatabaseUrl.optional(),
    DATA_DIR: DataDir,
    DEPOT_DIR: Folder.optional(),
    SERVICE_TOKEN,
  })
  .refine((all) => !clash([all.HOST, all.PORT], [all.SERVICE_HOST, all.SERVICE_PORT]), {
    path: ['SERVICE_PORT'],
    error: 'un autre port que PORT est attendu',
  })
  .refine(
    (all) =>
      !clash([all.HOST, all.PORT], [all.ADMIN_HOST, all.ADMIN_PORT]) &&
      !clash([all.SERVICE_HOST, all.SERVICE_PORT], [all.ADMIN_HOST, all.ADMIN_PORT]),
    ADMIN_PORT_TAKEN,
  )

/** What `npm start` needs to know before there is a database. */
export type LaunchConfig = z.infer<typeof LaunchSettings>

/** Where the service listens, and the web app. */
export const placeOfService = (all: Pick<Config, 'SERVICE_HOST' | 'SERVICE_PORT'>): Place => ({
  host: all.SERVICE_HOST,
  port: all.SERVICE_PORT,
  names: { host: 'SERVICE_HOST', port: 'SERVICE_PORT' },
})
export const placeOfWeb = ({ HOST, PORT }: Pick<LaunchConfig, 'HOST' | 'PORT'>): Place => ({
  host: HOST,
  port: PORT,
  names: { host: 'HOST', port: 'PORT' },
})

/** Throws an Error whose message is one line naming every bad setting. */
export function readConfig(environment: Environment): Config {
  return readSettings<Config>(Settings, environment)
}

/** The same for `npm start`, which also accepts having no DATABASE_URL. */
export function readLaunchConfig(environment: Environment): LaunchConfig {
  return readSettings<LaunchConfig>(LaunchSettings, environment)
}
