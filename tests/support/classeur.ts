import { crc32, inflateRawSync } from 'node:zlib'
import { SaxesParser } from 'saxes'

/** A cell as it is stored; `format` is the code that it is shown with. */
export interface Case {
  valeur: string | number
  format: string
  gras: boolean
}

export interface Feuille {
  nom: string
  /** By their address: `B2`. */
  cases: Map<string, Case>
  lignes: number
  largeurs: number[]
  /** Rows and columns that stay in sight. */
  figees: [lignes: number, colonnes: number]
}

const END = 0x06054b50
const ENTRY = 0x02014b50

/** The parts of a zip file by name, each checked against its sum; read by the central directory, as Excel does. */
export function dezipper(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.length - 22
  if (bytes.readUInt32LE(end) !== END) throw new Error('No end of a zip file')
  const parts = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error('No entry of a zip file')
    const [named, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place))
    const name = bytes.toString('utf8', at + 46, at + 46 + (named ?? 0))
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20))
    const part = bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)
    if (crc32(part) !== bytes.readUInt32LE(at + 16)) throw new Error(`${name}: wrong sum`)
    parts.set(name, part)
    at += 46 + (named ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return parts
}

interface Noeud {
  nom: string
  attributs: Record<string, string>
  enfants: Noeud[]
  texte: string
}

/** The elements of a text of XML; throws where it is not well-formed. */
function lireXml(part: Buffer | undefined): Noeud {
  const racine: Noeud = { nom: '', attributs: {}, enfants: [], texte: '' }
  const pile = [racine]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const noeud = { nom: name, attributs: attributes, enfants: [], texte: '' }
    pile.at(-1)?.enfants.push(noeud)
    pile.push(noeud)
  })
  parser.on('text', (text) => {
    const noeud = pile.at(-1)
    if (noeud) noeud.texte += text
  })
  parser.on('closetag', () => {
    pile.pop()
  })
  parser.write(part?.toString('utf8') ?? '').close()
  return racine
}

const tous = (noeud: Noeud, nom: string): Noeud[] =>
  noeud.enfants.flatMap((enfant) => [...(enfant.nom === nom ? [enfant] : []), ...tous(enfant, nom)])

/** A text as Excel shows it: `_x0041_` is A. */
const decoder = (texte: string) =>
  texte.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

const LONGUEURS = { feuille: 31, case: 32_767, hauteur: 409 }

function verifier(condition: boolean, faute: string) {
  if (!condition) throw new Error(faute)
}

/** The styles of cells, by their number. */
function lireStyles(part: Buffer | undefined): Omit<Case, 'valeur'>[] {
  const styles = lireXml(part)
  const formats = new Map(
    tous(styles, 'numFmt').map(({ attributs }) => [attributs['numFmtId'], attributs['formatCode']]),
  )
  const gras = tous(styles, 'font').map((font) => tous(font, 'b').length > 0)
  const [xfs] = tous(styles, 'cellXfs')
  return (xfs?.enfants ?? []).map(({ attributs }) => ({
    format: formats.get(attributs['numFmtId'] ?? '') ?? 'General',
    gras: gras[Number(attributs['fontId'])] ?? false,
  }))
}

/** A cell with its value; throws for a formula, or a kind that no sheet of ours has. */
function lireCase({ attributs, enfants }: Noeud, textes: string[]): string | number | undefined {
  const { t: type = 'n', r: adresse = '' } = attributs
  verifier(type === 'n' || type === 's', `${adresse}: of type ${type}`)
  verifier(
    enfants.every(({ nom }) => nom === 'v'),
    `${adresse}: more than a value`,
  )
  const [valeur] = enfants
  if (!valeur) return undefined
  const lue = type === 's' ? textes[Number(valeur.texte)] : Number(valeur.texte)
  verifier(lue !== undefined && !Number.isNaN(lue), `${adresse}: ${valeur.texte} is no value`)
  return lue
}

/** Reads a workbook without the library that wrote it; throws for what Excel would repair. */
export function lireClasseur(bytes: Buffer): Feuille[] {
  const parts = dezipper(bytes)
  for (const [nom, part] of parts) if (/\.(xml|rels)$/.test(nom)) lireXml(part)
  const textes = tous(lireXml(parts.get('xl/sharedStrings.xml')), 'si').map((si) =>
    decoder(
      tous(si, 't')
        .map(({ texte }) => texte)
        .join(''),
    ),
  )
  for (const texte of textes) verifier(texte.length <= LONGUEURS.case, 'a text is too long')
  const styles = lireStyles(parts.get('xl/styles.xml'))
  const liens = new Map(
    tous(lireXml(parts.get('xl/_rels/workbook.xml.rels')), 'Relationship').map(({ attributs }) => [
      attributs['Id'],
      attributs['Target'],
    ]),
  )
  return tous(lireXml(parts.get('xl/workbook.xml')), 'sheet').map(({ attributs }) => {
    const nom = attributs['name'] ?? ''
    verifier(nom.length > 0 && nom.length <= LONGUEURS.feuille, `${nom}: a wrong name`)
    verifier(!/[[\]:*?/\\]|^'|'$/.test(nom), `${nom}: a forbidden character`)
    const feuille = lireXml(parts.get(`xl/${liens.get(attributs['r:id'] ?? '')}`))
    const cases = new Map<string, Case>()
    for (const une of tous(feuille, 'c')) {
      const valeur = lireCase(une, textes)
      const style = styles[Number(une.attributs['s'] ?? 0)]
      verifier(style !== undefined, `${nom}: a cell has no style`)
      if (valeur !== undefined && style) cases.set(une.attributs['r'] ?? '', { valeur, ...style })
    }
    const lignes = tous(feuille, 'row')
    for (const { attributs: ligne } of lignes)
      verifier(Number(ligne['ht'] ?? 0) <= LONGUEURS.hauteur, `${nom}: a row is too high`)
    const [pane] = tous(feuille, 'pane')
    return {
      nom,
      cases,
      lignes: lignes.length,
      largeurs: tous(feuille, 'col').map(({ attributs: colonne }) => Number(colonne['width'])),
      figees: [Number(pane?.attributs['ySplit'] ?? 0), Number(pane?.attributs['xSplit'] ?? 0)],
    }
  })
}

/** The letters of a column, the first being 0. */
const lettres = (colonne: number): string =>
  (colonne < 26 ? '' : lettres(Math.floor(colonne / 26) - 1)) +
  String.fromCharCode(65 + (colonne % 26))

export const adresseDe = (ligne: number, colonne: number) => `${lettres(colonne)}${ligne + 1}`

/** A row of a sheet, null where a cell is empty. */
export const ligneDe = ({ cases, largeurs }: Feuille, ligne: number): (string | number | null)[] =>
  largeurs.map((_, colonne) => cases.get(adresseDe(ligne, colonne))?.valeur ?? null)
