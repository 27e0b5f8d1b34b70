import { expect, test } from 'vitest'
import { lire } from '../../support/lecture'

/** What must be counted in a file: rows, valid, zero, rejected. */
type Comptes = [total: number, valides: number, zeros: number, rejets: number]

const H = 'id;montant;date;contact\n'
const windows1252 = (text: string) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')

/** Files as they come, damaged or merely odd; each count was made by hand. */
const CORPUS: [string, string | Buffer, Comptes][] = [
  [
    'Excel français',
    windows1252(
      'Identifiant don;ID;Montant;Date;Contact\r\nx;1;1 234,56 €;31/12/2025;é1\r\ny;2;12,50 €;01/02/2025;c\r\n',
    ),
    [2, 2, 0, 0],
  ],
  [
    'Excel en « texte Unicode »',
    Buffer.from('\ufeffid\tmontant\tdate\tcontact\r\n1\t5,00\t31/12/2025\tc\r\n', 'utf16le'),
    [1, 1, 0, 0],
  ],
  [
    'pandas, index et flottants',
    ',id,order_amount,order_date,contact_id\n0,1.0,10.0,2025-01-01,7.0\n1,2.0,nan,2025-01-01,8.0\n',
    [2, 1, 0, 1],
  ],
  [
    'pied de page avec le total',
    `${H}1;5;2025-01-01;c\n2;0;2025-01-01;c\nTotal;5;;\n`,
    [3, 1, 1, 1],
  ],
  ['en-tête répété au milieu', `${H}1;5;2025-01-01;c\n${H}2;5;2025-01-01;c\n`, [3, 2, 0, 1]],
  [
    'lignes de séparateurs à la fin, comme en laisse Excel',
    `${H}1;5;2025-01-01;c\n;;;\n;;;\n`,
    [1, 1, 0, 0],
  ],
  [
    'un séparateur de trop décale une ligne',
    `${H}1;;5;2025-01-01;c\n2;5;2025-01-01;c\n`,
    [2, 1, 0, 1],
  ],
  [
    'un séparateur de trop en fin de ligne',
    `${H}1;5;2025-01-01;c;\n2;5;2025-01-01;c\n`,
    [2, 1, 0, 1],
  ],
  ['deux séparateurs mêlés', `${H}1,5,2025-01-01,c\n2;5;2025-01-01;c\n`, [2, 1, 0, 1]],
  ['une ligne coupée en deux', `${H}1;5;2025-\n01-01;c\n2;5;2025-01-01;c\n`, [3, 1, 0, 2]],
  ['deux lignes collées', `${H}1;5;2025-01-01;c2;5;2025-01-01;c\n3;5;2025-01-01;c\n`, [2, 1, 0, 1]],
  ['dernière ligne tronquée', `${H}1;5;2025-01-01;c\n2;5;20`, [2, 1, 0, 1]],
  [
    'guillemet jamais refermé à la première ligne',
    `${H}1;5;2025-01-01;"c\n2;5;2025-01-01;c\n3;5;2025-01-01;c\n`,
    [3, 2, 0, 1],
  ],
  [
    'guillemets tous doublés par deux exports successifs',
    `${H}1;5;2025-01-01;"""c"""\n`,
    [1, 1, 0, 0],
  ],
  ['guillemets simples', `${H}'1';'5';'2025-01-01';'c'\n`, [1, 0, 0, 1]],
  [
    'formules et HTML dans les cellules',
    `${H}=1+1;5;2025-01-01;<script>alert(1)</script>\n`,
    [1, 1, 0, 0],
  ],
  [
    'octets nuls au milieu',
    `${H}1;5;2025-01-01;c\n2;5\0;2025-01-01;c\n3;5;2025-01-01;c`,
    [3, 2, 0, 1],
  ],
  [
    'encodages mêlés',
    Buffer.concat([Buffer.from(`${H}1;5;2025-01-01;é\n`), windows1252('2;5;2025-01-01;é\n')]),
    [2, 1, 0, 1],
  ],
  [
    'lignes blanches et CR seuls',
    '\r\n\r\nid;montant;date;contact\r1;5;2025-01-01;c\r\r2;5;2025-01-01;c\r',
    [2, 2, 0, 0],
  ],
  [
    'titre, date d’export, puis colonnes vides à droite',
    'Dons 2025\nÉdité le 3 mai\n\nid;montant;date;contact;;\n1;5;2025-01-01;c;;\n2;5;2025-01-01;c\n',
    [2, 1, 0, 1],
  ],
  [
    'sep= et virgules décimales',
    'sep=,\nid,montant,date,contact\n1,"5,5",2025-01-01,c\n2,5,5,2025-01-01,c\n',
    [2, 1, 0, 1],
  ],
  [
    'une ligne en UTF-8 dans un fichier Windows-1252',
    Buffer.concat([windows1252(`${H}1;5;2025-01-01;é\n`), Buffer.from('2;5;2025-01-01;"é"\n')]),
    [2, 1, 0, 1],
  ],
  [
    'identifiants que le tableur a mis en puissances',
    `${H}1,23E+12;5;2025-01-01;c\n2;5;2025-01-01;4E+05\n3;5;2025-01-01;12e5\n`,
    [3, 1, 0, 2],
  ],
  ['milliers séparés par des espaces fines', `${H}1;1\u2009234,50;2025-01-01;c\n`, [1, 1, 0, 0]],
  ['dates américaines', `${H}1;5;12/31/2025;c\n2;5;01/02/2025;c\n`, [2, 1, 0, 1]],
  ['montants négatifs entre parenthèses', `${H}1;(5,00);2025-01-01;c\n`, [1, 0, 0, 1]],
  ['seulement l’en-tête', H, [0, 0, 0, 0]],
]

test.each(CORPUS)('%s', (_name, file, [total, valides, zeros, rejets]) => {
  for (const sizes of [[65_536], [1], [5, 11]])
    expect(lire('donations', file, { sizes }).lecture).toMatchObject({
      total,
      valides,
      zeros,
      rejets,
    })
})
