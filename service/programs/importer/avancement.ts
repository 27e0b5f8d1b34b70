import { formatCount, formatDuration } from '#figures/format'

const BAR = 20
const EVERY_MS = 10_000
const REDRAWN_MS = 200

/** How far a step is: a percentage, and rows or bytes a second where they are known. */
export interface Pas {
  etape: string
  pourcentage: number | null
  vitesse?: string | undefined
}

export const lignesParSeconde = (speed: number | null) =>
  speed === null ? undefined : `${formatCount(speed)} lignes/s`

/** Shows how far the command is: one line that is written over on a terminal, else a line each 10 s. */
export function ouvrirAvancement(stream: NodeJS.WriteStream, now = () => performance.now()) {
  let step = ''
  let begun = now()
  let told = stream.isTTY ? -Infinity : now()
  const left = (part: number) => ((now() - begun) / part) * (1 - part)
  const lineOf = ({ etape, pourcentage, vitesse }: Pas): string => {
    if (pourcentage === null) return etape
    const part = Math.min(1, pourcentage / 100)
    const bar = stream.isTTY ? `[${'#'.repeat(Math.round(part * BAR)).padEnd(BAR, '.')}] ` : ''
    const rest = part > 0.02 && part < 1 ? `encore ${formatDuration(left(part) / 1000)}` : undefined
    return [`${etape} ${bar}${Math.floor(pourcentage)}\u00A0%`, vitesse, rest]
      .filter(Boolean)
      .join(', ')
  }
  return {
    dire: (pas: Pas) => {
      if (pas.etape !== step) {
        step = pas.etape
        begun = now()
      }
      if (now() - told < (stream.isTTY ? REDRAWN_MS : EVERY_MS)) return
      told = now()
      const line = lineOf(pas)
      if (stream.isTTY) stream.write(`\r\u001B[K${line.slice(0, (stream.columns || 80) - 1)}`)
      else stream.write(`${line}\n`)
    },
    /** Takes the line away. */
    finir: () => {
      if (stream.isTTY) stream.write('\r\u001B[K')
    },
  }
}

export type Avancement = ReturnType<typeof ouvrirAvancement>
