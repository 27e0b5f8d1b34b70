/** A further screen of a section, linked below its entry of the menu. */
export interface SectionPage {
  path: string
  /** Its route file. */
  file: string
  label: string
  /** The count of what it proposes stands beside its link. */
  counts?: 'doublons'
}

interface Section {
  /** First path segment. */
  segment: string
  pages: readonly SectionPage[]
}

/** Sections with more than one screen: source of the site map (`routes.ts`) and of the links. */
export const SECTIONS: readonly Section[] = [
  {
    segment: 'dashboard',
    pages: [
      { path: 'dashboard/a-date', file: 'routes/a-date.tsx', label: 'À date' },
      { path: 'dashboard/objectifs', file: 'routes/objectifs.tsx', label: 'Objectifs' },
      { path: 'dashboard/mois', file: 'routes/mois.tsx', label: 'Mois' },
      { path: 'dashboard/rapport', file: 'routes/rapport.tsx', label: 'Rapport' },
      {
        path: 'dashboard/pourquoi',
        file: 'routes/pourquoi.tsx',
        label: 'Pourquoi ce chiffre a changé\u00A0?',
      },
      { path: 'dashboard/arretes', file: 'routes/arretes.tsx', label: 'Arrêtés' },
      {
        path: 'dashboard/definitions',
        file: 'routes/definitions.tsx',
        label: 'Comment c’est calculé\u00A0?',
      },
    ],
  },
  {
    segment: 'upload',
    pages: [{ path: 'upload/controles', file: 'routes/controles.tsx', label: 'Contrôles' }],
  },
  {
    segment: 'nouveaux',
    pages: [
      { path: 'nouveaux/deuxieme-don', file: 'routes/deuxieme-don.tsx', label: 'Deuxième don' },
    ],
  },
  {
    segment: 'actifs',
    pages: [{ path: 'actifs/fidelite', file: 'routes/fidelite.tsx', label: 'Fidélisation' }],
  },
  {
    segment: 'donateurs',
    pages: [
      { path: 'donateurs/cohortes', file: 'routes/cohortes.tsx', label: 'Cohortes' },
      { path: 'donateurs/geographie', file: 'routes/geographie.tsx', label: 'Géographie' },
      { path: 'donateurs/croisements', file: 'routes/croisements.tsx', label: 'Croisements' },
      { path: 'donateurs/reguliers', file: 'routes/reguliers.tsx', label: 'Dons réguliers' },
      { path: 'donateurs/grille', file: 'routes/grille.tsx', label: 'Grille RFM' },
      { path: 'donateurs/recherche', file: 'routes/recherche.tsx', label: 'Recherche' },
      {
        path: 'donateurs/listes-gardees',
        file: 'routes/listes-gardees.tsx',
        label: 'Listes gardées',
      },
      { path: 'donateurs/oppositions', file: 'routes/oppositions.tsx', label: 'Oppositions' },
      {
        path: 'donateurs/doublons',
        file: 'routes/doublons.tsx',
        label: 'Doublons',
        counts: 'doublons',
      },
    ],
  },
  {
    segment: 'campagnes',
    pages: [
      { path: 'campagnes/ventilation', file: 'routes/ventilation.tsx', label: 'Ventilation' },
      { path: 'campagnes/couts', file: 'routes/couts.tsx', label: 'Coûts' },
      {
        path: 'campagnes/dictionnaire',
        file: 'routes/dictionnaire.tsx',
        label: 'Dictionnaire',
      },
    ],
  },
  {
    segment: 'donations',
    pages: [{ path: 'donations/a-verifier', file: 'routes/verification.tsx', label: 'À vérifier' }],
  },
]
