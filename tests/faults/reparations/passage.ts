import type { Reparation } from './reparation'

/** What comes through: the gate, the ways of uploads and downloads, and requests that nobody waits for any more. */
export const reparations: Reparation[] = [
  {
    code: 'C',
    panne:
      'a hop with a port in X-Forwarded-For is skipped, and the client’s own choice is believed',
    depuis:
      'the nearest untrusted hop counts, with or without port; where it is no address, the proxy does',
    tests: {
      'unit/gate/client.test.ts': [
        'la plus proche qui n’est pas un proxy est',
        'qui n’est pas une adresse, rien n’est cru',
        'de plusieurs hôtes, le dernier est celui que le proxy a écrit',
      ],
      'unit/gate/serve.test.ts': ['l’application ne voit que l’hôte que la porte a contrôlé'],
    },
  },
  {
    code: 'C',
    panne:
      'the rate limiter keeps every address of a minute, and looks through all of them at each request',
    depuis: 'a sketch of 2 MB counts any number of addresses; an IPv6 /64 counts as one',
    tests: {
      'unit/gate/rate.test.ts': [
        'des dizaines de milliers d’adresses ne prennent pas plus de mémoire',
        'toutes les adresses d’un réseau IPv6 de 64 bits comptent pour une',
        'une adresse limitée qui insiste garde sa part',
      ],
    },
  },
  {
    code: 'C',
    panne:
      'TRUSTED_PROXIES of .env.example holds Docker’s gateway: whoever reaches the port names himself',
    depuis:
      'the example names the address of the proxy alone, and OPERATING.md says how to give it one',
    tests: {
      'unit/compose.test.ts': ['ne prend pas la passerelle de Docker pour un proxy'],
    },
  },
  {
    code: 'B15',
    panne:
      'a locked table and 12 visitors, even gone, hold every connection: each page is 503 for 30 s',
    depuis:
      'reads end with the request that asked, and what reads the donations has four of the ten connections',
    tests: {
      'service/abandon.test.ts': [
        'n’arrête pas les pages qui n’en ont pas besoin, et tout revient quand elle est libre',
        'ne retient rien pour qui est parti : ni requête, ni connexion',
        'ne retient rien pour qui abandonne un fichier CSV',
        'qui part ne fait pas échouer ceux qui attendent le même calcul',
        'n’annule pas une exclusion dont la fenêtre est fermée',
      ],
      'unit/database/remember.test.ts': ['quand celui qui le calculait est parti'],
    },
  },
  {
    code: 'B7',
    panne: 'two uploads of a byte every 30 s keep every place: nobody else imports',
    depuis:
      'an upload that brings less than 4 KiB a second for a minute is ended with 408, and one person has two of three places',
    tests: {
      'service/imports/silence.test.ts': [
        'un envoi au compte-gouttes ne garde pas sa place, et apprend pourquoi',
        'un envoi lent, mais qui avance, arrive à son terme',
        'une personne ne prend pas toutes les places',
      ],
      'unit/gate/serve.test.ts': ['l’application ne voit que l’hôte que la porte a contrôlé'],
    },
  },
  {
    code: 'C',
    panne:
      'files and polled addresses answer a form in English, and a wrong year gives this year’s file',
    depuis:
      'each says one French sentence: 404, 405 with Allow, 422; HEAD has no body, Range the whole',
    tests: {
      'ecrans/adresses.test.ts': [
        'un fichier inconnu, une année impossible, un fichier disparu : une phrase en français',
        'ce qui se lit seulement le dit en français à qui y envoie un formulaire',
        'les en-têtes d’un fichier se demandent sans le fichier',
      ],
    },
  },
  {
    code: 'C',
    panne: '/montant%0d%0aX is 404, and ?_data= is refused in English',
    depuis:
      'an address with a line break leads to the dashboard as unknown ones do, and _data is taken off',
    tests: {
      'unit/gate/checks.test.ts': ['qui ne se lit pas mène au tableau de bord'],
      'ecrans/adresses.test.ts': [
        'une adresse inconnue, quelle qu’en soit l’écriture, mène au tableau de bord',
        'l’ancien paramètre des données de Remix ne change rien',
      ],
    },
  },
  {
    code: 'E',
    panne: 'the CSV of a year sums a donor with 65,526 gifts anew for every 2,000 rows',
    depuis: 'who has more than 100 donations is summed once a file; the bytes are the same',
    tests: {
      'service/donations/donations.test.ts': [
        'n’additionne qu’une fois celui qui a donné très souvent',
      ],
    },
  },
]
