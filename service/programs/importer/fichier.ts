import { constants, open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Envoi } from '../appel/appel'
import type { Avancement } from './avancement'
import { Arret, FIN } from './demande'

const WHY: Record<string, string> = {
  ENOENT: 'il n’existe pas',
  ENOTDIR: 'il n’existe pas',
  EISDIR: 'c’est un dossier',
  EACCES: 'vous n’avez pas le droit de le lire',
  EPERM: 'vous n’avez pas le droit de le lire',
}

const unreadable = (chemin: string, cause: unknown) => {
  const { code = '' } = cause as NodeJS.ErrnoException
  return new Arret(
    FIN.erreur,
    `Le fichier ${chemin} ne peut pas être lu\u00A0: ${WHY[code] ?? (cause as Error).message}. Rien n’est importé.`,
    cause,
  )
}

/** The bytes as they pass, told as they are sent. */
async function* counted(octets: Readable, nom: string, taille: number, avancement: Avancement) {
  let sent = 0
  for await (const chunk of octets as AsyncIterable<Buffer>) {
    sent += chunk.length
    const pourcentage = taille > 0 ? (100 * sent) / taille : null
    avancement.dire({ etape: `Envoi de ${nom}`, pourcentage })
    yield chunk
  }
}

/** Opens a file to send, or the standard input; throws an Arret. */
export async function ouvrirFichier(
  chemin: string,
  named: string | undefined,
  avancement: Avancement,
): Promise<Envoi> {
  if (chemin === '-') {
    const nom = named ?? 'entree.csv'
    return { nom, taille: undefined, octets: counted(process.stdin, nom, 0, avancement) }
  }
  const file = await open(chemin, constants.O_RDONLY).catch((cause: unknown) => {
    throw unreadable(chemin, cause)
  })
  const found = await file.stat()
  if (found.isDirectory()) {
    await file.close()
    throw unreadable(chemin, Object.assign(new Error(chemin), { code: 'EISDIR' }))
  }
  const nom = path.basename(chemin)
  const taille = found.isFile() ? found.size : undefined
  // What grows meanwhile is not read: its size is told beforehand.
  const end = taille === undefined ? undefined : Math.max(0, taille - 1)
  const octets = file.createReadStream(end === undefined ? {} : { end })
  return { nom, taille, octets: counted(octets, nom, taille ?? 0, avancement) }
}
