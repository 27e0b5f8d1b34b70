import type { Reparation } from './reparation'

export const reparations: Reparation[] = [
  {
    code: 'A1',
    panne:
      '100 000 codes made answers of 28 MB and pages of 45 MB, froze both programs, and came back at every visit',
    depuis:
      '200 codes have a row each, all others one, in SQL; that row leads to its donors; totals are those of all codes',
    tests: {
      'service/analyses/codes-nombreux.test.ts': [
        'les autres en ont une ensemble, la dernière',
        'cette ligne mène à ses donateurs',
        'à date, la ligne des autres se compare aux autres',
      ],
      'service/analyses/ventilation.test.ts': ['le 201e devient « Autres »'],
    },
  },
  {
    code: 'A1',
    panne: 'arrays of answers had no bound: years, codes, decisions, ignored columns',
    depuis: 'each has its maximum, which a test asks of the schemas of all calls',
    tests: { 'unit/bornes.test.ts': ['a son maximum'] },
  },
  {
    code: 'A1',
    panne: 'nothing was tried on bases that a wrong column or a hostile file makes',
    depuis: 'every call and page is walked on four of them, in small by npm test',
    tests: {
      'service/demesure.test.ts': ['chaque appel répond, et rien de plus long que sa borne'],
      'faults/demesure.test.ts': ['chaque appel et chaque page répondent, bornés'],
    },
  },
  {
    code: 'A1',
    panne: 'ids in a column of codes were taken without a word',
    depuis: 'the preview names a column that has nearly as many codes as rows',
    tests: { 'service/imports/apercu.test.ts': ['presque autant de valeurs que de lignes'] },
  },
]
