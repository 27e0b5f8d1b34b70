import { createHash } from 'node:crypto'
import { MESSAGES } from '#files/accepted'
import type { Database } from '../../platform/database/connect'
import { Problem } from '../../problem'
import { looksLikeClasseur, openClasseur } from '../classeur/classeur'
import { LIMITES } from '../classeur/refus'
import { MAX_COLUMNS, refuseDocument } from '../parsing/dialect/dialect'
import { createHead } from '../parsing/dialect/head'
import { createDecoder } from '../parsing/encoding/decoder'
import { type Depose, type Ecriture, type Feuille, openOctets } from '../staging/octets'
import { tooHeavy } from '../staging/room'
import type { FileOrder, Staged } from '../staging/stage'
import { type Entete, trouverEntete } from './entete'

/** The names that a header may be known by, and where the parts of a workbook are put while it is read. */
export interface Connaissances {
  noms: ReadonlySet<string>
  dossier: string
}

type Debut = { entete: Entete } | { refus: Problem }

/** Writes the bytes of one sheet, of which it keeps the first to find the header. */
function createFeuille(
  octets: Ecriture,
  room: number,
  noms: ReadonlySet<string>,
  delimiteur?: string,
) {
  const head = createHead()
  let begun: Debut | undefined
  const begin = (): Debut => {
    try {
      return { entete: trouverEntete(head.take(), noms, { delimiteur }) }
    } catch (error) {
      if (error instanceof Problem) return { refus: error }
      throw error
    }
  }
  return {
    /** Returns the header, or why there is none, once the bytes are enough to find it. */
    write: async (bytes: Buffer): Promise<Debut | undefined> => {
      const found = begun === undefined && head.push(bytes) ? (begun = begin()) : undefined
      await octets.write(bytes)
      if (octets.bytes() > room) throw tooHeavy()
      return found
    },
    end: async (): Promise<{ debut: Debut; octets: number }> => ({
      debut: begun ?? begin(),
      octets: await octets.endSheet(),
    }),
  }
}

/** Throws why a file has no header. */
function enteteDe(debut: Debut): Entete {
  if ('refus' in debut) throw debut.refus
  return debut.entete
}

async function writeCsv(
  chunks: AsyncGenerator<Buffer>,
  octets: Ecriture,
  room: number,
  { noms }: Connaissances,
): Promise<Depose> {
  const decoder = createDecoder()
  const feuille = createFeuille(octets, room, noms)
  for await (const chunk of chunks) {
    const debut = await feuille.write(decoder.decode(chunk))
    if (debut) enteteDe(debut)
  }
  await feuille.write(decoder.end())
  const { debut, octets: size } = await feuille.end()
  const { delimiteur, ligne: ligneEntete } = enteteDe(debut)
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

/** So many stretches of hidden rows are told apart; all that follows is one. */
const MOST_MASQUEES = 50_000

/** Notes hidden rows as they come, those that follow each other together. */
function createMasquees() {
  const list: [from: number, to: number][] = []
  return {
    list,
    add: (numero: number): void => {
      const last = list.at(-1)
      if (last && (last[1] === numero - 1 || list.length >= MOST_MASQUEES)) last[1] = numero
      else list.push([numero, numero])
    },
  }
}

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
      let largeur = 0
      const masquees = createMasquees()
      const send = async () => {
        await feuille.write(Buffer.from(text))
        text = ''
        classeur.ecrire(octets.bytes())
      }
      for await (const { numero, estMasquee, cellules } of classeur.lignes(nom)) {
        largeur = Math.max(largeur, cellules.length)
        if (estMasquee) masquees.add(numero)
        text += '\n'.repeat(Math.max(0, numero - line)) + cellules.map(cellOf).join(';') + '\n'
        line = numero + 1
        if (text.length >= ROWS_AT_ONCE) await send()
      }
      await send()
      const { debut, octets: size } = await feuille.end()
      // A sheet without a header keeps its place, and is proposed to nobody.
      const entete = 'entete' in debut ? debut.entete : undefined
      if ('refus' in debut) refus ??= debut.refus
      if (entete && entete.connus > choisie.connus)
        choisie = { at: feuilles.length, connus: entete.connus }
      feuilles.push({
        nom,
        delimiteur: ';',
        ligneEntete: entete?.ligne ?? 1,
        encodage: 'UTF-8',
        octets: size,
        courtes: true,
        largeur,
        masquees: masquees.list,
      })
    }
    if (choisie.connus < 0) throw refus ?? new Problem('invalide', MESSAGES.vide)
    return { feuilles, choisie: choisie.at }
  } finally {
    await classeur.close()
  }
}

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
  refuseDocument(start)
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
