import type { Reparation } from './reparation'

export const reparations: Reparation[] = [
  {
    code: 'A2',
    panne: 'a regular expression froze the service: 160 000 spaces in a cell for half a minute',
    depuis: 'outer spaces are trimmed, not matched, and no expression of the sources is slower than linear',
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
    tests: { 'unit/imports/lenteur.test.ts': ['une colonne d’accents', 'un en-tête de séparateurs'] },
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
      'service/exclusions/audit.test.ts': ['se vérifie dans un fichier exporté, textes difficiles compris'],
    },
  },
]
