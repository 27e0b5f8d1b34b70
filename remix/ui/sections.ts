/** A screen that is none of the nine which the menu names. */
export interface Screen {
  path: string
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
const one = (label: string, path: string): Entry => ({ label, tabs: [{ path, label }] })

/** Sections with more than one screen: source of the site map (`routes.ts`), of the menu and of the tabs. */
export const SECTIONS: readonly Section[] = [
  {
    segment: 'dashboard',
    blocks: [
      { path: 'dashboard/a-date', label: 'À date' },
      { path: 'dashboard/objectifs', label: 'Objectifs' },
    ],
    entries: [
      {
        label: 'Papiers',
        tabs: [
          { path: 'dashboard/mois', label: 'Mois' },
          { path: 'dashboard/rapport', label: 'Rapport' },
          { path: 'dashboard/arretes', label: 'Arrêtés' },
        ],
      },
      one('Historique des chiffres', 'dashboard/pourquoi'),
      one('Comment c’est calculé\u00A0?', 'dashboard/definitions'),
    ],
  },
  {
    segment: 'upload',
    entries: [one('Contrôles', 'upload/controles')],
  },
  {
    segment: 'actifs',
    entries: [
      {
        label: 'Fidélité',
        tabs: [
          { path: 'actifs/fidelite', label: 'Fidélisation' },
          { path: 'nouveaux/deuxieme-don', label: 'Deuxième don' },
          { path: 'donateurs/cohortes', label: 'Cohortes' },
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
          { path: 'donateurs/liste', label: 'Liste' },
          { path: 'donateurs/recherche', label: 'Recherche' },
          { path: 'donateurs/listes-gardees', label: 'Listes gardées' },
          { path: 'donateurs/remerciements', label: 'Remerciements' },
        ],
      },
      one('Dons réguliers', 'donateurs/reguliers'),
      one('Segments', 'donateurs/grille'),
      one('Géographie', 'donateurs/geographie'),
      one('Croisements', 'donateurs/croisements'),
      one('Oppositions', 'donateurs/oppositions'),
    ],
  },
  {
    segment: 'donations',
    entries: [
      {
        label: 'À vérifier',
        tabs: [
          { path: 'donations/a-verifier', label: 'Faux donateurs', counts: 'suspects' },
          { path: 'donateurs/doublons', label: 'Doublons', counts: 'doublons' },
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
          { path: 'campagnes/ventilation', label: 'Ventilation' },
          { path: 'campagnes/couts', label: 'Coûts' },
          { path: 'campagnes/dictionnaire', label: 'Dictionnaire' },
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
