import { anneesADate, controleProjection, montantsADate } from '../tables/a-date.server'
import {
  activiteParAnnee,
  activiteParPeriode,
  activiteSimple,
  objectifActifs,
} from '../tables/activite.server'
import {
  evolutionCampagnes,
  mixtesParAnnee,
  profilsParAnnee,
  repartitionCampagnes,
} from '../tables/campagnes.server'
import { anneesCohortes, partsCohortes } from '../tables/cohortes.server'
import {
  donationsCumulees,
  donationsParAnnee,
  montantsCumules,
  montantsParAnnee,
} from '../tables/dashboard.server'
import type { TableDefinition } from '../tables/define.server'
import { deuxiemesDons, tauxDeuxiemeDon } from '../tables/deuxieme-don.server'
import {
  nonFideles,
  partsSegments,
  segmentsGlobaux,
  segmentsParAnnee,
} from '../tables/donateurs.server'
import {
  cascadeCollecte,
  fidelisationParAnnee,
  mouvementsFidelite,
  revenusFidelite,
  tauxFidelite,
  tauxParAnnee,
} from '../tables/fidelite.server'
import { casesGrille, grilleRfm, partsGrille } from '../tables/grille.server'
import {
  montantDernierDon,
  montantTotalAnnuel,
  partsDernierDon,
  partsTotalAnnuel,
} from '../tables/montants.server'
import {
  nouveauxParAnnee,
  nouveauxParPeriode,
  nouveauxSimples,
  objectifsNouveaux,
} from '../tables/nouveaux-anciens.server'
import {
  nouveauxParMedia,
  nouveauxParOrigine,
  nouveauxParProfil,
} from '../tables/nouveaux-codes.server'
import { fluxCampagnes, parcoursCampagnes } from '../tables/parcours.server'
import { reperesParAnnee } from '../tables/reperes.server'
import { partsParMois, ventilationParCode, ventilationParMois } from '../tables/ventilation.server'

type Definition = Pick<TableDefinition<never>, 'name' | 'read'>

/** A screen as a workbook: its heading, and its tables in their order there, each on a sheet of this name. */
export interface Ecran {
  titre: string
  feuilles: Readonly<Record<string, Definition>>
}

/** The screens that have a workbook, by the last part of their address. */
export const ECRANS: Readonly<Record<string, Ecran>> = {
  dashboard: {
    titre: 'Dashboard',
    feuilles: {
      'Donations par année': donationsParAnnee,
      'Montants par année': montantsParAnnee,
      'Donations cumulées': donationsCumulees,
      'Montants cumulés': montantsCumules,
    },
  },
  'a-date': {
    titre: 'À date',
    feuilles: {
      'Montants à date': montantsADate,
      'Années à date': anneesADate,
      'Projections passées': controleProjection,
    },
  },
  montant: {
    titre: 'Analyses par Montant',
    feuilles: {
      'Parts, total annuel': partsTotalAnnuel,
      'Total annuel': montantTotalAnnuel,
      'Parts, dernier don': partsDernierDon,
      'Dernier don': montantDernierDon,
      Repères: reperesParAnnee,
    },
  },
  nouveaux: {
    titre: 'Nouveaux',
    feuilles: {
      Périodes: nouveauxSimples,
      'Par année': nouveauxParAnnee,
      'Par période': nouveauxParPeriode,
      Objectifs: objectifsNouveaux,
      'Par code média': nouveauxParMedia,
      'Par profil de campagne': nouveauxParProfil,
      'Par code origine': nouveauxParOrigine,
    },
  },
  'deuxieme-don': {
    titre: 'Deuxième don',
    feuilles: { 'Part des revenus': tauxDeuxiemeDon, 'Deuxième don': deuxiemesDons },
  },
  actifs: {
    titre: 'Actifs',
    feuilles: {
      Périodes: activiteSimple,
      'Par année': activiteParAnnee,
      'Par période': activiteParPeriode,
      Objectif: objectifActifs,
    },
  },
  fidelite: {
    titre: 'Fidélisation',
    feuilles: {
      'Taux de l’année': tauxFidelite,
      'Qui est revenu': revenusFidelite,
      Cascade: cascadeCollecte,
      Mouvements: mouvementsFidelite,
      'Fidélisation par année': fidelisationParAnnee,
      'Tous les taux par année': tauxParAnnee,
    },
  },
  donateurs: {
    titre: 'Analyse des Donateurs',
    feuilles: {
      'Parts par année': partsSegments,
      'Segments par année': segmentsParAnnee,
      'Toute la carrière': segmentsGlobaux,
      'Non fidèles par campagne': nonFideles,
    },
  },
  cohortes: {
    titre: 'Cohortes de donateurs',
    feuilles: { 'Part des cohortes': partsCohortes, 'Cohortes par année': anneesCohortes },
  },
  grille: {
    titre: 'Grille RFM',
    feuilles: { Parts: partsGrille, Grille: grilleRfm, Cases: casesGrille },
  },
  campagnes: {
    titre: 'Analyse des Campagnes',
    feuilles: {
      Profils: profilsParAnnee,
      'Évolution par profil': evolutionCampagnes,
      Flux: fluxCampagnes,
      'Fidélité et migration': parcoursCampagnes,
      'Donateurs mixtes': mixtesParAnnee,
      'Répartition globale': repartitionCampagnes,
    },
  },
  ventilation: {
    titre: 'Ventilation de la collecte',
    feuilles: {
      'Par code': ventilationParCode,
      'Part des mois': partsParMois,
      'Par mois': ventilationParMois,
    },
  },
}
