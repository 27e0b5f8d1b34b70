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
      'e2e/import.parcours.spec.ts': [
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
      'e2e/accents.spec.ts': [
        'aucune page d’une base pleine d’accents et d’émojis n’a d’octet nul',
        'sans JavaScript, chaque donateur s’exclut sous son nom',
      ],
    },
  },
]
