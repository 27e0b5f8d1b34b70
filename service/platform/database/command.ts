import { reasonOf } from '#process/reason'
import { type DatabaseFault, faultOf } from './errors'

const WHERE = 'vérifiez DATABASE_URL et DATABASE_OWNER_URL, puis recommencez'

const FAULTS: Partial<Record<DatabaseFault, string>> = {
  unavailable: `la base de données ne répond pas : ${WHERE}`,
  disk_full: 'le disque de la base de données est plein : libérez de la place, puis recommencez',
  busy: 'la base de données est occupée : recommencez dans quelques instants',
}

/** SQLSTATEs of a database that turns the connection away. */
const REFUSED: Record<string, string> = {
  '28000': `la base de données refuse ce rôle : ${WHERE}`,
  '28P01': `la base de données refuse ce mot de passe : ${WHERE}`,
  '3D000': `cette base de données n’existe pas : ${WHERE}`,
}

/** One line about a database that turns the connection away for good, as its settings are wrong. */
export function turnedAway(error: unknown): string | undefined {
  const { code = '' } = error instanceof Error ? (error as { code?: string }) : {}
  const sentence = REFUSED[code]
  return sentence && `Démarrage impossible : ${sentence} (${reasonOf(error)}).`
}

/** What an operator is told of a failure, with PostgreSQL's or the system's own words where there are any. */
function sentenceOf(error: unknown): string {
  const fault = faultOf(error)
  const { code = '' } = error instanceof Error ? (error as { code?: string }) : {}
  const sentence = REFUSED[code] ?? (fault && FAULTS[fault])
  if (sentence === undefined) return reasonOf(error)
  return `${sentence} (${reasonOf(error) || code}).`
}

/** Runs a command; what it throws is a sentence after `failed`, and exit code 1. */
export function run(failed: string, main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    console.error(`${failed} : ${sentenceOf(error)}`)
    process.exitCode = 1
  })
}
