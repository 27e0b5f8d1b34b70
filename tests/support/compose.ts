import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** What the tests read of a service of docker-compose.yml. */
export interface ComposeService {
  image: string
  build?: { context: string; dockerfile: string }
  command?: string[]
  environment: Record<string, string | number>
  user?: string
  init?: boolean
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  privileged?: boolean
  pids_limit?: number
  mem_limit?: string
  restart?: string
  stop_grace_period?: string
  logging?: { driver: string; options: Record<string, string> }
  ports?: string[]
  networks: string[]
  volumes?: string[]
  healthcheck?: Record<'interval' | 'timeout' | 'start_period', string> & { test: string[] }
  depends_on?: Record<string, { condition: string }>
}

export interface Compose {
  services: Record<'db' | 'migrate' | 'service' | 'web', ComposeService>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, object>
  configs: Record<string, { file: string }>
}

export const readCompose = (): Compose =>
  parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Compose

/** The environment that compose gives a service, with these variables in `.env`. */
export function environmentOf(
  service: ComposeService,
  variables: Record<string, string>,
): Record<string, string> {
  const fill = (text: string) =>
    text.replace(
      /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
      (_, name: string, sign: string | undefined, rest: string | undefined) => {
        const value = variables[name]
        if (value) return value
        if (sign === '-') return rest ?? ''
        throw new Error(`${name}: ${rest ?? 'missing'}`)
      },
    )
  return Object.fromEntries(
    Object.entries(service.environment).map(([name, value]) => [name, fill(String(value))]),
  )
}
