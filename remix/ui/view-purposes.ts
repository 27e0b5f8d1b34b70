const AMOUNTS = 'Pour l’écran Montants'
const MEDIAN = 'Pour le don médian de l’écran Montants'
const CONCENTRATION = 'Pour la concentration de l’écran Montants'
const SECOND_GIFT = 'Pour l’écran Deuxième don'
const REGULIERS = 'Pour l’écran Dons réguliers'

/** What each view is for, by its technical name. */
export const VIEW_PURPOSES: Readonly<Record<string, string>> = {
  donateurs_annees: 'Pour tous les chiffres\u00A0: ce que chacun a donné, année par année',
  horizon_publie: 'Pour tous les écrans\u00A0: jusqu’où vont les données',
  dons_par_mois: 'Pour le Dashboard, et les années que proposent les écrans',
  dons_par_jour: 'Pour l’écran À date et sa projection',
  donateurs_par_mois: 'Pour le Dashboard et les écrans Nouveaux et Actifs',
  donateurs_par_jour: 'Pour l’écran À date',
  comptes_a_date: 'Pour les évolutions à date des écrans Nouveaux et Montants',
  montants_total_annuel: AMOUNTS,
  montants_dernier_don: AMOUNTS,
  dons_montants: MEDIAN,
  dons_medians: MEDIAN,
  totaux_annuels: CONCENTRATION,
  concentrations: CONCENTRATION,
  nouveaux_medias: 'Pour l’écran Nouveaux, par code média',
  nouveaux_anciens_profils: 'Pour les écrans Nouveaux et Campagnes, par profil',
  nouveaux_anciens_origines: 'Pour l’écran Nouveaux, par code origine',
  deuxiemes_dons: SECOND_GIFT,
  deuxiemes_dons_delais: SECOND_GIFT,
  mouvements: 'Pour l’écran Fidélisation et les repères de l’écran Montants',
  fidelite_par_jour: 'Pour l’année en cours de l’écran Fidélisation',
  donateurs_campagnes: 'Pour la ventilation par famille de campagnes',
  recrues_mois: 'Pour le seuil de rentabilité de l’écran Coûts',
  segments_annuels: 'Pour l’écran Donateurs, par année',
  carrieres: 'Pour les écrans Donateurs et Campagnes, sur toute la carrière',
  donateurs_groupes: 'Pour les totaux d’une année, sur plusieurs écrans',
  reguliers_jours: REGULIERS,
  reguliers_dons: REGULIERS,
  reguliers_fins: REGULIERS,
  reguliers_durees: REGULIERS,
  reguliers_encours: REGULIERS,
  cohortes: 'Pour les écrans Cohortes et Deuxième don',
  croisements: 'Pour les écrans Croisements et Géographie',
  departements_annees: 'Pour l’écran Géographie',
  departements_par_mois: 'Pour l’année en cours de l’écran Géographie',
  departements_par_jour: 'Pour l’année en cours de l’écran Géographie',
  grille: 'Pour l’écran Grille RFM',
}
