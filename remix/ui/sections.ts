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
      { path: 'dashboard/a-date', file: 'routes/a-date.tsx', label: 'À date' },
      { path: 'dashboard/objectifs', file: 'routes/objectifs.tsx', label: 'Objectifs' },
    ],
    entries: [
      {
        label: 'Papiers',
        tabs: [
          { path: 'dashboard/mois', file: 'routes/mois.tsx', label: 'Mois' },
          { path: 'dashboard/rapport', file: 'routes/rapport.tsx', label: 'Rapport' },
          { path: 'dashboard/arretes', file: 'routes/arretes.tsx', label: 'Arrêtés' },
        ],
      },
      one('Historique des chiffres', 'dashboard/pourquoi', 'routes/pourquoi.tsx'),
      one('Comment c’est calculé\u00A0?', 'dashboard/definitions', 'routes/definitions.tsx'),
    ],
  },
  {
    segment: 'upload',
    entries: [one('Contrôles', 'upload/controles', 'routes/controles.tsx')],
  },
  {
    segment: 'actifs',
    entries: [
      {
        label: 'Fidélité',
        tabs: [
          { path: 'actifs/fidelite', file: 'routes/fidelite.tsx', label: 'Fidélisation' },
          {
            path: 'nouveaux/deuxieme-don',
            file: 'routes/deuxieme-don.tsx',
            label: 'Deuxième don',
          },
          { path: 'donateurs/cohortes', file: 'routes/cohortes.tsx', label: 'Cohortes' },
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
          { path: 'donateurs/liste', file: 'routes/liste.tsx', label: 'Liste' },
          { path: 'donateurs/recherche', file: 'routes/recherche.tsx', label: 'Recherche' },
          {
            path: 'donateurs/listes-gardees',
            file: 'routes/listes-gardees.tsx',
            label: 'Listes gardées',
          },
        ],
      },
      one('Dons réguliers', 'donateurs/reguliers', 'routes/reguliers.tsx'),
      one('Segments', 'donateurs/grille', 'routes/grille.tsx'),
      one('Géographie', 'donateurs/geographie', 'routes/geographie.tsx'),
      one('Croisements', 'donateurs/croisements', 'routes/croisements.tsx'),
      one('Oppositions', 'donateurs/oppositions', 'routes/oppositions.tsx'),
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
            file: 'routes/verification.tsx',
            label: 'Faux donateurs',
            counts: 'suspects',
          },
          {
            path: 'donateurs/doublons',
            file: 'routes/doublons.tsx',
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
          { path: 'campagnes/ventilation', file: 'routes/ventilation.tsx', label: 'Ventilation' },
          { path: 'campagnes/couts', file: 'routes/couts.tsx', label: 'Coûts' },
          {
            path: 'campagnes/dictionnaire',
            file: 'routes/dictionnaire.tsx',
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
