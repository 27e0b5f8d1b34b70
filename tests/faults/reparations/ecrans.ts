import type { Reparation } from './reparation'

export const reparations: Reparation[] = [
  {
    code: 'B10',
    panne:
      'a file chosen during the analysis of another, or over its preview, stands above what is imported in its place',
    depuis:
      'an analysis that is wanted no longer is given up, the preview names its file and goes with it, without scripts too',
    tests: {
      'e2e/croisements.spec.ts': [
        'l’analyse d’un fichier remplacé est oubliée',
        'un autre fichier ôte aussitôt l’aperçu et l’import du premier',
        'un double clic sur « Analyser le fichier »',
        'après l’avoir choisi le dit, et se choisit à nouveau',
      ],
      'ecrans/import.test.ts': [
        'l’aperçu nomme son fichier, et sans scripts on n’en choisit pas un autre par-dessus',
      ],
    },
  },
  {
    code: 'B10',
    panne: 'the end of an analysis undoes where the person went, or the preview of the other tab',
    depuis: 'the address follows each tab by itself, and cuts no navigation short',
    tests: {
      'e2e/croisements.spec.ts': [
        'deux onglets s’analysent à la fois, et chacun garde son aperçu',
        'une analyse qui finit pendant qu’on change d’onglet ne défait rien',
        'changer d’onglet à l’instant où l’aperçu arrive ne le perd pas',
        'quitter la page abandonne l’analyse et n’y ramène pas',
        '« Précédent » rend le fichier choisi, « Suivant » son aperçu',
      ],
    },
  },
  {
    code: 'B11',
    panne:
      'React pads its buffer with NUL bytes where a character straddles it: hidden fields arrive damaged',
    depuis: 'no page has a NUL byte, and every donor can be excluded without JavaScript',
    tests: {
      'ecrans/accents.test.ts': [
        'aucune page d’une base pleine d’accents et d’émojis n’a d’octet nul',
        'sans JavaScript, chaque donateur s’exclut sous son nom',
      ],
    },
  },
  {
    code: 'B12',
    panne: 'a page gives up after 9 s, however well the service works on its answer',
    depuis:
      'it waits for 300 s, and asks the probe meanwhile: a service or a database that hangs is told within 10 s',
    tests: {
      'faults/attente.test.ts': ['une page lente n’est pas coupée'],
      'unit/ecrans/patience.test.ts': [
        'une réponse lente est attendue jusqu’à cinq minutes',
        'ce que la sonde sait de l’absence est dit',
      ],
      'ecrans/base.test.ts': ['quand le service est figé'],
    },
  },
  {
    code: 'B12',
    panne: 'an exclusion is told as failed although it is recorded, or may be',
    depuis:
      'its outcome is said not to be known, and how to see it; the same form sent again answers the first result',
    tests: {
      'faults/attente.test.ts': ['une exclusion que la base figée laisse sans réponse'],
      'e2e/issue.spec.ts': [
        'une décision dont la réponse se perd n’est pas dite échouée',
        'laisse l’issue ouverte elle aussi',
      ],
      'ecrans/exclusions.test.ts': [
        'une décision dont la réponse se perd n’est pas dite échouée',
        'le même formulaire renvoyé après une réponse perdue',
        'laisse l’issue ouverte elle aussi',
      ],
    },
  },
  {
    code: 'E',
    panne: '« Erreur lors de l’exclusion » and « de la réintégration » never show',
    depuis: 'they are what a failure without the sentence of the service says',
    tests: {
      'e2e/issue.spec.ts': ['une décision dont la réponse se perd n’est pas dite échouée'],
    },
  },
  {
    code: 'E',
    panne: 'exclure is called with the contact only',
    depuis: 'it is sent contact_id, raison and exclu_par',
    tests: {
      'e2e/issue.spec.ts': ['l’exclusion envoie le contact, la raison et l’acteur'],
    },
  },
  {
    code: 'E',
    panne: '« Erreur lors du rafraîchissement » never shows',
    depuis: 'it is what a failed refresh without an explanation says',
    tests: { 'e2e/rafraichissement.spec.ts': ['un rafraîchissement échoué sans explication'] },
  },
  {
    code: 'E',
    panne: 'after a failed refresh, views that were rolled back say « Terminé 100 % »',
    depuis: 'they say that they were undone with it',
    tests: {
      'service/rafraichissement/rafraichissement.test.ts': [
        'dont PostgreSQL perd le processus finit en erreur',
      ],
      'e2e/rafraichissement.spec.ts': [
        'pendant un rafraîchissement, chaque vue dit où elle en est',
      ],
    },
  },
  {
    code: 'E',
    panne: 'screens other than the first have no description',
    depuis: 'every page has it',
    tests: {
      'ecrans/pages.test.ts': ['a une langue, un titre, un titre de fenêtre et une description'],
      'e2e/qualite.spec.ts': ['est léger, accessible, lisible dans le noir et en grand'],
    },
  },
  {
    code: 'E',
    panne: 'a secondary part of a screen that could not be loaded is missing without a word',
    depuis: 'its place says so, on every screen',
    tests: {
      'ecrans/pannes.test.ts': [
        'chaque donnée secondaire des nouveaux qui manque le dit sans alerte',
        'à la place de ce qui manque',
      ],
    },
  },
  {
    code: 'E',
    panne: 'birth dates show as 1980-02-01',
    depuis: 'they are French days as the others; what is no day stays as the file had it',
    tests: {
      'ecrans/donations.test.ts': ['on tourne les pages et on déplie les détails'],
      'unit/format.test.ts': ['un jour s’écrit en chiffres et en lettres'],
    },
  },
  {
    code: 'B10',
    panne:
      'going back to the preview of an imported file offers its import again; a preview tells what another import has changed since',
    depuis: 'it shows the import that the file has become, and is worked out anew',
    tests: {
      'e2e/croisements.spec.ts': ['revenir à l’aperçu d’un fichier importé montre son import'],
      'service/imports/apercu.test.ts': [
        'l’aperçu se refait quand un autre import est passé depuis',
        'l’aperçu d’un fichier dont l’import a commencé nomme cet import',
      ],
    },
  },
  {
    code: 'B10',
    panne: 'another tab of the browser takes the answer to an exclusion',
    depuis: 'it waits for the page that it is for',
    tests: {
      'ecrans/exclusions.test.ts': ['ce qui est dit d’une décision attend sa page'],
    },
  },
  {
    code: 'B12',
    panne: 'the indicator stays green while the application answers nothing at all',
    depuis: 'it waits 10 s for an answer',
    tests: { 'e2e/enrichi.spec.ts': ['quand l’application ne répond plus du tout'] },
  },
]
