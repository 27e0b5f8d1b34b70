/** Reject reasons, worded for the user who will fix the row; keys are stored in the database. */
export const MOTIFS = {
  champs_manquants: 'La ligne a moins de champs que l’en-tête.',
  champs_en_trop: 'La ligne a plus de champs que l’en-tête.',
  cellule_deplacee:
    'La ligne a moins de champs que l’en-tête, et une cellule ne convient pas à sa colonne\u00a0: il manque sans doute un séparateur au milieu. Ajoutez-le.',
  /** Only for files read by an earlier version. */
  ligne_vide: 'La ligne ne contient que des séparateurs.',
  ligne_trop_longue:
    'La ligne dépasse la longueur maximale de 256\u00a0Ko\u00a0: vérifiez qu’il n’y manque pas un saut de ligne, ou raccourcissez-la.',
  guillemet_ouvert: 'Un guillemet s’ouvre sur cette ligne et ne se referme jamais.',
  guillemet_mal_place: 'Un guillemet s’ouvre ou se ferme au mauvais endroit sur cette ligne.',
  texte_illisible:
    'La ligne contient des octets qui ne sont pas du texte dans l’encodage du fichier\u00a0: corrigez-la, ou enregistrez tout le fichier au format «\u00a0CSV UTF-8\u00a0».',
  contact_absent: 'L’identifiant du contact manque.',
  id_absent: 'L’identifiant du don manque, ainsi que le numéro de commande.',
  id_invalide: 'Un identifiant dépasse 200\u00a0caractères ou contient un saut de ligne.',
  id_scientifique:
    'Un identifiant est en notation scientifique (1,23E+12)\u00a0: le tableur en a perdu des chiffres. Mettez cette colonne au format texte, puis enregistrez le fichier à nouveau.',
  code_trop_long: 'Un code dépasse 500\u00a0caractères.',
  montant_absent: 'Le montant manque.',
  montant_illisible: 'Le montant n’est pas lisible.',
  montant_ambigu:
    'Le montant est ambigu\u00a0: une virgule suivie d’exactement trois chiffres peut séparer des milliers ou des décimales.',
  montant_negatif: 'Le montant est négatif.',
  montant_trop_grand: 'Le montant dépasse mille milliards d’euros.',
  date_absente: 'La date manque.',
  date_illisible: 'La date n’est pas lisible ou n’existe pas.',
  date_partielle:
    'La date n’a qu’une année, ou une année et un mois\u00a0: lisez une autre colonne comme date, ou dites vous-même un jour pour toutes, comme 31/12, sous «\u00a0Jour des dates sans jour\u00a0» d’un fichier de votre outil\u00a0; toutes les listes diront ce jour.',
  date_annee_courte:
    'La date a une année sur deux chiffres\u00a0: écrivez les quatre, comme dans 31/12/2025.',
  date_autre_ordre:
    'Le jour et le mois de la date semblent écrits dans l’autre ordre\u00a0: vérifiez «\u00a0Écriture des jours\u00a0», car d’autres dates seraient alors lues à l’envers.',
  date_sans_ordre:
    'La date a une année sur deux chiffres\u00a0: choisissez sous «\u00a0Écriture des jours\u00a0» l’ordre dans lequel elle se lit, ou écrivez les quatre, comme dans 31/12/2025.',
  date_trop_ancienne: 'La date est antérieure à 1900.',
  date_future: 'La date est postérieure à demain.',
  cle_absente: 'La colonne qui distingue les dons est vide.',
  commande_absente: 'Le numéro de la commande manque.',
  identite_absente:
    'Rien ne dit qui est le donateur\u00a0: les colonnes par lesquelles il se reconnaît sont vides.',
  ligne_de_total:
    'La ligne est un total, un sous-total, un report ou un solde, pas un don\u00a0: si «\u00a0Total\u00a0» ou «\u00a0Solde\u00a0» est vraiment un nom, ajoutez l’e-mail ou le code postal du donateur.',
  valeur_indecise: 'Personne n’a décidé si cette valeur compte.',
  cellule_sans_valeur:
    'Une case dont la lecture se sert est en erreur, ou contient une formule sans valeur enregistrée\u00a0: corrigez-la dans votre tableur, puis enregistrez le classeur.',
  remboursement_sans_don:
    'Le don remboursé n’est ni dans ce fichier, ni parmi les dons enregistrés.',
} as const

export type Motif = keyof typeof MOTIFS

export const isMotif = (text: string): text is Motif => Object.hasOwn(MOTIFS, text)
