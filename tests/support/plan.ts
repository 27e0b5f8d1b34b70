/** Every screen of the site map that has an address of its own, with its heading. */
export const ECRANS = [
  { path: '/dashboard', titre: 'Dashboard' },
  { path: '/dashboard/a-date', titre: 'À date' },
  { path: '/dashboard/definitions', titre: 'Comment c’est calculé ?' },
  { path: '/upload', titre: 'Import des Données' },
  { path: '/upload/controles', titre: 'Contrôles' },
  { path: '/montant', titre: 'Analyses par Montant' },
  { path: '/nouveaux', titre: 'Nouveaux' },
  { path: '/nouveaux/deuxieme-don', titre: 'Deuxième don' },
  { path: '/actifs', titre: 'Actifs' },
  { path: '/actifs/fidelite', titre: 'Fidélisation' },
  { path: '/tendances', titre: 'Page Tendances - En développement' },
  { path: '/donateurs', titre: 'Analyse des Donateurs' },
  { path: '/donateurs/cohortes', titre: 'Cohortes de donateurs' },
  { path: '/donateurs/grille', titre: 'Grille RFM' },
  { path: '/donateurs/recherche', titre: 'Rechercher un donateur' },
  { path: '/donateurs/liste?ensemble=actifs&annee=2020', titre: 'Donateurs' },
  { path: '/donateurs/selection?ensemble=actifs&annee=2020', titre: 'Préparer une sélection' },
  { path: '/donations', titre: 'Donations' },
  { path: '/donations/a-verifier', titre: 'Donateurs à vérifier' },
  { path: '/donations/legitimes', titre: 'Donateurs jugés légitimes' },
  { path: '/donations/historique', titre: 'Historique des exclusions' },
  { path: '/campagnes', titre: 'Analyse des Campagnes' },
  { path: '/campagnes/ventilation', titre: 'Ventilation de la collecte' },
] as const

/** The navigation, as section 2 of the specification lists it. */
export const NAVIGATION = [
  ['/dashboard', 'Dashboard', "Vue d'ensemble"],
  ['/upload', 'Upload', 'Import de données'],
  ['/montant', 'Montants', 'Analyses par montant'],
  ['/nouveaux', 'Nouveaux', 'Nouveaux vs Anciens'],
  ['/actifs', 'Actifs', 'Actifs/Dormants/Inactifs'],
  ['/tendances', 'Tendances', 'Évolution temporelle'],
  ['/donateurs', 'Donateurs', 'Profils donateurs'],
  ['/donations', 'Donations', 'Liste des donations'],
  ['/campagnes', 'Campagnes', 'Performance campagnes'],
] as const
