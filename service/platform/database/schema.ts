import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables and views as Kysely sees them, one entry per object of `migrations/`. */
export interface Schema {
  donateurs: Donateurs
  donations: Donations
  parametres: ParametresTable
  leases: Leases
  fichiers: Fichiers
  imports: Imports
  imports_rejets: ImportsRejets
  lectures_fichiers: LecturesFichiers
  identites: { cle: Buffer; contact_id: string; fichier_id: string | null }
  identites_numeros: { prefixe: string; dernier: number }
  identites_ambigues: {
    contact_id: string
    autre_id: string
    vu_le: GeneratedStamp
    fichier_id: string | null
  }
  remboursements: { cle: string; don_id: string; centimes: number; brut: number }
  remboursements_avant_import: {
    fichier_id: string
    cle: string
    avant: object | null
    apres: object
  }
  modeles_fichiers: ModelesFichiers
  modeles_oublies: { id: string; par: string; le: GeneratedStamp }
  lignes_avant_import: {
    fichier_id: string
    cle: string
    avant: object | null
    apres: object
    annees: number[]
  }
  evenements_exclusion: EvenementsExclusion
  donateurs_exclus: DonateursExclus
  donateurs_exclus_recalcules: DonateursExclus
  groupes_contacts: GroupesContacts
  groupes_contacts_recalcules: GroupesContacts
  contacts_distincts: ContactsDistincts
  contacts_distincts_recalcules: ContactsDistincts
  donateurs_exclus_version: OneRow & { version: number }
  annees_des_dons: { annee: number; montant_max: number }
  rafraichissements: Rafraichissements
  rafraichissement_vues: RafraichissementVues
  rafraichissement_du: { du: boolean; entier: boolean }
  chiffres_compares: {
    nom: string
    lignes: number
    differentes: number
    compare_le: GeneratedStamp
  }
  durees_des_vues: { name: string; entier: boolean; duration: number }
  etat_donnees: EtatDonnees
  derniers_chiffres: EtatDonnees & {
    commence_le: Date
    calcule_le: Date
    numero: number
    exclus_version: number
  }
  exclusions_comprises: { comprises: boolean }
  faits_publies: FaitsPublies
  donateurs_annees: DonateursAnnees
  donateurs_carrieres: DonateursCarrieres
  donateurs_changes: { contact_id: string; exclu: boolean }
  dons_par_mois: DonsParMois
  dons_par_mois_a_jour: DonsParMois
  donateurs_par_mois_a_jour: DonateursParMois
  donateurs_par_jour_a_jour: { annee: number; jour: string; recul: number; nombre: number }
  dons_par_jour_a_jour: { jour: string; nombre: number; montant: number }
  activite_a_jour: Activite
  montants_total_annuel_a_jour: DonateursParTranche
  montants_dernier_don_a_jour: DonateursParTranche
  nouveaux_medias_a_jour: { annee: number; codemedia_code: string; nouveaux: number }
  nouveaux_anciens_origines_a_jour: { annee: number; origincode_code: string } & NouveauxEtAnciens
  nouveaux_anciens_profils_a_jour: {
    annee: number
    profil: Profil
    montant: number
  } & NouveauxEtAnciens
  segments_annuels_a_jour: { annee: number; segment: Segment; nombre: number }
  carrieres_a_jour: Carrieres
  croisements_a_jour: {
    annee: number
    departement: string
    profil: Profil
    tranche_total: number
    segment: Segment
    nouveau: boolean
    donateurs: number
    dons: number
    montant: number
  }
  departements_annees_a_jour: {
    annee: number
    departement: string
    donateurs: number
    nouveaux: number
    dons: number
    montant: number
  }
  departements_par_mois_a_jour: {
    annee: number
    mois: number
    departement: string
    dons: number
    montant: number
  }
  departements_par_jour_a_jour: {
    annee: number
    departement: string
    jour: string
    dons: number
    montant: number
  }
  fiches_deplacees: { contact_id: string | null }
  cohortes_a_jour: { cohorte: number; annee: number; donateurs: number; montant: number }
  nouveaux_rangs_a_jour: NouveauxRangs
  comptes_a_date_a_jour: {
    annee: number
    axe: AxeADate
    code: string
  } & NouveauxEtAnciens
  mouvements_a_jour: Mouvements
  fidelite_par_jour_a_jour: FideliteParJour
  deuxiemes_dons_a_jour: {
    jour: string
    nouveaux: number
    avec_3: number
    avec_12: number
    avec_24: number
  }
  series_dons: SeriesDons
  dons_croises: DonsCroises & { generation: number; exclu: boolean }
  dons_croises_a_jour: DonsCroises
  periodes_regulieres: {
    ensemble: string
    signe: number
    contact_id: string
    debut: string
    arret: string
  }
  changements_reguliers: {
    ensemble: string
    signe: number
    contact_id: string
    jour: string
    change: number
  }
  series_comptees: SeriesDons & { ensemble: string; signe: number }
  reguliers_jours_a_jour: ReguliersJours
  reguliers_dons_a_jour: {
    annee: number
    mois: number
    connue: number
    dons: number
    montant: number
  }
  reguliers_fins_a_jour: ReguliersFins
  reguliers_durees_a_jour: { mois: number; series: number }
  reguliers_encours_a_jour: {
    annee: number
    mois: number
    rythme: number
    recul: number
    series: number
    montant: number
  }
  horizon_a_jour: { jour: string | null }
  ventilation_dons: VentilationDons
  ventilation_mois_dons: DonsParMois & { axe: Axe; code: string }
  ventilation_contacts: VentilationDonateurs
  journal_dons: Donations & { version: number; signe: number }
  journal_imports: {
    version: number
    fichier_id: string
    evenement: number
    suivies: number
    effets: object | null
  }
  imports_a_publier: {
    version: number
    fichier_id: string
    evenement: number
    mesure: boolean
    effets: object | null
  }
  dons_ecarts: DonsEcarts
  donateurs_ecarts: {
    signe: number
    contact_id: string
    horizon: string
    touche: boolean
    contact_brut: string
  }
  ventilation_jours_a_jour: VentilationDons
  ventilation_mois_a_jour: DonsParMois & { axe: Axe; code: string }
  ventilation_donateurs_a_jour: VentilationDonateurs
  ventilation_rangs_a_jour: VentilationRangs
  ventilation_mois_axes: DonsParMois & { axe: Axe | 'famille'; code: string }
  ventilation_jours_axes: Omit<VentilationDons, 'axe'> & { axe: Axe | 'famille' }
  ventilation_donateurs_axes: Omit<VentilationDonateurs, 'axe'> & { axe: Axe | 'famille' }
  donateurs_campagnes_a_jour: DonateursCampagnes
  familles_des_codes: {
    annee: number
    code: string
    famille: string
    donateurs: number
    nouveaux: number
  }
  familles_des_donateurs: DonateursCampagnes & { famille: string }
  recrues_mois_a_jour: { code: string; annee: number; mois: number; montant: number }
  horizon_publie: { jour: string | null }
  horizon_grille: { jour: string | null }
  journal_exports: JournalExports
  signalements: {
    contact_id: string
    regle: string
    cle: string
    sous: Generated<string[]>
    points: number
    faits: object
    vu_le: GeneratedStamp
    passage: GeneratedStamp
  }
  decisions_legitimes: DecisionsLegitimes
  contacts_collectifs: { contact_id: string }
  collectifs_possibles: {
    contact_id: string
    donations: number
    montant: number
    medias: number
    par_nom: boolean
  }
  secret_raisons: OneRow & { interne: Buffer; externe: Buffer }
  donateurs_signales: {
    contact_id: string
    points: number
    regles: string[]
    montant: number
    donations: number
    premier_don: string
    dernier_don: string
    compte: boolean
    histoire: Generated<number>
  }
  suspects_par_jour: {
    jour: string
    recul: number | null
    nombre: number
    montant: number
    donateurs: number
  }
  signalements_etat: OneRow & {
    publication: number | null
    contacts: number | null
    regles: string | null
    trouves_le: NullableStamp
    evenement: number
    plafond: number | null
    generation: number | null
    poids: number | null
  }
  contacts_a_revoir: {
    contact_id: string
    pour: Generated<'signalements' | 'doublons' | 'groupes'>
  }
  suites_noms: { suite: string; frequence: number }
  poids_regles: PoidsRegles
  poids_en_vigueur: Pick<PoidsRegles, 'regle' | 'poids'>
  doublons: { contact_id: string; autre_id: string; regle: string; exacte: boolean; cle: string }
  fiches_comparees: Record<
    | 'contact_id'
    | 'nom'
    | 'mots'
    | 'prenom'
    | 'zip'
    | 'email'
    | 'mobile'
    | 'naissance'
    | 'sexe'
    | 'raison_sociale',
    string
  > & { societe: boolean }
  doublons_etat: OneRow & {
    contacts: number | null
    regles: string | null
    trouves_le: NullableStamp
    groupes_de: NullableStamp
    evenement: number | null
    decisions: number | null
    publication: number | null
    generation: number | null
    exclus_version: number | null
    comptes: Record<string, number>
  }
  doublons_groupes: {
    contacts: string[]
    principal: string
    regles: string[]
    rang: number
    sur: boolean
    donateurs: number
    montant: number
  }
  controles_faits: ControlesFaits
  parcours_faits: OneRow & ParcoursFaits
  faits_en_ecart: { contact_id: string; annee: number; colonnes: string }
  controles_etat: OneRow & {
    etat: string | null
    calcule_le: NullableStamp
    entier_le: NullableStamp
    entier: Generated<boolean>
    duree: number | null
  }
  totaux_comptables: TotauxComptables
  totaux_en_vigueur: TotauxEnVigueur
  campagnes_versions: CampagnesVersions
  campagnes_en_vigueur: Omit<CampagnesVersions, 'numero' | 'saisi_le'> & { saisi_le: Stamp }
  objectifs: ObjectifsTable
  objectifs_en_vigueur: Omit<ObjectifsTable, 'numero' | 'valeur' | 'saisi_le'> & {
    valeur: number
    saisi_le: Stamp
  }
  oppositions_actes: OppositionsActes
  oppositions_en_vigueur: Omit<OppositionsActes, 'numero' | 'levee' | 'ecrit_le'> & {
    numero: number
    ecrit_le: Stamp
  }
  oppositions_adresses: { adresse: Buffer; email: string }
  listes_gardees: {
    liste_id: Generated<string>
    nom: string
    adresse: string
    gardee_par: string
    gardee_le: GeneratedStamp
    retiree_par: string | null
    retiree_le: Date | null
  }
  listes_mesures: { liste_id: string; publication: number; donateurs: number; montant: number }
  listes_membres: { liste_id: string; contact_id: string; depuis: number; jusqua: number | null }
  listes_mesurees: OneRow & { publication: number | null }
  ecritures_dons: EcrituresDons
  sommes_dons: SommesDons
  cle_sommes_dons: OneRow & { cle: number }
  publications: PublicationsTable
  publications_lignes: { vue: string; ligne: string; depuis: number; jusqua: number | null }
  publications_causes: PublicationsCauses
  publications_effets: { publication: number; rang: number } & Effet
  mots_contacts: { contact_id: string; empreinte: number; mots: string }
  mots_noms: { mot: string; trigrammes: string[] }
  mots_contacts_etat: OneRow & { imports: number | null; definition: number | null }
}

type Stamp = ColumnType<Date, Date | string, Date | string>
export type GeneratedStamp = ColumnType<Date, Date | string | undefined, Date | string>
type NullableStamp = ColumnType<Date | null, Date | string | null, Date | string | null>
type Nullable<T> = { [Key in keyof T]: T[Key] | null }

/** Single-row table. */
interface OneRow {
  une_ligne: Generated<boolean>
}

interface Donateurs {
  contact_id: string
  firstname: string | null
  lastname: string | null
  city: string | null
  zip: string | null
  email: string | null
  phone: string | null
  birthdate: string | null
  civility: string | null
  is_company: boolean | null
}

interface Donations {
  id: string
  order_id: string | null
  order_amount: number
  order_date: string
  contact_id: string
  codemedia_code: string | null
  campaign_code: string | null
  origincode_code: string | null
  product_code: string | null
}

interface ParametresTable extends OneRow {
  campagne_vfl_motif: string
}

interface EvenementsExclusion {
  numero: number
  evenement_id: string
  contact_id: string
  type: 'EXCLUSION' | 'REINTEGRATION' | 'ARRETE' | 'FUSION' | 'SEPARATION' | 'DISTINCTS'
  raison: string
  exclu_par: string
  identite: string | null
  survenu_le: Date
  donations_concernees: number
  montant_concerne: number
  publication: number | null
  sceau: string | null
  contact_principal: string | null
  connues: string | null
  empreinte_precedente: string
  empreinte: string
}

interface DecisionsLegitimes {
  decision_id: string
  contact_id: string
  nature: Generated<'LEGITIME' | 'COLLECTIF' | 'INDIVIDUEL'>
  raison: string
  decide_par: string
  identite: string | null
  decide_le: Date
  points: number
  connues: object
}

interface GroupesContacts {
  contact_id: string
  contact_principal: string
  numero: number
}

interface ContactsDistincts {
  contact_a: string
  contact_b: string
  connues: string[]
  numero: number
}

interface PoidsRegles {
  decision_id: string
  numero: Generated<number>
  regle: string
  poids: number
  raison: string
  decide_par: string
  identite: string | null
  decide_le: Date
  exclus: number
  legitimes: number
}

interface DonateursExclus {
  contact_id: string
  numero: number
}

interface EtatDonnees {
  imports: number
  evenement: number
  campagne_vfl_motif: string
  /** Hash of the view definitions. */
  vues: string
}

interface Rafraichissements extends Nullable<EtatDonnees> {
  id: string
  status: Generated<'in_progress' | 'completed' | 'error'>
  /** Sequence number of the refreshes; the latest is the largest. */
  numero: GeneratedAlways<number>
  commence_le: GeneratedStamp
  termine_le: NullableStamp
  error: string | null
  calcule_le: NullableStamp
  exclus_version: number | null
  entier: Generated<boolean>
}

interface Leases {
  job_id: string
  kind: 'staging' | 'import' | 'refresh' | 'lecture'
  attempt: Generated<number>
  expires_at: Stamp
  backend_pid: number | null
  backend_since: NullableStamp
}

interface RafraichissementVues {
  rafraichissement_id: string
  position: number
  name: string
  display_name: string
  status: Generated<'pending' | 'in_progress' | 'completed' | 'error'>
  commence_le: NullableStamp
  duration: number | null
  estimated_duration: number | null
  error: string | null
}

interface DonsCroises {
  annee: number
  mois: number
  tranche: number
  tranche_total: number
  segment: number
  derniere_annee: number
  nouveau: boolean
  cents: number
  contact_id: string
  departement: string
  profil: Profil
  media: string
  origine: string
  campagne: string
  produit: string
}

interface SeriesDons {
  rythme: number
  exclu: boolean
  premier: string
  connue_le: string | null
  arret: string
  contact_id: string
  montant: number
  jours: string[]
  montants: number[]
}

interface ReguliersJours {
  jour: string
  demarres: number
  arretes: number
  demarres_annee: number
  arretes_annee: number
  augmentes_annee: number
  diminues_annee: number
}

interface ReguliersFins {
  arret: string
  rythme: number
  sure: boolean
  premier_mois: string
  series: number
  montant: number
  donateurs: number
  reguliers: number
}

interface FaitsPublies extends OneRow {
  generation: number
  donations_version: number
  evenement: number
  exclus_version: number
  campagne_vfl_motif: string
  ventilation_generation: number
  ventilation_depuis: string
  par_ecarts: Generated<boolean>
  horizon_par_ecarts: Generated<boolean>
}

/** One row per contact and year with a gift, as published; `exclu`: was excluded then. */
interface DonateursAnnees {
  contact_id: string
  annee: number
  exclu: boolean
  nombre: number
  nombre_vfl: number
  montant: number
  premier_jour: string
  dernier_jour: string
  premier_vfl: boolean
  dernier_vfl: boolean
  dernier_montant: number
  annee_precedente: number | null
  montant_precedent: number | null
  annee_suivante: number | null
  premier_jour_suivant: string | null
  premiere_annee: number
  mois: number
  recul: number
  campagne: string
  media: string
  origine: string
  produit: string
  autres_campagnes: string[] | null
  autres_medias: string[] | null
  autres_origines: string[] | null
  autres_produits: string[] | null
  profil: Profil
  tranche_total: number
  tranche_dernier: number
  segment: Segment
  premier_don: string
  deuxieme_don: string | null
  dernier_don: string
  carriere_vfl: boolean
  cumul: number
  cumul_nombre: number
  cumul_vfl: number
  departement: string
}

interface DonateursCarrieres {
  contact_id: string
  exclu: boolean
  nombre: number
  nombre_vfl: number
  montant: number
  premier_jour: string
  deuxieme_jour: string | null
  dernier_jour: string
  premiere_annee: number
  derniere_annee: number
  premier_vfl: boolean
  dernier_vfl: boolean
  dernier_montant: number
  profil: Profil
  segment: Segment
  departement: string
}

interface DonsParMois {
  annee: number
  mois: number
  nombre: number
  montant: number
}

interface DonateursParMois {
  annee: number
  mois: number
  recul: number
  nombre: number
}

interface VentilationDons {
  axe: Axe
  jour: string
  code: string
  nombre: number
  montant: number
}

/** A gift before (-1) or after (1) an import. */
interface DonsEcarts {
  signe: number
  order_date: string
  order_amount: number
  campagne: string
  media: string
  origine: string
  produit: string
  contact_id: string
  id: string
  code_vfl: string
}

interface VentilationDonateurs {
  axe: Axe
  annee: number
  code: string
  donateurs: number
  nouveaux: number
}

interface DonateursCampagnes {
  annee: number
  contact_id: string
  codes: string[]
  donateurs: number
}

interface VentilationRangs {
  axe: Axe | 'famille'
  annee: number
  code: string
  nombre: number
  montant: number
  rang: number
}

interface NouveauxRangs {
  axe: 'media' | 'origine'
  annee: number
  code: string
  nouveaux_current: number
  nouveaux_previous: number
  anciens_current: number
  anciens_previous: number
  rang: number
}

interface JournalExports {
  export_id: Generated<string>
  commence_le: GeneratedStamp
  termine_le: NullableStamp
  fichier: string
  par: string
  parametres: ColumnType<Record<string, string>, string, string>
  lignes: number | null
  sha256: string | null
}

interface Fichiers {
  fichier_id: string
  type: 'donateurs' | 'donations' | 'fichier'
  nom: string
  taille: Generated<number>
  sha256: Generated<string>
  /** The `Lecture` of the file; null while being read. */
  lecture: unknown
  apercus: Generated<Record<string, unknown>>
  en_depot: Generated<boolean>
  poids: Generated<number>
  depose_le: GeneratedStamp
  depose_par: Generated<string>
  /** The file of a tool whose cards these are. */
  de: Generated<string | null>
}

interface LecturesFichiers {
  lecture_id: string
  fichier_id: string
  empreinte: string
  lecture: ColumnType<object, string, string>
  /** The digest of what the pass over the file asks. */
  passe: Generated<string>
  /** The reading that the tables of rows are named after. */
  lues_de: string
  lues: unknown
  compte: unknown
  apres: Generated<number | null>
  refus: unknown
  traitees: Generated<number>
  total: Generated<number | null>
  demandee_le: GeneratedStamp
}

interface ModelesFichiers {
  id: string
  version: number
  nom: string
  lecture: ColumnType<object, string, string>
  par: string
  le: GeneratedStamp
}

interface Imports {
  fichier_id: string
  statut: 'processing' | 'completed' | 'error'
  attempt: Generated<number>
  completer: Generated<boolean>
  importe_par: string | null
  commence_le: NullableStamp
  termine_le: NullableStamp
  etape: Generated<string>
  pourcentage: Generated<number>
  portion: Generated<number>
  traitees: Generated<number>
  total: Generated<number>
  message: Generated<string>
  erreurs: Generated<string[]>
  resultat: unknown
  /** Of a tool's file: what its import was asked with. */
  demande: unknown
  lignes_gardees: Generated<boolean>
  /** The import that this one undoes. */
  annule: string | null
}

interface ImportsRejets {
  fichier_id: string
  ligne: number
  texte: string
  motif: string
  motif_complete: string
}

interface Activite {
  annee: number
  mois: number
  actifs: number
  dormants: number
  inactifs: number
  tres_inactifs: number
}

interface DonateursParTranche {
  annee: number
  tranche: number
  nombre: number
}

interface NouveauxEtAnciens {
  nouveaux: number
  anciens: number
}

/** Axes that gifts are broken down by. */
export type Axe = 'campagne' | 'media' | 'origine' | 'produit'

/** Axes that donors are counted by as of a date. */
export type AxeADate = 'media' | 'origine' | 'profil' | 'tranche_total' | 'tranche_dernier'

/** Campaign profile codes; the settings name the campaign that is not VFL. */
export type Profil = 'PRODUIT' | 'VFL' | 'MIXTE'

/** 1 gift, 2 to 5, 6 and more. */
export type Segment = 1 | 2 | 3

interface Carrieres {
  premier_vfl: boolean
  dernier_vfl: boolean
  profil: Profil
  segment: Segment
  nombre: number
}

/** See the views; `sens`: gave more, as much or less than the year before; `revenu`: gave the year after. */
interface Mouvements {
  annee: number
  recul: number
  sens: -1 | 0 | 1
  revenu: boolean
  donateurs: number
  montant: number
  montant_precedent: number
}

interface FideliteParJour {
  annee: number
  jour: string
  nouveaux_conserves: number | null
  reactives_conserves: number | null
  fideles_conserves: number | null
  nouveaux: number | null
  reactives: number | null
  montant_avant: number | null
  montant_conserves: number | null
  montant_nouveaux: number | null
  montant_reactives: number | null
}

interface ControlesFaits {
  code: string
  groupe: string
  phrase: string
  unite: 'nombre' | 'euros'
  parties_en_ecart: number
  partie: string | null
  gauche: number
  droite: number
  ecart: number
}

interface PublicationsTable {
  numero: number
  publie_le: Stamp
  evenement: number
  trouvee_le: NullableStamp
  ecriture: string | null
  empreinte_precedente: string | null
  empreinte: string | null
}

interface PublicationsCauses {
  publication: number
  rang: number
  nature: 'DEPART' | 'IMPORT' | 'EXCLUSION' | 'REINTEGRATION' | 'FUSION' | 'SEPARATION' | 'AUTRE'
  le: Stamp
  fichier_id: string | null
  evenement: number | null
  nom: string | null
  inseres: number | null
  modifies: number | null
}

interface Effet {
  annee: number
  dons: number
  montant: number
  donateurs: number
}

interface ParcoursFaits {
  contact_id: Generated<string>
  don_id: Generated<string>
  compares: Generated<number>
  compares_avant: Generated<number>
  tour_acheve_le: NullableStamp
}

interface EcrituresDons {
  numero: number
  nature: 'DEPART' | 'IMPORT' | 'REPRISE'
  fichier_id: string | null
  par: string | null
  motif: string | null
  ecrite_le: Stamp
  imports_avant: Generated<number>
  empreinte_precedente: string
  empreinte: string
}

interface SommesDons {
  ecriture: number
  annee: number
  tranche: number
  dons: number
  centimes: number
  empreintes: number
  empreintes_pesees: number
}

interface TotauxComptables {
  numero: Generated<number>
  annee: number
  mois: number | null
  montant: number | null
  saisi_par: string
  identite: string | null
  saisi_le: GeneratedStamp
  motif: string | null
}

interface CampagnesVersions {
  numero: GeneratedAlways<number>
  code: string
  nom: string | null
  famille: string | null
  exercice: number | null
  cout: number | null
  envois: number | null
  debut: string | null
  fin: string | null
  saisi_par: string
  identite: string | null
  saisi_le: GeneratedStamp
}

interface ObjectifsTable {
  numero: GeneratedAlways<number>
  annee: number
  mesure: 'montant' | 'donateurs' | 'nouveaux'
  famille: string | null
  valeur: number | null
  saisi_par: string
  identite: string | null
  saisi_le: GeneratedStamp
}

interface OppositionsActes {
  numero: GeneratedAlways<number>
  levee: boolean
  nature: 'deces' | 'courrier' | 'email' | 'telephone'
  contact_id: string | null
  adresse: Buffer | null
  jour: string
  raison: string
  par: string
  ecrit_le: GeneratedStamp
}

interface TotauxEnVigueur {
  annee: number
  mois: number | null
  montant: number
  saisi_par: string
  identite: string | null
  saisi_le: Stamp
}
