import type { Reparation } from './reparation'

export const reparations: Reparation[] = [
  {
    code: 'A4',
    panne: 'nobody restarted the embedded PostgreSQL: kill -9 of its server meant 503 for ever',
    depuis:
      'the launcher supervises it like its two programs: said in French, started again on the same port, given up after five deaths a minute',
    tests: {
      'faults/lanceur.test.ts': [
        '%s revient seul en quelques secondes, sur le même port',
        '%s revient, ou tout s’arrête en une phrase',
        '%s : l’arrêt se termine, sans rien laisser',
        '%s ne retient pas l’arrêt',
        'La base meurt sans cesse',
        'quand %s vient de naître : rien ne reste',
      ],
    },
  },
  {
    code: 'B13',
    panne:
      'SIGTERM while the web app starts left it behind, writing to a broken pipe for ever and deaf to signals',
    depuis:
      'a part is stopped from its birth on, hears the end of its parent from its birth on, and no log keeps a process from ending',
    tests: { 'faults/lanceur.test.ts': ['%s vient de naître : rien ne reste'] },
  },
]
