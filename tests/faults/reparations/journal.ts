import type { Reparation } from './reparation'

/** The log of the exclusions, its audit, backups, refreshes, and the settings of connections. */
export const reparations: Reparation[] = [
  {
    code: 'A5',
    panne: 'dons_service attaches code to its tables that a function of the owner then runs',
    depuis:
      'what runs with the rights of the log’s owner reads and writes only what the owner owns; the service counts its own donations',
    tests: {
      'service/prise-de-droits.test.ts': [
        'par $what, quand un événement s’ajoute',
        'par un index, quand un événement s’ajoute sur une connexion nouvelle',
        'par $what, quand la liste des exclus se reconstruit',
      ],
    },
  },
  {
    code: 'A5',
    panne: 'the operator runs rgpd, restore or migrations as the owner over tables with such code',
    depuis:
      'rgpd and backup run in a session of the service; migrations and restore refuse, in their own transaction, tables that carry what no migration put there',
    tests: {
      'service/prise-de-droits.test.ts': [
        'quand une commande travaille sur ses tables',
        'refuse d’y toucher où le service y a mis $what',
        'ne migre pas une base où le service a mis le sien',
      ],
    },
  },
  {
    code: 'A5',
    panne: 'a right given astray stays',
    depuis: 'rights on the log are revoked before they are given, after every migration',
    tests: {
      'service/prise-de-droits.test.ts': ['donnés en trop disparaissent quand ils se redonnent'],
    },
  },
  {
    code: 'B6',
    panne: 'the clock steps back: refreshes without end, dead ones alive, exclusions that wait',
    depuis: 'refreshes are numbered; a lease or a time that lies too far ahead counts for nothing',
    tests: {
      'service/rafraichissement/surveillance.test.ts': [
        'ne fait pas rafraîchir sans fin',
        'ne retarde pas l’effet d’une exclusion, ni ce qui suit un échec',
        'ne laisse pas vivre une heure de plus un rafraîchissement dont le service est mort',
      ],
      'service/schema/versions.test.ts': ['ses rafraîchissements se suivent'],
    },
  },
  {
    code: 'B2',
    panne:
      'triggers made no-ops, functions replaced, rights given: the audit says that all is in place',
    depuis:
      'the audit compares functions, triggers, owners, rights and the tables’ own traits with the migrations, and tries to write in a transaction that it rolls back',
    tests: {
      'service/exclusions/audit.test.ts': [
        'Des protections affaiblies sont démasquées',
        'et celles qui tiennent, essayées pour de vrai, laissent le journal comme il était',
      ],
    },
  },
  {
    code: 'B3',
    panne: 'a log rewritten whole passes where checkpoints are missing, emptied, garbled or a link',
    depuis:
      'a log without checkpoints has its own exit code and a warning; unreadable ones are an anomaly; none is written unless the last leads to the log, nor a first one for a log with events',
    tests: {
      'service/exclusions/audit.test.ts': [
        'qui manquent laissent le journal sans garant',
        '$what sont une anomalie, et rien ne s’écrit après eux',
        'ne suivent pas un journal auquel le dernier d’entre eux ne mène pas',
        'posés par deux services à la fois sont tous lisibles',
      ],
      'service/exclusions/historique.test.ts': [
        'dit qu’aucun point de contrôle ne garantit le journal',
        'se pose au départ du service, tant que le journal est vide',
      ],
      'unit/ecrans/chaine.test.tsx': ['que rien hors de la base ne garantit'],
    },
  },
  {
    code: 'B4',
    panne: 'the page checks with a hash function of the database, which a superuser replaces',
    depuis: 'the service hashes the events itself',
    tests: {
      'service/exclusions/historique.test.ts': [
        'ne se fie pas à la fonction d’empreinte de la base',
      ],
    },
  },
  {
    code: 'B5',
    panne: 'back-dated events pass, and clocks that step back make them',
    depuis:
      'no event is dated before the one that it follows; audit and page refuse one that is, unless somebody answers for it by name',
    tests: {
      'service/exclusions/audit.test.ts': [
        'Un journal altéré par un superutilisateur est démasqué',
        'répond de dates qui reculent, et d’elles seules',
      ],
      'service/exclusions/historique.test.ts': ['montre un événement antidaté'],
      'service/exclusions/journal.test.ts': [
        'un événement n’est jamais daté d’avant celui qu’il suit',
      ],
    },
  },
  {
    code: 'C',
    panne: 'SQL in the column names of a backup runs as the owner',
    depuis: 'tables and columns are names of the database, each once, and quoted',
    tests: {
      'service/sauvegarde.test.ts': ['dont le manifeste nomme $what est refusée et ne laisse rien'],
    },
  },
  {
    code: 'C',
    panne: 'an old backup restored beside newer checkpoints alarms for ever',
    depuis:
      'somebody answers for the restored log by name and reason; the old checkpoints are put aside and every audit says so',
    tests: {
      'service/exclusions/audit.test.ts': [
        'le fait par son nom et son motif, et l’audit le redit chaque fois',
        'ne le peut pas d’une chaîne rompue',
      ],
      'service/exclusions/historique.test.ts': ['nomme qui s’est porté garant du journal'],
    },
  },
  {
    code: 'C',
    panne:
      'PGSSLMODE, DateStyle, default_transaction_isolation, search_path of environment, server or role change answers',
    depuis:
      'every connection gets the settings that answers depend on; behind a pooler, a server that would begin sessions otherwise is refused with the order to give',
    tests: {
      'service/session.test.ts': [
        'ne changent aucune réponse',
        'ne font pas lire un autre journal à l’audit',
        'ne demande pas de TLS à une base de cette machine',
        'ne change pas ce que le pilote demande au serveur',
      ],
      'service/topologies.test.ts': [
        'ne sert pas une base dont les sessions changeraient les réponses',
      ],
    },
  },
]
