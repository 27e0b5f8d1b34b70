import { createHash } from 'node:crypto'
import { MESSAGES } from '#files/accepted'
import type { Database } from '../../platform/database/connect'
import { Problem } from '../../problem'
import { refuseWorkbook } from '../parsing/dialect/dialect'
import { createHead } from '../parsing/dialect/head'
import { createDecoder } from '../parsing/encoding/decoder'
import { tooHeavy } from '../staging/room'
import type { FileOrder, Staged } from '../staging/stage'
import { trouverEntete } from './entete'
import { type Depose, openOctets } from './octets'

/**
 * Stages a CSV file of any tool: its bytes as decoded, in chunks, so that it is read again for every choice. `noms` are
 * those that a header is known by. Throws a Problem if it has none.
 */
export async function stageOutil(
  database: Database,
  { fichierId }: FileOrder,
  chunks: AsyncIterator<Buffer>,
  room: number,
  noms: ReadonlySet<string>,
): Promise<Staged> {
  const octets = await openOctets(database, fichierId)
  try {
    const hash = createHash('sha256')
    const decoder = createDecoder()
    const head = createHead()
    let isEnough = false
    let taille = 0
    const take = async (decoded: Buffer) => {
      if (!isEnough) isEnough = head.push(decoded)
      await octets.write(decoded)
      if (octets.bytes() > room) throw tooHeavy()
    }
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      if (taille === 0) refuseWorkbook(next.value)
      taille += next.value.length
      hash.update(next.value)
      await take(decoder.decode(next.value))
    }
    await take(decoder.end())
    if (taille === 0) throw new Problem('invalide', MESSAGES.vide)
    const entete = trouverEntete(head.take(), noms)
    const size = await octets.endSheet()
    await octets.commit()
    const lecture: Depose = {
      feuilles: [
        {
          nom: '',
          delimiteur: entete.delimiteur,
          ligneEntete: entete.ligne,
          encodage: decoder.encodage(),
          octets: size,
        },
      ],
    }
    return { lecture, taille, sha256: hash.digest('hex'), poids: size }
  } catch (error) {
    octets.abort()
    throw error
  }
}
