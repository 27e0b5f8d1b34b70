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
      'service/mise-a-niveau.test.ts': ['ses rafraîchissements se suivent'],
    },
  },
]
