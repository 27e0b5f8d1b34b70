import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { openClasseur } from '../../../service/imports/classeur/classeur'
import { readFormat } from '../../../service/imports/classeur/formats'
import { LIMITES } from '../../../service/imports/classeur/refus'
import { adresseDe, decimal, fauteDe, numberText } from '../../../service/imports/classeur/valeurs'
import { tirages } from '../../support/hasard'
import {
  type ClasseurEcrit,
  ecrireClasseur,
  liens,
  type Part,
  partsDe,
  zipper,
} from '../../support/xlsx'

/** Of this file alone: others receive workbooks meanwhile. */
const dossier = mkdtempSync(path.join(tmpdir(), 'dons-classeur-'))
afterAll(() => rmSync(dossier, { recursive: true }))

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that are in use, once rubbish is collected. */
async function tenu(): Promise<number> {
  for (let time = 0; time < 3; time++) {
    collect()
    await turn()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function* envoyer(bytes: Buffer, morceau = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += morceau)
    yield await Promise.resolve(bytes.subarray(at, at + morceau))
}

/** Rows of a sheet, the first one by default, as `number: cells`. */
async function lire(bytes: Buffer, nom?: string, limites = LIMITES, morceau?: number) {
  const classeur = await openClasseur(envoyer(bytes, morceau), { dossier, limites })
  try {
    const lignes: Record<number, string[]> = {}
    for await (const { numero, cellules } of classeur.lignes(
      nom ?? classeur.feuilles[0]?.nom ?? '',
    ))
      lignes[numero] = cellules
    return lignes
  } finally {
    await classeur.close()
  }
}

const feuille = (lignes: string, reste: Omit<ClasseurEcrit, 'feuilles'> = {}) =>
  ecrireClasseur({ feuilles: [{ nom: 'Dons', lignes }], ...reste })

const refus = (bytes: Buffer, limites = LIMITES) =>
  lire(bytes, undefined, limites).then(
    () => 'lu',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )

describe('Un classeur .xlsx', () => {
  test('chaque sorte de case devient le texte qu’un tableur français enregistrerait', async () => {
    const lu = await lire(
      feuille(
        `<row r="1" spans="1:9"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
        <row r="3"><c r="A3"><v>0.30000000000000004</v></c><c r="B3"><v>1.2E-2</v></c><c r="C3"><v>-12.5</v></c><c r="D3"><v>1234567.8</v></c><c r="E3"><v>9007199254740993000</v></c><c r="F3"><v>1E+3</v></c></row>
        <row r="4"><c r="B4" s="1"><v>45657</v></c><c r="C4" s="2"><v>45657.979166666664</v></c><c r="D4" s="3"><v>0.5</v></c><c r="E4" s="4"><v>0.2</v></c><c r="F4" s="5"><v>1000</v></c><c r="G4" s="6"><v>612345678</v></c><c r="H4" s="7"><v>12.34</v></c></row>
        <row r="5"><c r="A5" t="b"><v>1</v></c><c r="B5" t="b"><v>0</v></c><c r="C5" t="inlineStr"><is><t>en </t><r><t>ligne</t></r><rPh sb="0" eb="1"><t>phon</t></rPh></is></c><c r="D5" t="str"><f>A1&amp;"x"</f><v>Nomx</v></c><c r="E5" t="str"><f>""</f><v></v></c><c r="F5" t="d"><v>2024-12-31T00:00:00</v></c></row>
        <row r="6"><c r="A6" s="1"/><c r="B6"/></row>
        <row r="7"><c r="A7" t="inlineStr"><is><t> 1 234,56 € </t></is></c><c r="B7" t="inlineStr"><is><t>a_x0041__x000D_
b</t></is></c></row>`,
        {
          textes:
            '<si><t>Nom</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">Mon</t></r><r><t>tant</t></r><rPh sb="0" eb="2"><t>モン</t></rPh><phoneticPr fontId="1"/></si><si><t>É&amp;&lt;&#233;</t></si>',
          formats: [
            14,
            'dd/mm/yyyy hh:mm',
            'h:mm',
            '0%',
            '00000',
            '0#" "##" "##" "##" "##',
            '#,##0.00\\ "€"',
          ],
        },
      ),
    )
    expect(lu).toEqual({
      1: ['Nom', 'Montant', 'É&<é'],
      3: ['0.3', '0.012', '-12.5', '1234567.8', '9.007199254740993e+18', '1000'],
      4: [
        '',
        '2024-12-31',
        '2024-12-31 23:30:00',
        '12:00:00',
        '20%',
        '01000',
        '06 12 34 56 78',
        '12.34',
      ],
      5: ['VRAI', 'FAUX', 'en ligne', 'Nomx', '', '2024-12-31'],
      7: [' 1 234,56 € ', 'aA\nb'],
    })
  })

  test('une formule sans valeur et une case en erreur nomment leur case', async () => {
    const { 12: cellules = [] } = await lire(
      feuille(
        '<row r="12"><c r="A12"><f>B1+1</f></c><c r="AB12" t="e"><f>NA()</f><v>#N/A</v></c><c r="AC12"><f>1</f><v/></c><c r="AD12"><f>1+1</f><v>2</v></c></row>',
      ),
    )
    expect(
      cellules.flatMap((cellule, place) =>
        cellule.startsWith('\u0001') ? fauteDe(cellule, adresseDe(12, place)) : [],
      ),
    ).toEqual([
      'La case A12 est une formule sans valeur enregistrée\u00a0: ouvrez le classeur dans votre tableur, puis enregistrez-le.',
      'La case AB12 est en erreur (#N/A)\u00a0: corrigez-la dans votre tableur.',
      'La case AC12 est une formule sans valeur enregistrée\u00a0: ouvrez le classeur dans votre tableur, puis enregistrez-le.',
    ])
    expect(cellules[29]).toBe('2')
  })

  test('ses feuilles, masquées ou non, et aucune autre ; rangs et adresses manquants se comptent', async () => {
    const parts = partsDe({
      feuilles: [
        {
          nom: 'Été & « dons »',
          lignes:
            '<row><c><v>1</v></c><c><v>2</v></c></row><row r="9"><c r="C9"><v>3</v></c><c><v>4</v></c></row>',
        },
        { nom: 'Cachée', lignes: '', etat: 'hidden' },
        { nom: 'Très cachée', lignes: '', etat: 'veryHidden' },
        { nom: 'Graphique', lignes: '' },
      ],
    }).map((part) => {
      if (part.nom.endsWith('workbook.xml.rels'))
        return {
          ...part,
          contenu: String(part.contenu).replace(
            '/worksheet" Target="worksheets/sheet3',
            '/chartsheet" Target="worksheets/sheet3',
          ),
        }
      // As some programs write it: every element has a prefix.
      return part.nom.includes('worksheets')
        ? {
            ...part,
            contenu: String(part.contenu)
              .replace(/<(\/?)(\w)/g, '<$1x:$2')
              .replace('xmlns=', 'xmlns:x='),
          }
        : part
    })
    const bytes = zipper(parts)
    const classeur = await openClasseur(envoyer(bytes), { dossier })
    expect(classeur.feuilles).toEqual([
      { nom: 'Été & « dons »', masquee: false },
      { nom: 'Cachée', masquee: true },
      { nom: 'Très cachée', masquee: true },
    ])
    await classeur.close()
    expect(await lire(bytes)).toEqual({ 1: ['1', '2'], 9: ['', '', '3', '4'] })
    expect(await lire(bytes, 'Cachée')).toEqual({})
  })

  test('les deux calendriers, et les jours de 1900 qui n’existent pas', async () => {
    const jours = (serials: number[]) =>
      `<row r="1">${serials.map((serial) => `<c s="1"><v>${serial}</v></c>`).join('')}</row>`
    const formats = [14]
    // Day 1 of Excel is 1 January 1900, its day 60 never was; in 1904, day 0 is 1 January 1904.
    expect(
      (await lire(feuille(jours([0, 1, 59, 60, 61, 45657, 2958465]), { formats })))[1],
    ).toEqual([
      '1900-01-00',
      '1900-01-01',
      '1900-02-28',
      '1900-02-29',
      '1900-03-01',
      '2024-12-31',
      '9999-12-31',
    ])
    expect((await lire(feuille(jours([0, 44195]), { formats, date1904: true })))[1]).toEqual([
      '1904-01-01',
      '2024-12-31',
    ])
    expect((await lire(feuille(jours([-1, 2958466]), { formats })))[1]).toEqual(['-1', '2958466'])
  })

  test.each([
    ['General', 'nombre'],
    ['0.00', 'nombre'],
    ['#,##0.00\\ "€"', 'nombre'],
    ['[Red]-#,##0.00 [$€-40C]', 'nombre'],
    ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00', 'nombre'],
    ['"dû"0', 'nombre'],
    ['0.00E+00', 'nombre'],
    ['@', 'nombre'],
    ['dd/mm/yyyy', 'jour'],
    ['[$-40C]d mmm yyyy;@', 'jour'],
    ['mmmm', 'jour'],
    ['yyyy\\-mm\\-dd', 'jour'],
    ['dd/mm/yyyy\\ hh:mm', 'instant'],
    ['m/d/yy h:mm AM/PM', 'instant'],
    ['hh:mm', 'heure'],
    ['mm:ss', 'heure'],
    ['[h]:mm:ss', 'duree'],
    ['0.0%', 'pourcentage'],
    ['00000', 'code'],
    ['0#.##.##.##.##', 'code'],
    ['00.00', 'nombre'],
    ['0;"jour"d', 'nombre'],
    ['d'.repeat(5000), 'nombre'],
  ])('le format %s est un %s', (code, sens) => {
    expect(readFormat(code).sens).toBe(sens)
  })

  test.each([
    ['"$"#,##0.00', '50 $'],
    ['$#,##0', '50 $'],
    ['[$$-409]#,##0.00', '50 $'],
    ['[$CHF-807] #,##0', '50 CHF'],
    ['#,##0\\ "FCFA"', '50 FCFA'],
    ['_-[$£-809]* #,##0.00_-', '50 £'],
    ['#,##0.00\\ "€"', '50'],
    ['#,##0 [$€-40C]', '50'],
    ['[$-40C]#,##0', '50'],
    ['#,##0 "par an"', '50'],
  ])('50 sous le format %s est « %s »', (code, text) => {
    expect(numberText(50, readFormat(code), 1900)).toBe(text)
  })

  test.each([
    [0.1 + 0.2, '0.3'],
    [1.1 * 1.15, '1.265'],
    [1e-7, '0.0000001'],
    [-0.5, '-0.5'],
    [100, '100'],
    [1e15, '1000000000000000'],
    [1e21, '1e+21'],
    [123456.789, '123456.789'],
    [0, '0'],
    [-0, '0'],
    [5e-324, `0.${'0'.repeat(323)}494065645841247`],
  ])('%d s’écrit %s', (value, text) => {
    expect(decimal(value)).toBe(text)
  })

  test('un horaire qui s’arrondit à minuit passe au jour suivant', () => {
    expect(numberText(45657.999999, { sens: 'instant' }, 1900)).toBe('2025-01-01 00:00:00')
    expect(numberText(45657.999, { sens: 'jour' }, 1900)).toBe('2024-12-31')
    expect(numberText(1.5, { sens: 'duree' }, 1900)).toBe('36:00:00')
    expect(numberText(1.5, { sens: 'heure' }, 1900)).toBe('1900-01-01 12:00:00')
    expect(numberText(0.5, { sens: 'heure' }, 1900)).toBe('12:00:00')
    expect(numberText(0.5, { sens: 'instant' }, 1900)).toBe('1900-01-00 12:00:00')
    expect(numberText(0.075, { sens: 'pourcentage' }, 1900)).toBe('7.5%')
  })

  test('se lit tel que write-excel-file l’a écrit, quels que soient les morceaux', async () => {
    const buffer = await writeXlsxFile([
      [{ value: 'Nom' }, { value: 'Montant' }, { value: 'Date' }],
      [
        { value: 'Éléonore & fils' },
        { value: 12.5 },
        { value: new Date('2024-03-31T00:00:00Z'), format: 'dd/mm/yyyy' },
      ],
      [null, { value: true }, null],
    ]).toBuffer()
    for (const morceau of [1, 7, 1 << 20])
      expect(await lire(Buffer.from(buffer), undefined, LIMITES, morceau)).toEqual({
        1: ['Nom', 'Montant', 'Date'],
        2: ['Éléonore & fils', '12.5', '2024-03-31'],
        3: ['', 'VRAI'],
      })
  })

  test('se lit aussi sans être comprimé', async () => {
    const feuilles = [{ nom: 'Dons', lignes: '<row><c t="s"><v>0</v></c></row>' }]
    const parts = partsDe({ feuilles, textes: '<si><t>un</t></si>' })
    const bytes = zipper(parts.map((part) => ({ ...part, methode: 0 })))
    expect(await lire(bytes)).toEqual({ 1: ['un'] })
  })

  test('tout texte revient entier, partagé ou en ligne', async () => {
    const echapper = (text: string) => text.replace(/./gsu, (sign) => `&#${sign.codePointAt(0)};`)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { minLength: 1, maxLength: 400 }),
        async (textes) => {
          const attendus = textes.map((texte) => texte.replace(/_x[\da-f]{4}_/gi, ''))
          const bytes = feuille(
            attendus
              .map(
                (texte, index) =>
                  `<row><c t="s"><v>${attendus.length - 1 - index}</v></c><c t="inlineStr"><is><t>${echapper(texte)}</t></is></c><c><v>1</v></c></row>`,
              )
              .join(''),
            { textes: attendus.map((texte) => `<si><t>${echapper(texte)}</t></si>`).join('') },
          )
          expect(Object.values(await lire(bytes))).toEqual(
            attendus.map((texte, index) => [attendus.at(-1 - index), texte, '1']),
          )
        },
      ),
      { numRuns: tirages(50) },
    )
  })

  test('plus de textes partagés que la mémoire n’en garde : chacun reste à sa place, et ils ne pèsent pas', async () => {
    const count = 60_000
    const texte = (index: number) => `${index}\u00e9${(index ** 5).toString(36).repeat(50)}`
    const places = Array.from({ length: 5000 }, (_, ligne) => (ligne * 7919) % count)
    const bytes = feuille(places.map((at) => `<row><c t="s"><v>${at}</v></c></row>`).join(''), {
      textes: Array.from({ length: count }, (_, at) => `<si><t>${texte(at)}</t></si>`).join(''),
    })
    const classeur = await openClasseur(envoyer(bytes), { dossier })
    const before = await tenu()
    const lus: string[] = []
    for await (const { cellules } of classeur.lignes('Dons')) lus.push(...cellules)
    // Of 45 MB the blocks that were read last, 16 MiB, and what was shown.
    expect((await tenu()) - before).toBeLessThan(32e6)
    await classeur.close()
    expect(lus).toEqual(places.map(texte))
  })
})

const remplacer = (parts: Part[], nom: string, autre: Partial<Part>) =>
  zipper(parts.map((part) => (part.nom === nom ? { ...part, ...autre } : part)))

describe('Ce qui n’est pas un bon classeur', () => {
  const bon = partsDe({
    feuilles: [{ nom: 'Dons', lignes: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' }],
    textes: '<si><t>un</t></si>',
  })
  const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(70_000)])
  const ABIME = /incomplet ou abîmé/
  const SHEET = 'xl/worksheets/sheet0.xml'
  const feuilleDe = (lignes: string, tete = '') =>
    remplacer(bon, SHEET, {
      contenu: `${tete}<worksheet><sheetData>${lignes}</sheetData></worksheet>`,
    })

  test.each<[string, Buffer, RegExp]>([
    ['vide', Buffer.alloc(0), /^Le fichier est vide/],
    ['un CSV', Buffer.from('a;b\n'), /n’est pas un classeur.*Enregistrez-le en \.xlsx ou \.csv/],
    ['.xls', ole, /ancien format.*Enregistrez-le en \.xlsx ou \.csv/],
    [
      'chiffré',
      Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]),
      /mot de passe.*Enregistrez-le en \.xlsx ou \.csv/,
    ],
    ['zip chiffré', remplacer(bon, SHEET, { ment: { drapeau: 1 } }), /mot de passe/],
    [
      '.ods',
      zipper([
        { nom: 'mimetype', contenu: 'application/vnd.oasis.opendocument.spreadsheet' },
        { nom: 'content.xml', contenu: '<a/>' },
      ]),
      /\.ods.*Enregistrez-le en \.xlsx ou \.csv/,
    ],
    [
      '.xlsb',
      zipper([
        { nom: '_rels/.rels', contenu: liens([['a', 'officeDocument', 'xl/workbook.bin']]) },
        { nom: 'xl/workbook.bin', contenu: 'x' },
      ]),
      /\.xlsb.*Enregistrez-le/,
    ],
    [
      '.docx',
      zipper([
        { nom: '_rels/.rels', contenu: liens([['a', 'officeDocument', 'word/document.xml']]) },
        { nom: 'word/document.xml', contenu: '<document/>' },
      ]),
      /n’est pas un classeur/,
    ],
    ['une archive', zipper([{ nom: 'a.txt', contenu: 'a' }]), /n’est pas un classeur/],
    [
      'sans feuille',
      remplacer(bon, 'xl/workbook.xml', { contenu: '<workbook><sheets/></workbook>' }),
      /aucune feuille/,
    ],
    [
      'une feuille d’ailleurs',
      remplacer(bon, 'xl/_rels/workbook.xml.rels', {
        contenu: liens([['f0', 'worksheet', 'http://127.0.0.1/feuille.xml', true]]),
      }),
      /aucune feuille/,
    ],
    [
      'un lien hors du classeur',
      remplacer(bon, 'xl/_rels/workbook.xml.rels', {
        contenu: liens([['f0', 'worksheet', '../../../etc/passwd']]),
      }),
      /aucune feuille/,
    ],
    ['une part en double', zipper([...bon, ...bon]), ABIME],
    ['une fausse somme', remplacer(bon, SHEET, { ment: { somme: 1 } }), ABIME],
    ['une façon inconnue de comprimer', remplacer(bon, SHEET, { methode: 9 }), ABIME],
    ['du XML coupé', remplacer(bon, SHEET, { contenu: '<worksheet><sheetData><row>' }), ABIME],
    [
      'des entités',
      feuilleDe('<row><c t="str"><v>&lol;</v></c></row>', '<!DOCTYPE a [<!ENTITY lol "lol">]>'),
      ABIME,
    ],
    ['une entité inconnue', feuilleDe('<row><c t="str"><v>&lol;</v></c></row>'), ABIME],
    ['du Latin-1', feuilleDe('', '<?xml version="1.0" encoding="ISO-8859-1"?>'), ABIME],
    ['un texte qui n’existe pas', feuilleDe('<row><c t="s"><v>1</v></c></row>'), ABIME],
    ...['-1', '0.5', 'zéro'].map((rang): [string, Buffer, RegExp] => [
      `un texte partagé de rang ${rang}`,
      feuilleDe(`<row><c t="s"><v>${rang}</v></c></row>`),
      ABIME,
    ]),
    ['un nombre qui n’en est pas', feuilleDe('<row><c><v>douze</v></c></row>'), ABIME],
    ['des rangs à l’envers', feuilleDe('<row r="2"/><row r="1"/>'), ABIME],
    [
      'une case deux fois',
      feuilleDe('<row r="1"><c r="B1"><v>1</v></c><c r="B1"><v>2</v></c></row>'),
      ABIME,
    ],
    ['une case d’un autre rang', feuilleDe('<row r="1"><c r="B2"><v>1</v></c></row>'), ABIME],
    ['trop profond', feuilleDe('<a>'.repeat(200) + '</a>'.repeat(200)), ABIME],
    ['un nom sans fin', feuilleDe(`<row ${'x'.repeat(3_000_000)}="1"/>`), ABIME],
    ['trop de rangs', feuilleDe('<row r="1048577"><c><v>1</v></c></row>'), /trop grand/],
    ['trop de colonnes', feuilleDe('<row r="1"><c r="XFE1"><v>1</v></c></row>'), /trop grand/],
    [
      'de la mémoire vide',
      remplacer(bon, SHEET, { contenu: `<worksheet>${' '.repeat(9_000_000)}</worksheet>` }),
      /se décompresse/,
    ],
  ])('%s est refusé d’une phrase', async (_, bytes, phrase) => {
    expect(await refus(bytes)).toMatch(phrase)
  })

  test('coupé n’importe où, ou changé d’un octet, il est refusé ou lu tel quel', async () => {
    const whole = zipper(bon)
    const attendu = JSON.stringify(await lire(whole))
    const essayer = async (bytes: Buffer) => {
      const lu = await lire(bytes).then(
        (lignes) => JSON.stringify(lignes),
        (error: unknown) =>
          error instanceof Error && error.name === 'Problem' ? attendu : String(error),
      )
      expect(lu).toBe(attendu)
    }
    for (let at = 1; at < whole.length; at += 97) await essayer(whole.subarray(0, at))
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = Buffer.from(whole)
        damaged[at] = byte
        const lu = await lire(damaged).catch((error: unknown) => error)
        if (lu instanceof Error) expect(lu.name).toBe('Problem')
      }),
      { numRuns: tirages(500) },
    )
  })

  test('plus de 100 Mo, ou plus de 2 Go décompressés : refusé avant d’être lu', async () => {
    expect(LIMITES).toEqual({ octets: 1e8, decompresses: 2e9, lignes: 1_048_576, colonnes: 16_384 })
    const whole = zipper(bon)
    expect(await refus(whole, { ...LIMITES, octets: whole.length - 1 })).toMatch(/trop grand/)
    const total = bon.reduce((sum, { contenu }) => sum + Buffer.from(contenu).length, 0)
    expect(await refus(whole, { ...LIMITES, decompresses: total - 1 })).toMatch(/se décompresse/)
    expect(await refus(whole, { ...LIMITES, decompresses: total })).toBe('lu')
  })

  test('des textes partagés sont lus jusqu’à celui qui est montré, et pas au-delà', async () => {
    const textes = Buffer.from(`<sst>${'<si><t>a</t></si>'.repeat(3)}`)
    // What does not repeat, so that it is no bomb, keeps what is damaged from the first piece.
    const bruit = Buffer.from(`<!--${randomBytes(300_000).toString('hex')}-->`)
    const bytes = (lignes: string) =>
      zipper(
        bon.map((part) => {
          if (part.nom === SHEET)
            return { ...part, contenu: `<worksheet><sheetData>${lignes}</sheetData></worksheet>` }
          if (part.nom !== 'xl/sharedStrings.xml') return part
          return {
            ...part,
            contenu: Buffer.concat([textes, bruit, Buffer.from('<!DOCTYPE a>')]),
          }
        }),
      )
    expect(await lire(bytes('<row><c t="s"><v>2</v></c></row>'))).toEqual({ 1: ['a'] })
    expect(await refus(bytes('<row><c t="s"><v>3</v></c></row>'))).toMatch(ABIME)
    expect(await refus(bytes('<row><c t="s"><v>10485760</v></c></row>'))).toMatch(/trop grand/)
  })

  test('rien ne reste dans le dossier, lu ou refusé', async () => {
    const restes = () => readdirSync(dossier).filter((nom) => nom.startsWith('.envoi-'))
    await refus(zipper(bon))
    await refus(Buffer.from('a;b'))
    expect(restes()).toEqual([])
  })
})
