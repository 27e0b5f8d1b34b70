import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { openUnnamed } from '../../platform/http/files/spool'
import { type Ligne, readLignes } from './feuille'
import { type Format, readFormats } from './formats'
import { createMesure, type Mesure } from './mesure'
import { damaged, type Limites, LIMITES, refuse } from './refus'
import { openTextes, type Textes } from './textes'
import { localName, readXml } from './xml'
import { openParts, type Parts } from './zip'

export interface Feuille {
  nom: string
  masquee: boolean
}

/** A workbook that is open; a file of its own holds it until `close`. */
export interface Classeur {
  feuilles: Feuille[]
  /** Reads a sheet, one at a time. Throws a Problem if it is damaged, or too large. */
  lignes: (nom: string) => AsyncGenerator<Ligne>
  /** To be told how many bytes its rows took so far, as they were written. Throws a Problem if they are too many. */
  ecrire: Mesure['ecrire']
  close: () => Promise<void>
}

const ZIP = Buffer.from('504b0304', 'hex')
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

const beginsWith = (bytes: Buffer, signature: Buffer) =>
  bytes.subarray(0, signature.length).equals(signature)

/** Whether a file that begins so is a workbook of some kind, whatever its name. */
export const looksLikeClasseur = (bytes: Buffer): boolean =>
  beginsWith(bytes, ZIP) || beginsWith(bytes, OLE)

/** Writes the bytes aside; tells old and encrypted workbooks by them. */
async function keep(bytes: AsyncIterable<Buffer>, file: FileHandle, most: number): Promise<void> {
  let size = 0
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  let isEncrypted = false
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > most) throw refuse('lourd')
    if (head.length < OLE.length) head = Buffer.concat([head, chunk.subarray(0, OLE.length)])
    if (beginsWith(head, OLE)) {
      const seen = Buffer.concat([tail, chunk])
      isEncrypted ||= seen.includes(ENCRYPTED)
      tail = Buffer.from(seen.subarray(-ENCRYPTED.length))
    } else await file.appendFile(chunk)
  }
  if (size === 0) throw refuse('vide')
  if (beginsWith(head, OLE)) throw refuse(isEncrypted ? 'chiffre' : 'xls')
  if (!beginsWith(head, ZIP)) throw refuse('autre')
}

interface Lien {
  id: string
  type: string
  part: string
}

/** What a part points to within the workbook; links beyond it are not followed. */
async function readLiens(parts: Parts, part: string): Promise<Lien[]> {
  const { dir, base } = path.posix.parse(part)
  const name = path.posix.join(dir, '_rels', `${base}.rels`)
  const liens: Lien[] = []
  if (parts.has(name))
    await readXml(parts.read(name), {
      open: (element, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
        if (element !== 'Relationship' || mode === 'External' || liens.length > 10_000) return
        const to = target.startsWith('/') ? target.slice(1) : path.posix.join(dir, target)
        liens.push({ id, type: path.posix.basename(type), part: to })
      },
    })
  return liens
}

/** What a file without a workbook is. */
function refuseOther(parts: Parts): Error {
  const names = parts.names()
  if (names.includes('xl/workbook.bin')) return refuse('xlsb')
  return refuse(names.includes('content.xml') && names.includes('mimetype') ? 'ods' : 'autre')
}

interface Sommaire {
  feuilles: (Feuille & { part: string })[]
  systeme: 1900 | 1904
  textes: string | undefined
  styles: string | undefined
}

const MAX_FEUILLES = 1000

async function readSommaire(parts: Parts): Promise<Sommaire> {
  const [main] = (await readLiens(parts, '')).filter(({ type }) => type === 'officeDocument')
  if (!main || !parts.has(main.part) || main.part.endsWith('.bin')) throw refuseOther(parts)
  const liens = await readLiens(parts, main.part)
  const byId = new Map(liens.map((lien) => [lien.id, lien]))
  const partOf = (type: string) =>
    liens.find((lien) => lien.type === type && parts.has(lien.part))?.part
  const feuilles: Sommaire['feuilles'] = []
  let systeme: 1900 | 1904 = 1900
  let root: string | undefined
  await readXml(parts.read(main.part), {
    open: (name, attributes) => {
      root ??= name
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes['date1904'] ?? '')) systeme = 1904
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key !== 'id' && localName(key) === 'id')
      const lien = byId.get(id?.[1] ?? '')
      if (lien?.type !== 'worksheet' || !parts.has(lien.part)) return
      if (feuilles.length >= MAX_FEUILLES) throw refuse('lourd')
      const { name: nom = '', state = 'visible' } = attributes
      if (feuilles.some((one) => one.nom === nom || parts.same(one.part, lien.part)))
        throw damaged('a sheet twice')
      feuilles.push({ nom, masquee: state !== 'visible', part: lien.part })
    },
  })
  if (root !== 'workbook') throw refuse('autre')
  if (feuilles.length === 0) throw refuse('sansFeuille')
  return { feuilles, systeme, textes: partOf('sharedStrings'), styles: partOf('styles') }
}

/**
 * Opens an .xlsx workbook that is streamed in. `dossier` holds its bytes, without a name, until it is closed: memory
 * stays small whatever its size. Throws a Problem, with a sentence for people, for all that is no sound workbook.
 */
export async function openClasseur(
  bytes: AsyncIterable<Buffer>,
  { dossier, limites = LIMITES }: { dossier: string; limites?: Limites },
): Promise<Classeur> {
  const file = await openUnnamed(dossier)
  let textes: Textes | undefined
  let formats: Format[] | undefined
  const close = async () => {
    await file.close()
    await textes?.close()
  }
  try {
    await keep(bytes, file, limites.octets)
    const parts = await openParts(file, limites)
    const sommaire = await readSommaire(parts)
    const { systeme } = sommaire
    const mesure = createMesure(parts.bytes(), limites)
    const readPart = (name: string | undefined) =>
      name === undefined ? undefined : parts.read(name)
    return {
      feuilles: sommaire.feuilles.map(({ nom, masquee }) => ({ nom, masquee })),
      close,
      ecrire: mesure.ecrire,
      lignes: async function* lignes(nom) {
        const feuille = sommaire.feuilles.find((one) => one.nom === nom)
        if (!feuille) throw refuse('feuille')
        formats ??= await readFormats(readPart(sommaire.styles))
        textes ??= openTextes(readPart(sommaire.textes), dossier, mesure)
        const contexte = { textes, formats, systeme, limites, mesure }
        yield* readLignes(parts.read(feuille.part), contexte)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
