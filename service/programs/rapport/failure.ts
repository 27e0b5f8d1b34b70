import { diskFull, isDiskFull } from '#process/disk'
import { reasonOf } from '#process/reason'

/** Exit codes: the application's refusal, wrong usage, unwritable folder. */
export const EXIT = { refused: 1, asked: 2, folder: 3 } as const

/** Ends the command with a French sentence and an exit code. */
export class RapportImpossible extends Error {
  readonly exit: number

  constructor(exit: number, sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'RapportImpossible'
    this.exit = exit
  }
}

const CODES: Record<string, string> = {
  EACCES: 'vous n’avez pas le droit d’y écrire',
  EPERM: 'vous n’avez pas le droit d’y écrire',
  EROFS: 'il est en lecture seule',
  ENOTDIR: 'ce n’est pas un dossier',
  EEXIST: 'ce n’est pas un dossier',
  EISDIR: 'un dossier y porte le nom d’un des fichiers',
}

/** Explains why a folder cannot be written. */
export function notWritten(folder: string, cause: unknown): RapportImpossible {
  if (isDiskFull(cause)) return new RapportImpossible(EXIT.folder, diskFull(folder), cause)
  const { code = '' } = cause as NodeJS.ErrnoException
  const why = CODES[code] ?? reasonOf(cause)
  const sentence = `Le dossier ${folder} ne peut pas être écrit\u00A0: ${why}. Donnez les droits, ou indiquez un autre --dossier.`
  return new RapportImpossible(EXIT.folder, sentence, cause)
}
