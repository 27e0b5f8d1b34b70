/** A screen's workbook: its heading and its tables in order, one per sheet. */
export interface Ecran {
  titre: string
  /** Table name by sheet name. */
  feuilles: Readonly<Record<string, string>>
  /** Of a sheet that is there only where it is asked for and tells something: the parameter that asks. */
  selon?: Readonly<Record<string, string>>
}

/** Screens with a workbook, by last segment of their URL. */
export const ECRANS: Readonly<Record<string, Ecran>> = {
  dashboard: {
    titre: 'Dashboard',
    feuilles: {
      'Donations par année': 'donations-par-annee',
      'Montants par année': 'montants-par-annee',
      'Donations cumulées': 'donations-cumulees',
      'Montants cumulés': 'montants-cumules',
    },
  },
  'a-date': {
    titre: 'À date',
    feuilles: {
      'Montants à date': 'montants-a-date',
      'Années à date': 'a-date',
      'Projections passées': 'controle-projection',
    },
  },
  objectifs: {
    titre: 'Objectifs',
    feuilles: {
      Objectifs: 'objectifs',
      'Mois par mois': 'objectif-mois',
      'Fixés et retirés': 'objectifs-saisies',
    },
  },
  montant: {
    titre: 'Analyses par Montant',
    feuilles: {
      'Parts, total annuel': 'tranches-total-annuel',
      'Total annuel': 'montant-total-annuel',
      'Parts, dernier don': 'tranches-dernier-don',
      'Dernier don': 'montant-dernier-don',
      Repères: 'reperes-montants',
    },
  },
  nouveaux: {
    titre: 'Nouveaux',
    feuilles: {
      Périodes: 'nouveaux-anciens-periodes',
      'Par année': 'nouveaux-anciens-par-annee',
      'Par période': 'nouveaux-anciens-par-periode',
      Objectifs: 'objectifs-nouveaux-anciens',
      'Par code média': 'nouveaux-par-code-media',
      'Par profil de campagne': 'nouveaux-anciens-par-profil',
      'Par code origine': 'nouveaux-anciens-par-code-origine',
    },
  },
  'deuxieme-don': {
    titre: 'Deuxième don',
    feuilles: { 'Part des revenus': 'taux-deuxieme-don', 'Deuxième don': 'deuxieme-don' },
  },
  actifs: {
    titre: 'Actifs',
    feuilles: {
      Périodes: 'activite-periodes',
      'Par année': 'activite-par-annee',
      'Par période': 'activite-par-periode',
      Objectif: 'objectif-actifs',
    },
  },
  fidelite: {
    titre: 'Fidélisation',
    feuilles: {
      'Taux de l’année': 'taux-fidelite',
      'Qui est revenu': 'donateurs-revenus',
      Cascade: 'cascade-collecte',
      Mouvements: 'mouvements-collecte',
      'Fidélisation par année': 'fidelisation-par-annee',
      'Tous les taux par année': 'taux-fidelite-par-annee',
    },
  },
  donateurs: {
    titre: 'Analyse des Donateurs',
    feuilles: {
      'Parts par année': 'segments-par-annee',
      'Segments par année': 'segmentation-annuelle',
      'Toute la carrière': 'segmentation-globale',
      'Non fidèles par campagne': 'non-fideles-par-campagne',
    },
  },
  cohortes: {
    titre: 'Cohortes de donateurs',
    feuilles: {
      'Part des cohortes': 'cohortes-parts',
      'Donateurs des cohortes': 'cohortes-donateurs',
      'Montants des cohortes': 'cohortes-montants',
    },
  },
  reguliers: {
    titre: 'Dons réguliers',
    feuilles: {
      'Par mois': 'reguliers-par-mois',
      'Par année': 'reguliers-par-annee',
      Rythmes: 'rythmes-reguliers',
      'Durée des séries': 'survie-reguliers',
      'Essais passés': 'essais-reguliers',
    },
  },
  geographie: {
    titre: 'Géographie des donateurs',
    feuilles: {
      'Par région': 'geographie-regions',
      'Par département': 'geographie-departements',
    },
  },
  croisements: {
    titre: 'Croisements',
    feuilles: {
      Croisement: 'croisement',
      Parts: 'croisement-parts',
      'Autre année': 'croisement-autre-annee',
      Évolution: 'croisement-evolution',
    },
    selon: { Parts: 'parts', 'Autre année': 'avec', Évolution: 'avec' },
  },
  grille: {
    titre: 'Grille RFM',
    feuilles: { Parts: 'grille-rfm-parts', Grille: 'grille-rfm', Cases: 'cases-grille' },
  },
  campagnes: {
    titre: 'Analyse des Campagnes',
    feuilles: {
      'Montants par code': 'montants-par-code',
      Profils: 'profils-par-annee',
      'Évolution par profil': 'evolution-campagnes',
      Flux: 'flux-campagnes',
      'Fidélité et migration': 'fidelite-et-migration',
      'Donateurs mixtes': 'donateurs-mixtes',
      'Répartition globale': 'repartition-globale',
    },
  },
  ventilation: {
    titre: 'Ventilation de la collecte',
    feuilles: {
      'Par code': 'ventilation',
      'Part des mois': 'ventilation-parts',
      'Par mois': 'ventilation-mois',
    },
  },
  couts: {
    titre: 'Coûts des campagnes',
    feuilles: {
      Campagnes: 'couts-campagnes',
      'Coût par exercice': 'couts-annuels',
      'Reçu par exercice': 'recus-annuels',
      'Par exercice': 'couts-par-exercice',
    },
  },
}
