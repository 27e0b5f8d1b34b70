import { crc32, deflateRawSync } from 'node:zlib'

/** A part of a zip file, as it is with method 0, else deflated; `ment` is what its directory says against the truth. */
export interface Part {
  nom: string
  contenu: string | Buffer
  methode?: number
  ment?: { taille?: number; comprime?: number; somme?: number; drapeau?: number }
}

/** Writes a zip file, and lies where asked to. */
export function zipper(parts: Part[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { nom, contenu, methode = 8, ment = {} } of parts) {
    const bytes = Buffer.from(contenu)
    const packed = methode === 0 ? bytes : deflateRawSync(bytes)
    const name = Buffer.from(nom)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(ment.drapeau ?? 0, 2)
    common.writeUInt16LE(methode, 4)
    common.writeUInt32LE(ment.somme ?? crc32(bytes), 10)
    common.writeUInt32LE(ment.comprime ?? packed.length, 14)
    common.writeUInt32LE(ment.taille ?? bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('504b01021400', 'hex'), common, place, name)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, name, packed])
    files.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, listed, end])
}

const SCHEMAS = 'http://schemas.openxmlformats.org'
const LIENS = `${SCHEMAS}/officeDocument/2006/relationships`
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export const liens = (list: [id: string, type: string, cible: string, dehors?: boolean][]) =>
  `${XML}<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${list
    .map(
      ([id, type, cible, dehors]) =>
        `<Relationship Id="${id}" Type="${LIENS}/${type}" Target="${cible}"${dehors ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

export interface ClasseurEcrit {
  /** The rows of each sheet as XML. */
  feuilles: { nom: string; lignes: string; etat?: string }[]
  /** Shared texts, as `<si>…</si>`. */
  textes?: string
  /** Format codes of the styles from 1 on, or numbers of built-in ones. */
  formats?: (string | number)[]
  date1904?: boolean
}

const echapper = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const styles = (formats: (string | number)[]) =>
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${formats
    .map((format, index) =>
      typeof format === 'string'
        ? `<numFmt numFmtId="${164 + index}" formatCode="${echapper(format)}"/>`
        : '',
    )
    .join(
      '',
    )}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
    .map((format, index) => `<xf numFmtId="${typeof format === 'number' ? format : 164 + index}"/>`)
    .join('')}</cellXfs></styleSheet>`

/** The parts of a workbook, written by hand. */
export function partsDe({ feuilles, textes, formats = [], date1904 }: ClasseurEcrit): Part[] {
  return [
    { nom: '[Content_Types].xml', contenu: `${XML}<Types/>` },
    { nom: '_rels/.rels', contenu: liens([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      nom: 'xl/_rels/workbook.xml.rels',
      contenu: liens([
        ...feuilles.map((_, index): [string, string, string] => [
          `f${index}`,
          'worksheet',
          `worksheets/sheet${index}.xml`,
        ]),
        ['s', 'styles', '/xl/styles.xml'],
        ['t', 'sharedStrings', 'sharedStrings.xml'],
      ]),
    },
    {
      nom: 'xl/workbook.xml',
      contenu: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${LIENS}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${feuilles
        .map(
          ({ nom, etat }, index) =>
            `<sheet name="${echapper(nom)}" sheetId="${index + 1}"${etat ? ` state="${etat}"` : ''} r:id="f${index}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    { nom: 'xl/styles.xml', contenu: styles(formats) },
    { nom: 'xl/sharedStrings.xml', contenu: `${XML}<sst xmlns="${MAIN}">${textes ?? ''}</sst>` },
    ...feuilles.map(({ lignes }, index) => ({
      nom: `xl/worksheets/sheet${index}.xml`,
      contenu: `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1"/></cols><sheetData>${lignes}</sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells></worksheet>`,
    })),
  ]
}

export const ecrireClasseur = (ecrit: ClasseurEcrit): Buffer => zipper(partsDe(ecrit))
