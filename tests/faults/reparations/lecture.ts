import type { Reparation } from './reparation'

export const reparations: Reparation[] = [
  {
    code: 'A2',
    panne: 'a regular expression froze the service: 160 000 spaces in a cell for half a minute',
    depuis:
      'outer spaces are trimmed, not matched, and no expression of the sources is slower than linear',
    tests: {
      'unit/expressions.test.ts': [
        'reste linéaire sur un très long texte',
        'aucune ne se fabrique à partir d’un texte',
      ],
      'unit/imports/lenteur.test.ts': ['des espaces', 'une cellule d’espaces'],
    },
  },
  {
    code: 'A2',
    panne: 'a header of spaces, accents, delimiters or quotes did so too, for up to two minutes',
    depuis: 'a header is read once by the scanner of the rows, as far as a row may reach',
    tests: {
      'unit/imports/lenteur.test.ts': ['une colonne d’accents', 'un en-tête de séparateurs'],
    },
  },
  {
    code: 'A2',
    panne: 'a file sent byte by byte was read again from the start of its row with each of them',
    depuis: 'bytes are gathered until there are as many as were read before',
    tests: { 'unit/imports/lenteur.test.ts': ['un en-tête par octets', 'une ligne par octets'] },
  },
  {
    code: 'C',
    panne: '`a,=1+1` became a live formula where lists are separated by commas; `＝` was unguarded',
    depuis: 'a sign after any separator gets an apostrophe, which our import takes off again',
    tests: {
      'unit/csv.test.ts': [
        'aucune ne commence par un signe de formule, sauf un nombre',
        'nos exports se relisent tels quels',
      ],
      'service/exclusions/audit.test.ts': [
        'se vérifie dans un fichier exporté, textes difficiles compris',
      ],
    },
  },
  {
    code: 'B8',
    panne: 'a file of 4 MB stored two million rejects, 316 MB',
    depuis:
      'all are counted, the first 50 000 or 32 MiB of a file are kept; screens and file say so',
    tests: {
      'unit/imports/lecture.test.ts': [
        'sont les premiers, tous sont comptés',
        'ne pèsent pas plus',
      ],
      'service/imports/place.test.ts': ['sont tous comptés, les premiers gardés'],
    },
  },
  {
    code: 'B8',
    panne: 'nothing bounded the files that wait to be imported',
    depuis: 'they have a number and a weight, for one person and for all; old ones give way',
    tests: {
      'unit/imports/place.test.ts': ['la place d’un fichier en attente'],
      'service/imports/place.test.ts': [
        'sont refusés au vingt-et-unième',
        'qui enflent en se lisant',
      ],
    },
  },
  {
    code: 'C',
    panne: 'a NUL in the name of a column was an unexpected error',
    depuis: 'it is shown as a character that is none, and the column is ignored',
    tests: { 'service/imports/dommages.test.ts': ['n’empêche rien : la colonne est ignorée'] },
  },
  {
    code: 'C',
    panne: 'near 2^53 cents the preview of a sum was off by cents, and beyond its import failed',
    depuis: 'a file is refused from the sum on whose cents a number no longer tells apart',
    tests: { 'service/imports/dommages.test.ts': ['une somme qu’un nombre ne tient plus'] },
  },
  {
    code: 'D1',
    panne: 'a file of a header only was « déjà enregistré » once imported',
    depuis: 'it is said to have nothing but its header',
    tests: { 'service/imports/dommages.test.ts': ['qui n’a que son en-tête'] },
  },
  {
    code: 'D2',
    panne: 'a refusal listed the cells of a row of data as the columns that were found',
    depuis: 'of lines that name as much, the first with several cells is taken for the header',
    tests: {
      'service/imports/dommages.test.ts': ['celles de sa première ligne', 'dont un titre précède'],
    },
  },
  {
    code: 'D3',
    panne:
      'a row without a delimiter in its middle was completed, its cells in the columns of others',
    depuis:
      'only rows whose cells fit their columns are completed, and the preview says what it sees',
    tests: {
      'service/imports/dommages.test.ts': [
        'au milieu ne sont pas complétées',
        'à la fin le sont',
        'se reconnaissent à ce que les cellules',
      ],
    },
  },
  {
    code: 'D4',
    panne: 'three messages of the import said what is wrong, not what to do',
    depuis: 'they name the encoding, the length, the other names of a column and the separator',
    tests: {
      'service/imports/dommages.test.ts': ['et leurs autres noms'],
      'unit/imports/motifs.test.ts': ['dit quoi faire'],
    },
  },
  {
    code: 'D5',
    panne: 'the message after an import of rejects only counted three zeros',
    depuis: 'it says that every row was rejected',
    tests: { 'service/imports/dommages.test.ts': ['dont toutes les lignes sont rejetées'] },
  },
  {
    code: 'D',
    panne:
      'ids that a spreadsheet had made powers of ten were stored, and lines of UTF-8 as mojibake',
    depuis:
      'both reject their row, with advice; lines of delimiters are none, thin spaces group digits',
    tests: {
      'unit/imports/corpus.test.ts': [
        'identifiants que le tableur a mis en puissances',
        'une ligne en UTF-8 dans un fichier Windows-1252',
        'lignes de séparateurs à la fin',
        'milliers séparés par des espaces fines',
      ],
      'unit/imports/encoding.test.ts': ['une ligne dont les caractères sont de l’UTF-8'],
    },
  },
]
