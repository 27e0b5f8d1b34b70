import { createHash } from 'node:crypto'
import { MESSAGES } from '#files/accepted'
import type { Database } from '../../platform/database/connect'
import { isDistributed } from '../../platform/database/repartition'
import { Problem } from '../../problem'
import { looksLikeClasseur, openClasseur } from '../classeur/classeur'
import { LIMITES } from '../classeur/refus'
import { MAX_COLUMNS } from '../parsing/dialect/dialect'
import { createHead } from '../parsing/dialect/head'
import { createDecoder } from '../parsing/encoding/decoder'
import { tooHeavy } from '../staging/room'
import type { FileOrder, Staged } from '../staging/stage'
import { type Entete, trouverEntete } from './entete'
import { type Depose, type Ecriture, type Feuille, openOctets } from './octets'

/** The names that a header may be known by, and where the parts of a workbook are put while it is read. */
export interface Connaissances {
  noms: ReadonlySet<string>
  dossier: string
}

/** Writes the bytes of one sheet, of which it keeps the first to find the header. */
function createFeuille(
  octets: Ecriture,
  room: number,
  noms: ReadonlySet<string>,
  delimiteur?: string,
) {
  const head = createHead()
  let isEnough = false
  return {
    write: async (bytes: Buffer) => {
      if (!isEnough) isEnough = head.push(bytes)
      await octets.write(bytes)
      if (octets.bytes() > room) throw tooHeavy()
    },
    end: async (): Promise<{ entete: Entete; octets: number }> => ({
      entete: trouverEntete(head.take(), noms, { delimiteur }),
      octets: await octets.endSheet(),
    }),
  }
}

async function writeCsv(
  chunks: AsyncGenerator<Buffer>,
  octets: Ecriture,
  room: number,
  { noms }: Connaissances,
): Promise<Depose> {
  const decoder = createDecoder()
  const feuille = createFeuille(octets, room, noms)
  for await (const chunk of chunks) await feuille.write(decoder.decode(chunk))
  await feuille.write(decoder.end())
  const { entete, octets: size } = await feuille.end()
  const { delimiteur, ligne: ligneEntete } = entete
  const only: Feuille = {
    nom: '',
    delimiteur,
    ligneEntete,
    encodage: decoder.encodage(),
    octets: size,
    courtes: false,
  }
  return { feuilles: [only], choisie: 0 }
}

/** A cell of CSV. Rows keep their numbers, so no cell has a line break. */
const cellOf = (text: string): string => {
  const line = /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, ' ') : text
  return /[";]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}

const ROWS_AT_ONCE = 64 * 1024
const MOST_SHEETS = 100

/** Writes the sheets of a workbook as CSV, each row at the line of its number. */
async function writeClasseur(
  chunks: AsyncIterable<Buffer>,
  octets: Ecriture,
  room: number,
  { noms, dossier }: Connaissances,
): Promise<Depose> {
  const limites = { ...LIMITES, colonnes: MAX_COLUMNS }
  const classeur = await openClasseur(chunks, { dossier, limites })
  try {
    const shown = classeur.feuilles.filter(({ masquee }) => !masquee)
    const sheets = (shown.length > 0 ? shown : classeur.feuilles).slice(0, MOST_SHEETS)
    const feuilles: Feuille[] = []
    let choisie = { at: 0, connus: -1 }
    let refus: Problem | undefined
    for (const { nom } of sheets) {
      const feuille = createFeuille(octets, room, noms, ';')
      let text = ''
      let line = 1
      for await (const { numero, cellules } of classeur.lignes(nom)) {
        text += '\n'.repeat(Math.max(0, numero - line)) + cellules.map(cellOf).join(';') + '\n'
        line = numero + 1
        if (text.length < ROWS_AT_ONCE) continue
        await feuille.write(Buffer.from(text))
        text = ''
      }
      await feuille.write(Buffer.from(text))
      const ended = await feuille.end().catch(async (error: unknown) => {
        if (!(error instanceof Problem)) throw error
        refus ??= error
        // An empty sheet keeps its place, and is offered to nobody.
        await octets.endSheet()
        return undefined
      })
      if (ended && ended.entete.connus > choisie.connus)
        choisie = { at: feuilles.length, connus: ended.entete.connus }
      feuilles.push({
        nom,
        delimiteur: ';',
        ligneEntete: ended?.entete.ligne ?? 1,
        encodage: 'UTF-8',
        octets: ended?.octets ?? 0,
        courtes: true,
      })
    }
    if (choisie.connus < 0) throw refus ?? new Problem('invalide', MESSAGES.vide)
    return { feuilles, choisie: choisie.at }
  } finally {
    await classeur.close()
  }
}

const ONE_SERVER = new Problem(
  'invalide',
  'Un fichier de votre outil ne se lit pas encore quand la base est répartie sur plusieurs serveurs\u00a0: importez un fichier de donateurs et un fichier de dons.',
)

/**
 * Stages a file of any tool: a CSV's bytes as decoded, a workbook's sheets as CSV, in chunks, so that it is read again
 * for every choice. Throws a Problem if it has no header.
 */
export async function stageOutil(
  database: Database,
  { fichierId }: FileOrder,
  chunks: AsyncIterator<Buffer>,
  room: number,
  connaissances: Connaissances,
): Promise<Staged> {
  if (await isDistributed(database.db)) throw ONE_SERVER
  const hash = createHash('sha256')
  let taille = 0
  const take = (chunk: Buffer) => {
    taille += chunk.length
    hash.update(chunk)
    return chunk
  }
  const first = await chunks.next()
  if (first.done) throw new Problem('invalide', MESSAGES.vide)
  const start = first.value
  async function* all(): AsyncGenerator<Buffer> {
    yield take(start)
    for (let next = await chunks.next(); !next.done; next = await chunks.next())
      yield take(next.value)
  }
  const octets = await openOctets(database, fichierId)
  try {
    const write = looksLikeClasseur(start) ? writeClasseur : writeCsv
    const lecture = await write(all(), octets, room, connaissances)
    await octets.commit()
    return { lecture, taille, sha256: hash.digest('hex'), poids: octets.bytes() }
  } catch (error) {
    octets.abort()
    throw error
  }
}
