/** A fault, what must be true after it, and the tests that show it: their files below tests/ and parts of their titles. */
export interface Panne {
  panne: string
  ensuite: string
  tests: Record<string, string[]>
}

export const PANNES: readonly Panne[] = [
  {
    panne:
      'a server that holds data is away, at start too, or killed during an import or a refresh',
    ensuite:
      'figures stay, the rest is a French sentence; all or nothing on all servers; all comes back by itself',
    tests: {
      'faults/serveurs.test.ts': [
        'absent : les chiffres restent',
        'absent au démarrage du service',
        'après le début d’un import : tout ou rien',
        'tué pendant un rafraîchissement',
      ],
    },
  },
  {
    panne:
      'kill -9 of the service before, during and after COPY, before commit, between commit and answer',
    ensuite:
      'all or nothing; shown as error within 45 s of the restart, or completed; a retry succeeds',
    tests: {
      'faults/imports.test.ts': [
        'avant la comparaison',
        'juste avant sa mise en place',
        'entre la validation et la réponse',
        'pendant l’envoi d’un fichier, ne garde rien de lui',
      ],
    },
  },
  {
    panne:
      'kill -9 of service, web app and database in turns, while people import, exclude and refresh',
    ensuite:
      'every acknowledged import and decision is there once, figures equal a recomputation, the audit is clean',
    tests: { 'faults/tours.test.ts': ['rien de ce qui fut confirmé ne se perd ni ne se répète'] },
  },
  {
    panne: 'kill -9 of the web app while a file passes through it',
    ensuite: 'nothing imported, nothing left behind',
    tests: { 'faults/imports-base.test.ts': ['l’application web tuée net'] },
  },
  {
    panne: 'kill -9 of PostgreSQL under load',
    ensuite: 'the pool heals within 5 s; nothing acknowledged is lost',
    tests: {
      'faults/base.test.ts': ['tuée puis relancée sous la charge'],
      'faults/exclusions.test.ts': ['aucune exclusion confirmée n’est perdue ni doublée'],
      'faults/imports-base.test.ts': [
        'PostgreSQL tué net pendant un import',
        'PostgreSQL tué net pendant un envoi',
      ],
    },
  },
  {
    panne: 'connection cut after COMMIT was sent',
    ensuite: 'the retry with the same form answers the first result',
    tests: {
      'faults/exclusions.test.ts': ['aucune exclusion confirmée n’est perdue ni doublée'],
      'service/exclusions/exclusions.test.ts': ['rend la première réponse'],
    },
  },
  {
    panne: 'the database hangs, or is down at start',
    ensuite:
      'every wait is bounded, pages answer 503 in French within 10 s, all comes back by itself',
    tests: { 'faults/base.test.ts': ['absente au démarrage', 'figée : chaque attente est bornée'] },
  },
  {
    panne: 'data volume full during an import',
    ensuite: 'a French sentence, the import rolled back, its staging space freed',
    tests: { 'faults/imports-base.test.ts': ['le disque plein'] },
  },
  {
    panne:
      'upload aborted, truncated, without boundary, too large, empty, in a wrong field, two files',
    ensuite: '4xx in French, nothing imported, nothing staged',
    tests: {
      'faults/imports.test.ts': ['un envoi que le navigateur abandonne ne laisse rien'],
      'service/imports/reception.test.ts': [
        'est refusé par une phrase et ne laisse rien',
        'dont le formulaire n’a pas de limite, ou s’arrête au milieu',
      ],
    },
  },
  {
    panne: 'the same import twice at once; ten double clicks on Exclure',
    ensuite: 'one effect',
    tests: {
      'service/imports/reception.test.ts': ['demandé dix fois à la fois n’a lieu qu’une fois'],
      'service/exclusions/exclusions.test.ts': ['n’a qu’un effet et rend la même réponse'],
      'faults/imports.test.ts': ['deux imports à la fois se suivent'],
    },
  },
  {
    panne: 'two people exclude and reinstate the same donor at once',
    ensuite: 'one wins, the other reads 409 and the present state',
    tests: {
      'service/exclusions/exclusions.test.ts': ['une seule exclut, l’autre lit 409'],
      'faults/exclusions.test.ts': ['aucune exclusion confirmée n’est perdue ni doublée'],
    },
  },
  {
    panne: 'SIGTERM under load',
    ensuite: 'finishes or hands back what it holds, exits 0 within 30 s, no request lost',
    tests: {
      'faults/base.test.ts': ['finit ce qu’il a reçu et sort avec 0'],
      'faults/imports.test.ts': ['finit ou rend ce qu’il tient'],
      'service/rafraichissement/surveillance.test.ts': ['le service qui s’arrête rend la main'],
    },
  },
  {
    panne: 'a refresh is killed',
    ensuite: 'old figures stay readable, status error, the next one works',
    tests: { 'faults/rafraichissement.test.ts': ['tué net pendant un rafraîchissement'] },
  },
  {
    panne: 'imports, refreshes and exclusions together for minutes',
    ensuite: 'no deadlock, no wrong figure, the chain sound',
    tests: { 'faults/ensemble.test.ts': ['imports, rafraîchissements et exclusions à la fois'] },
  },
  {
    panne: 'a stopped worker wakes up after another took its job over',
    ensuite: 'its late writes are refused',
    tests: {
      'faults/imports.test.ts': ['ne peut plus rien écrire à son réveil'],
      'service/rafraichissement/rafraichissement.test.ts': ['déclaré mort ne publie pas'],
    },
  },
  {
    panne:
      'wild files: NUL bytes, 1 GB line, a million columns, __proto__, quotes, mixed encodings',
    ensuite: 'RSS below 300 MB, row-level reasons or one clear refusal',
    tests: {
      'faults/imports-sauvages.test.ts': [
        'une seule ligne de 1 Gio entre deux dons',
        'un en-tête d’un million de colonnes',
        'un octet nul dans chacune de 500 000 lignes',
        'un en-tête __proto__',
        'un guillemet jamais refermé',
        'des comptes justes, une mémoire bornée',
      ],
    },
  },
  {
    panne: 'the event table edited, reordered, cut at its end, rewritten by a superuser',
    ensuite: 'found: by the chain, or against a checkpoint kept outside the database',
    tests: {
      'service/exclusions/audit.test.ts': [
        'Un journal altéré par un superutilisateur est démasqué',
      ],
      'service/exclusions/historique.test.ts': [
        'montre $what, vérifié avant ou non',
        'montre une fin coupée',
      ],
    },
  },
  {
    panne: 'backup and restore into an empty server',
    ensuite: 'same counts, same chain head',
    tests: {
      'faults/commandes.test.ts': ['un serveur vide redevient le même'],
      'service/sauvegarde.test.ts': ['revient entière dans un serveur vide', 'abîmée, est refusée'],
    },
  },
]
