import { z } from 'zod'
import { isLoopback } from '#edge/hosts'
import {
  Host,
  HostNames,
  Items,
  LOG_LEVEL,
  Port,
  readSettings,
  SERVICE_TOKEN,
  ServiceUrl,
  Yes,
} from '#process/settings'
import { readLogo } from '../organisation/logo'
import { readProxies } from './client'

const Settings = z
  .object({
    PORT: Port.default(3000),
    HOST: Host.default('127.0.0.1'),
    SERVICE_URL: ServiceUrl.default('http://127.0.0.1:3001'),
    SERVICE_TOKEN,
    LOG_LEVEL,
    /** `proxy`: a proxy in TRUSTED_PROXIES authenticates users and names them in AUTH_HEADER. */
    AUTH_MODE: z.literal('proxy', { error: 'seule la valeur proxy est acceptée' }).optional(),
    AUTH_HEADER: z.string().toLowerCase().default('x-forwarded-user'),
    TRUSTED_PROXIES: Items,
    ALLOW_UNAUTHENTICATED: Yes,
    /** Host names of the application; loopback and IP addresses are always allowed. */
    ALLOWED_HOSTS: HostNames,
    /** Requests per minute and address; 0 disables the limit. Local clients are exempt. */
    RATE_LIMIT: z.coerce
      .number({ error: 'un nombre de demandes par minute est attendu' })
      .int('un nombre entier est attendu')
      .nonnegative('un nombre positif est attendu')
      .default(3000),
    /** Whose report it is. */
    ORGANISATION: z.string().trim().max(100, '100 caractères au plus').optional(),
    /** Path of its logo, an SVG. */
    ORGANISATION_LOGO: z.string().optional(),
  })
  .superRefine((settings, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    try {
      if (settings.ORGANISATION_LOGO !== undefined) readLogo(settings.ORGANISATION_LOGO)
    } catch (error) {
      refuse('ORGANISATION_LOGO', (error as Error).message)
    }
    try {
      readProxies(settings.TRUSTED_PROXIES)
    } catch (error) {
      refuse('TRUSTED_PROXIES', (error as Error).message)
    }
    if (settings.AUTH_MODE && settings.TRUSTED_PROXIES.length === 0)
      refuse('TRUSTED_PROXIES', 'obligatoire avec AUTH_MODE=proxy')
    if (settings.AUTH_MODE && settings.SERVICE_TOKEN === undefined)
      refuse(
        'SERVICE_TOKEN',
        'obligatoire avec AUTH_MODE=proxy, pour que le service ne croie personne d’autre',
      )
    if (!isLoopback(settings.HOST) && !settings.AUTH_MODE && !settings.ALLOW_UNAUTHENTICATED)
      refuse(
        'HOST',
        `${settings.HOST} est une adresse publique : dites avec AUTH_MODE=proxy comment les personnes sont identifiées, ou acceptez avec ALLOW_UNAUTHENTICATED=1 qu’elles ne le soient pas`,
      )
  })

/** The web server's settings, named as in the environment. */
export type WebSettings = z.output<typeof Settings>

/** Throws an Error whose one-line message names every bad setting. */
export const readWebSettings = (
  environment: Readonly<Record<string, string | undefined>>,
): WebSettings => readSettings<WebSettings>(Settings, environment)
