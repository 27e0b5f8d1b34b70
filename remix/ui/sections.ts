/** A screen that is none of the nine which the menu names. */
export interface Screen {
  path: string
  /** Its route file. */
  file: string
  /** On its tab, where its link of the menu has several. */
  label: string
  /** The count of what it proposes stands beside its label. */
  counts?: 'suspects' | 'doublons'
}

/** A link of the menu, named for a question; it leads to the first of its tabs. */
export interface Entry {
  label: string
  tabs: readonly [Screen, ...Screen[]]
}

interface Section {
  /** First path segment of its own screen. */
  segment: string
  entries: readonly Entry[]
  /** What its own screen shows a part of, and leads to. */
  blocks?: readonly Screen[]
}

/** A link without tabs. */
const one = (label: string, path: string, file: string): Entry => ({
  label,
  tabs: [{ path, file, label }],
})

/** Sections with more than one screen: source of the site map (`routes.ts`), of the menu and of the tabs. */
export const SECTIONS: readonly Section[] = [
  {
    segment: 'dashboard',
    blocks: [
      { path: 'dashboard/a-date', file: 'screens/dashboard/a-date/route.tsx', label: 'À date' },
      {
        path: 'dashboard/objectifs',
        file: 'screens/dashboard/objectifs/route.tsx',
        label: 'Objectifs',
      },
    ],
    entries: [
      {
        label: 'Papiers',
        tabs: [
          { path: 'dashboard/mois', file: 'screens/dashboard/mois/route.tsx', label: 'Mois' },
          {
            path: 'dashboard/rapport',
            file: 'screens/dashboard/rapport/route.tsx',
            label: 'Rapport',
          },
          {
            path: 'dashboard/arretes',
            file: 'screens/dashboard/arretes/route.tsx',
            label: 'Arrêtés',
          },
        ],
      },
      one('Historique des chiffres', 'dashboard/pourquoi', 'screens/dashboard/pourquoi/route.tsx'),
      one(
        'Comment c’est calculé\u00A0?',
        'dashboard/definitions',
        'screens/dashboard/definitions/route.tsx',
      ),
    ],
  },
  {
    segment: 'upload',
    entries: [one('Contrôles', 'upload/controles', 'screens/upload/controles/route.tsx')],
  },
  {
    segment: 'actifs',
    entries: [
      {
        label: 'Fidélité',
        tabs: [
          {
            path: 'actifs/fidelite',
            file: 'screens/actifs/fidelite/route.tsx',
            label: 'Fidélisation',
          },
          {
            path: 'nouveaux/deuxieme-don',
            file: 'screens/nouveaux/deuxieme-don/route.tsx',
            label: 'Deuxième don',
          },
          {
            path: 'donateurs/cohortes',
            file: 'screens/donateurs/cohortes/route.tsx',
            label: 'Cohortes',
          },
        ],
      },
    ],
  },
  {
    segment: 'donateurs',
    entries: [
      {
        label: 'Tous les donateurs',
        tabs: [
          { path: 'donateurs/liste', file: 'screens/donateurs/liste/route.tsx', label: 'Liste' },
          {
            path: 'donateurs/recherche',
            file: 'screens/donateurs/recherche/route.tsx',
            label: 'Recherche',
          },
          {
            path: 'donateurs/listes-gardees',
            file: 'screens/donateurs/listes-gardees/route.tsx',
            label: 'Listes gardées',
          },
          {
            path: 'donateurs/remerciements',
            file: 'screens/donateurs/remerciements/route.tsx',
            label: 'Remerciements',
          },
        ],
      },
      one('Dons réguliers', 'donateurs/reguliers', 'screens/donateurs/reguliers/route.tsx'),
      one('Segments', 'donateurs/grille', 'screens/donateurs/grille/route.tsx'),
      one('Géographie', 'donateurs/geographie', 'screens/donateurs/geographie/route.tsx'),
      one('Croisements', 'donateurs/croisements', 'screens/donateurs/croisements/route.tsx'),
      one('Oppositions', 'donateurs/oppositions', 'screens/donateurs/oppositions/route.tsx'),
    ],
  },
  {
    segment: 'donations',
    entries: [
      {
        label: 'À vérifier',
        tabs: [
          {
            path: 'donations/a-verifier',
            file: 'screens/donations/a-verifier/route.tsx',
            label: 'Faux donateurs',
            counts: 'suspects',
          },
          {
            path: 'donateurs/doublons',
            file: 'screens/donateurs/doublons/route.tsx',
            label: 'Doublons',
            counts: 'doublons',
          },
        ],
      },
    ],
  },
  {
    segment: 'campagnes',
    entries: [
      {
        label: 'Codes et coûts',
        tabs: [
          {
            path: 'campagnes/ventilation',
            file: 'screens/campagnes/ventilation/route.tsx',
            label: 'Ventilation',
          },
          { path: 'campagnes/couts', file: 'screens/campagnes/couts/route.tsx', label: 'Coûts' },
          {
            path: 'campagnes/dictionnaire',
            file: 'screens/campagnes/dictionnaire/route.tsx',
            label: 'Dictionnaire',
          },
        ],
      },
    ],
  },
]

/** Where a screen stands in the menu: its section, and its link if it has one. */
export function placeOf(path: string): { segment: string; entry?: Entry } {
  for (const { segment, entries } of SECTIONS)
    for (const entry of entries)
      if (entry.tabs.some((tab) => tab.path === path)) return { segment, entry }
  return { segment: path.split('/')[0] || 'dashboard' }
}
