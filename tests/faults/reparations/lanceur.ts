import type { Reparation } from './reparation'

export const reparations: Reparation[] = [
  {
    code: 'A3',
    panne: 'a full disk ended the whole application, and left PostgreSQL behind',
    depuis:
      'log lines are lost, which the terminal says once; a start on a full disk is one French line, or goes on where the database is elsewhere',
    tests: {
      'faults/dossier.test.ts': ['n’arrête rien : le journal perd ses lignes, le dit, et reprend'],
      'unit/journaux.test.ts': [
        'impossible à écrire, perd ses lignes, le dit une fois, et reprend',
        'sur un disque plein, le dit en français',
        '%s : un disque plein ne l’arrête ni ne le retient',
      ],
    },
  },
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
        'kill -9 de npm : l’application s’arrête, et rien ne reste',
      ],
    },
  },
  {
    code: 'B9',
    panne: 'a copied data folder drove the database of the original, and stopped it',
    depuis:
      'a server is known by the folder it works in, not by a pid file; a command joins only a server that says this folder is its own',
    tests: { 'faults/dossier.test.ts': ['d’un dossier copié en marche est une autre'] },
  },
  {
    code: 'B13',
    panne:
      'SIGTERM while the web app starts left it behind, writing to a broken pipe for ever and deaf to signals',
    depuis:
      'a part is stopped from its birth on, hears the end of its parent from its birth on, and no log keeps a process from ending',
    tests: {
      'faults/lanceur.test.ts': ['%s vient de naître : rien ne reste'],
      'unit/journaux.test.ts': ['%s : un lecteur parti ne le retient pas'],
    },
  },
  {
    code: 'B14',
    panne: 'one start as root on the data folder of somebody else took its files over',
    depuis: 'root becomes the owner of the folder before it makes anything there',
    tests: { 'faults/dossier.test.ts': ['n’y change rien de mains'] },
  },
  {
    code: 'C',
    panne: 'a start that failed after the database was up left it running',
    depuis: 'whatever was started is released',
    tests: {
      'faults/dossier.test.ts': [
        'dont le mot de passe est faux le dit, et ne reste pas',
        'ne reste pas quand la suite du démarrage échoue',
      ],
    },
  },
  {
    code: 'C',
    panne: 'standard output closed, then SIGTERM: lock and database stayed',
    depuis: 'a terminal that is gone is no failure; SIGHUP and a second Ctrl-C end in order too',
    tests: {
      'faults/dossier.test.ts': ['fermé, puis SIGTERM : rien ne reste', 'deux Ctrl-C valent un'],
    },
  },
  {
    code: 'C',
    panne:
      'a lock whose number belongs to another program, or to another start, kept the start off',
    depuis: 'a lock names the process, its beginning and its folder',
    tests: {
      'faults/dossier.test.ts': [
        'dont le numéro est celui d’un autre programme n’arrête personne',
        'd’un dossier copié en marche est une autre',
      ],
    },
  },
  {
    code: 'C',
    panne: '$, ", ` or \\ in DATA_DIR went through a shell; a line break broke the pid file',
    depuis: 'no shell sees the path; a line break is refused',
    tests: {
      'faults/dossier.test.ts': ['vit dans un dossier au nom difficile'],
      'service/demarrage.test.ts': ['un dossier de données au nom de deux lignes'],
    },
  },
  {
    code: 'C',
    panne: 'PORT = SERVICE_PORT: a start that failed late, with a raw error',
    depuis: 'refused in one line, ADMIN_PORT too',
    tests: { 'service/demarrage.test.ts': ['un port pour deux programmes'] },
  },
  {
    code: 'C',
    panne: 'a lost postgres.secret made the data unreachable',
    depuis: 'the password is made anew; a wrong one is one French line',
    tests: { 'faults/dossier.test.ts': ['dont le mot de passe est perdu en reçoit un autre'] },
  },
  {
    code: 'C',
    panne: 'application.log rotated at start only; postgres.log was 0644 and never rotated',
    depuis: 'both rotate at 20 MB while running, 0600 like their older parts',
    tests: {
      'unit/journaux.test.ts': ['tourne en marche, et n’est lu que de son propriétaire'],
      'faults/dossier.test.ts': ['n’y change rien de mains'],
    },
  },
  {
    code: 'E',
    panne: '« L’application web s’est arrêté »',
    depuis: '« arrêtée » and « relancée », as the part’s gender asks',
    tests: {
      'faults/lanceur.test.ts': ['%s revient seul en quelques secondes, sur le même port'],
    },
  },
  {
    code: 'E',
    panne: 'npm run backup exited 30 s after its last line: Kysely ends only a pool that it used',
    depuis: 'a database that is closed ends its pool, used or not; every command with it',
    tests: { 'faults/dossier.test.ts': ['npm run backup : sort avec sa dernière ligne'] },
  },
]
