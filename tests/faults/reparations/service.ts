import type { Reparation } from './reparation'

export const reparations: Reparation[] = [
  {
    code: 'A1',
    panne: 'a page of another origin, or under a name pointed at this machine, used the service',
    depuis:
      'every server of the service checks Host, Origin and Sec-Fetch-Site before anything else',
    tests: {
      'service/porte.test.ts': [
        'd’ailleurs n’obtient rien avec',
        'd’ailleurs, ou sous un nom détourné, n’écrit rien',
        'n’en est pas un',
      ],
      'e2e/origines.spec.ts': [
        'n’écrit rien, ne lit rien et n’encadre rien',
        'un nom détourné vers cette machine n’ouvre rien',
        'la description du service s’ouvre à son adresse',
      ],
    },
  },
  {
    code: 'A1',
    panne: '/docs could be framed, and no answer of the service said what it may be used for',
    depuis: 'every answer, also to what cannot be read, carries the headers of the web app',
    tests: {
      'service/porte.test.ts': [
        'ne se laisse ni encadrer, ni deviner, ni lire d’ailleurs',
        'qui porte des données ne se garde nulle part',
      ],
    },
  },
  {
    code: 'B1',
    panne: 'AUTH_MODE=proxy without SERVICE_TOKEN: anybody on the machine could name anyone',
    depuis: 'the start is refused, and the service believes a name only beside its token',
    tests: {
      'unit/gate/settings.test.ts': [
        'un proxy d’authentification sans jeton partagé avec le service est refusé',
      ],
      'service/exclusions/exclusions.test.ts': ['si le jeton le prouve'],
      'service/imports/reception.test.ts': ['note qui l’a demandé, si le jeton le prouve'],
    },
  },
  {
    code: 'C',
    panne: 'Host: a@127.0.0.1 passed for 127.0.0.1, on both programs',
    depuis: 'a Host is a name or an address and a port, read in one place',
    tests: {
      'service/porte.test.ts': ['n’en est pas un'],
      'unit/gate/checks.test.ts': ['est refusé'],
    },
  },
  {
    code: 'C',
    panne: 'du=0000-01-01 reached the database, which refused it: 500',
    depuis: 'days have the years of every other call, 1900 to 2200',
    tests: { 'service/erreurs.test.ts': ['est nommée, en français'] },
  },
  {
    code: 'C',
    panne: 'half a character in a contact id became another text in the log of exclusions',
    depuis: 'refused beside the NUL, by the field that carries it',
    tests: { 'service/erreurs.test.ts': ['dans le corps %j est nommée, en français'] },
  },
  {
    code: 'E',
    panne: 'a wrong method on the service was 404, or no answer at all',
    depuis: '405 with Allow, in French, before the body is read',
    tests: {
      'service/erreurs.test.ts': [
        'est refusée sur chaque route, qui dit celles qu’elle prend',
        'l’est, quel que soit son nom',
      ],
    },
  },
  {
    code: 'E',
    panne: 'list?year= was a bad year',
    depuis: 'a parameter of the query without a value counts as not given, on every call',
    tests: { 'service/erreurs.test.ts': ['n’est pas donné', 'là où il en faut un, est demandé'] },
  },
  {
    code: 'C',
    panne: 'a NUL in a file’s name, also as filename*=%00: 500 from the database',
    depuis: 'a name with control characters or longer than file systems allow is refused in words',
    tests: {
      'service/imports/reception.test.ts': ['dont le nom cache %s est refusée', 'au nom ${'],
    },
  },
  {
    code: 'C',
    panne: 'a boundary beyond 252 characters: 500 from the multipart parser',
    depuis: 'whatever the parser itself throws is a form that cannot be read',
    tests: {
      'service/imports/reception.test.ts': ['dont la limite a %i signes est refusée'],
    },
  },
  {
    code: 'C',
    panne: 'an absolute address in a request: an English 500 from the web app',
    depuis: 'it is read as HTTP has it, its host checked like any Host',
    tests: {
      'unit/gate/serve.test.ts': ['lit l’adresse entière %s'],
      'service/porte.test.ts': ['est celui de l’adresse entière, s’il y en a une'],
    },
  },
  {
    code: 'C',
    panne: 'a packet of 1,000 pipelined requests: all ran at once, 522 MB and 7 s of blocked loop',
    depuis: 'a connection’s requests run one after the other; who sends 20 ahead is cut off',
    tests: {
      'unit/gate/serve.test.ts': ['ne sert qu’une demande à la fois par connexion'],
      'service/tour.test.ts': ['mille demandes dans un paquet n’occupent personne'],
    },
  },
  {
    code: 'C',
    panne:
      'a sum beyond 2^53 cents: the import failed as unexpected after a preview that was wrong',
    depuis: 'the file is refused when it is read, in words; below that every cent is right',
    tests: {
      'service/imports/reception.test.ts': [
        'se comptent au centime tant que leur somme le permet',
        'sont refusés au-delà, par une phrase',
      ],
    },
  },
  {
    code: 'C',
    panne: 'an Origin that Remix compared by the letter, after the gate had let it pass: 500',
    depuis: 'the gate alone judges where a request comes from',
    tests: {
      'unit/gate/serve.test.ts': ['juge seule d’où vient une demande'],
      'service/frontiere.test.ts': ['aucune n’égare l’application web non plus'],
    },
  },
  {
    code: 'C',
    panne: 'bytes after an answered request earned a second answer on the same connection',
    depuis: 'the connection is closed without another word',
    tests: {
      'service/frontiere.test.ts': ['aucune demande, quelle qu’elle soit, n’égare le service'],
      'service/tour.test.ts': ['ce qui suit une demande déjà refusée n’a pas de seconde réponse'],
    },
  },
  {
    code: 'C',
    panne: '1 MB of HTTP headers: an empty page from the web app',
    depuis: 'both programs refuse it in a French sentence, in bounded memory',
    tests: {
      'service/frontiere.test.ts': ['1 Mo d’en-têtes (%s) est refusé d’un mot par les deux'],
    },
  },
]
