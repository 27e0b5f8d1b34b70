import { randomBytes } from 'node:crypto'
import { liens, type Part, partsDe, zipper } from './xlsx'

/** So many pieces of XML. */
export const cases = (count: number, xml: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => xml(at)).join('')

const partage = (index: number) => `<c t="s"><v>${index}</v></c>`
const rang = (contenu: string) => `<row>${contenu}</row>`
const texte = (text: string) => `<si><t>${text}</t></si>`
const ENTETE = ['Date', 'Montant', 'Nom', 'Email'].map(texte).join('')
/** A row that needs no shared text. */
const UN = '<row><c><v>1</v></c></row>'
const TITRES = rang(cases(4, partage))

/** Bytes that do not repeat, so that a part is no bomb by itself. */
const bruit = (octets: number) => `<!--${randomBytes(octets / 2).toString('hex')}-->`

/** A workbook of gifts, with one row of titles, whose texts from 4 on are given. */
const parts = (lignes: string, textes = '', formats: (string | number)[] = []): Part[] =>
  partsDe({
    feuilles: [{ nom: 'Dons', lignes: TITRES + lignes }],
    textes: ENTETE + textes,
    formats,
  })

const avec = (all: Part[], nom: string, change: (contenu: string) => string | Buffer) =>
  zipper(
    all.map((part) =>
      part.nom === nom ? { ...part, contenu: change(String(part.contenu)) } : part,
    ),
  )

const ecrire = (lignes: string, textes?: string, formats?: (string | number)[]) =>
  zipper(parts(lignes, textes, formats))

const SHEET = 'xl/worksheets/sheet0.xml'
const BOOK = 'xl/workbook.xml'

/** Every row shows one text. */
export const repete = (signes: string, rangs: number, fois = 1) =>
  ecrire(rang(partage(4).repeat(fois)).repeat(rangs), texte(signes))

/** So many sheets, each at its own name, on the parts that are named. */
export function feuilles(count: number, lignes: string, cible?: (at: number) => string): Buffer {
  const all = partsDe({
    feuilles: Array.from({ length: count }, (_, at) => ({ nom: `F${at}`, lignes })),
  })
  const rels = cible
    ? liens(
        Array.from({ length: count }, (_, at): [string, string, string] => [
          `f${at}`,
          'worksheet',
          cible(at),
        ]),
      )
    : undefined
  return avec(all, 'xl/_rels/workbook.xml.rels', (contenu) => rels ?? contenu)
}

/** A sheet of 300 MB of blanks, of whose size the directory may lie. */
const bombe = (ment: Part['ment'] = {}) =>
  zipper(
    parts('').map((part) =>
      part.nom === SHEET ? { ...part, contenu: Buffer.alloc(300_000_000, ' '), ment } : part,
    ),
  )

/** So many parts whose bytes are those of the first. */
function chevauche(count: number): Buffer {
  const one = zipper([{ nom: 'xl/media/00000.bin', contenu: Buffer.alloc(8_000_000, ' ') }])
  const at = one.indexOf(Buffer.from('504b0102', 'hex'))
  const entry = one.subarray(at, -22)
  const entries = Array.from({ length: count }, (_, index) => {
    const own = Buffer.from(entry)
    own.write(String(index).padStart(5, '0'), own.length - 9, 'latin1')
    return own
  })
  const end = Buffer.from(one.subarray(-22))
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(entry.length * count, 12)
  return Buffer.concat([one.subarray(0, at), ...entries, end])
}

const REPETE = /répète ses textes/
const LONGUE = /plus de 1\u00a0Mo/
const BOMBE = /se décompresse/
const ABIME = /abîmé/
const GRAND = /trop grand/

/** A small workbook that unfolds, and why it is not read; undefined where it is. */
export type Amplifie = [quoi: string, ecrit: () => Buffer, refus: RegExp | undefined]

/** Small workbooks, each of which unfolds in another way. */
export const AMPLIFIES: Amplifie[] = [
  [
    'un texte de 340 000 signes chinois, deux par ligne',
    () => repete('中'.repeat(340_000), 4000, 2),
    LONGUE,
  ],
  ['un texte de 340 000 signes par ligne', () => repete('x'.repeat(340_000), 4000), REPETE],
  ['un texte de 500 000 signes par ligne', () => repete('x'.repeat(500_000), 4000), REPETE],
  ['un texte de 30 000 signes par ligne', () => repete('x'.repeat(30_000), 100_000), REPETE],
  ['un texte de 1 000 signes par ligne', () => repete('x'.repeat(1000), 200_000), REPETE],
  ['un texte de guillemets par ligne', () => repete('"'.repeat(30_000), 100_000), REPETE],
  [
    'un rang de 16 384 textes longs',
    () => ecrire(rang(partage(4).repeat(16_384)), texte('x'.repeat(32_767))),
    LONGUE,
  ],
  [
    'un rang de 16 384 textes courts',
    () => ecrire(rang(partage(4).repeat(16_384)), texte('x'.repeat(40))),
    undefined,
  ],
  [
    'un texte en ligne de 8 Mo',
    () => ecrire(rang(`<c t="inlineStr"><is><t>${'x'.repeat(8_000_000)}</t></is></c>`)),
    ABIME,
  ],
  [
    'des textes en ligne de 340 000 signes',
    () => ecrire(rang(`<c t="inlineStr"><is><t>${'x'.repeat(340_000)}</t></is></c>`).repeat(20)),
    undefined,
  ],
  [
    'un texte de 600 000 morceaux',
    () =>
      ecrire(rang(partage(4)), `<si>${cases(600_000, () => '<r><t>a</t></r>')}</si>`).subarray(),
    BOMBE,
  ],
  [
    'un texte de 300 000 morceaux, sans bombe',
    () =>
      ecrire(
        rang(partage(4)),
        `<si>${cases(300_000, (at) => `<r><t>${(at * 7919) % 999_983}</t></r>`)}</si>`,
      ),
    undefined,
  ],
  [
    'deux cent mille textes, dont le dernier est montré',
    () =>
      ecrire(
        rang(partage(200_003)),
        cases(200_000, (at) => `<si><t>${(at * 7919) % 9_999_991}</t></si>`),
      ),
    undefined,
  ],
  ['un texte bien au-delà de tous', () => ecrire(rang(partage(10_485_760))), GRAND],
  ['un texte juste au-delà du dernier', () => ecrire(rang(partage(5)), texte('x')), ABIME],
  ['cent feuilles sur une part', () => feuilles(100, UN, () => 'worksheets/sheet0.xml'), ABIME],
  [
    'des feuilles sur une part, autrement nommée',
    () =>
      feuilles(
        4,
        UN,
        (at) => `worksheets/${'../worksheets/'.repeat(at)}${at % 2 ? 'SHEET0' : 'sheet0'}.xml`,
      ),
    ABIME,
  ],
  [
    'des feuilles de même nom',
    () =>
      avec(
        partsDe({ feuilles: [1, 2].map(() => ({ nom: 'Dons', lignes: UN })) }),
        BOOK,
        (contenu) => contenu,
      ),
    ABIME,
  ],
  ['quarante feuilles d’espaces', () => feuilles(40, ' '.repeat(1_000_000)), BOMBE],
  ['une feuille qui se décompresse sans fin', () => bombe(), BOMBE],
  ['une autre, qui se dit petite', () => bombe({ taille: 5_000_000 }), ABIME],
  ['une autre, qui se dit peu comprimée', () => bombe({ comprime: 3_000_000 }), BOMBE],
  ['des parts qui partagent leurs octets', () => chevauche(200), BOMBE],
  ['quatre millions de rangs vides', () => ecrire('<row/>'.repeat(4_000_000)), BOMBE],
  ['1,3 million de rangs vides', () => ecrire('<row/>'.repeat(1_300_000)), GRAND],
  [
    'des rangs vides, jusqu’au dernier',
    () => ecrire(cases(1_000_000, (at) => `<row r="${at + 2}"/>`)),
    undefined,
  ],
  ['un rang tout en bas', () => ecrire('<row r="1048576"><c><v>1</v></c></row>'), undefined],
  [
    'vingt mille cases, chacune au bout de son rang',
    () => ecrire(cases(20_000, (at) => `<row><c r="XFD${at + 2}"><v>1</v></c></row>`)),
    REPETE,
  ],
  [
    'vingt mille rangs qui finissent par un texte vide',
    () =>
      ecrire(
        cases(20_000, (at) => `<row><c><v>1</v></c><c r="XFD${at + 2}" t="s"><v>4</v></c></row>`),
        texte(''),
      ),
    undefined,
  ],
  [
    'des nombres de mille chiffres par leur format',
    () => ecrire(rang('<c s="1"><v>1</v></c>').repeat(150_000), '', ['0'.repeat(1000)]),
    REPETE,
  ],
  [
    'des zones fusionnées',
    () =>
      avec(parts(''), SHEET, (contenu) =>
        contenu.replace(
          '<mergeCell ref="A1:B1"/>',
          cases(300_000, (at) => `<mergeCell ref="A${at + 1}:B${at + 1}"/>`),
        ),
      ),
    undefined,
  ],
  [
    'des styles et leurs formats',
    () =>
      ecrire(
        '',
        '',
        Array.from({ length: 60_000 }, (_, at) => `"${at}"0.0${'#'.repeat(at % 200)};[Red]d`),
      ),
    undefined,
  ],
  [
    'trop de styles',
    () =>
      ecrire(
        '',
        '',
        Array.from({ length: 100_001 }, () => 14),
      ),
    ABIME,
  ],
  [
    'des noms définis',
    () =>
      avec(parts(''), BOOK, (contenu) =>
        contenu.replace(
          '</sheets>',
          `</sheets><definedNames>${cases(100_000, (at) => `<definedName name="n${at}">Dons!$A$${at}</definedName>`)}</definedNames>`,
        ),
      ),
    undefined,
  ],
  [
    'des commentaires que rien ne lit',
    () =>
      zipper([
        ...parts(''),
        { nom: 'xl/comments1.xml', contenu: `<comments>${bruit(8_000_000)}</comments>` },
      ]),
    undefined,
  ],
  [
    'du commentaire XML sans fin',
    () =>
      avec(parts(''), SHEET, (contenu) =>
        contenu.replace('<sheetData>', `<sheetData>${bruit(4_000_000)}`),
      ),
    ABIME,
  ],
  [
    'un élément de cent mille attributs',
    () =>
      avec(parts(''), SHEET, (contenu) =>
        contenu.replace('<cols>', `<cols ${cases(60_000, (at) => `a${at}="" `)}>`),
      ),
    undefined,
  ],
  [
    'mille feuilles et dix mille liens',
    () =>
      avec(
        partsDe({
          feuilles: Array.from({ length: 1000 }, (_, at) => ({ nom: `F${at}`, lignes: '' })),
        }),
        'xl/_rels/workbook.xml.rels',
        (contenu) =>
          contenu.replace(
            '<Relationship ',
            `${cases(9000, (at) => `<Relationship Id="z${at}" Type="x" Target="y"/>`)}<Relationship `,
          ),
      ),
    undefined,
  ],
]
