import { lignesDe } from './ligne'

const CONTACTS = 'un fichier de contacts est analysé, puis importé'
const DONATIONS =
  'un fichier d’Excel français est compris, importé et compté au centime, et le tableau de bord le montre'
const SUIVI =
  'un import en cours montre son étape, sa part et ses lignes, et on ne réinitialise pas'
const ATTENTE = 'pendant l’analyse et le démarrage, les boutons le disent'
const ENVOI = 'un envoi vers ${path} sans suite dit'
const ECHEC = 'un import échoué dit pourquoi'
const OUBLI = '« Réinitialiser » oublie le fichier de son onglet et garde celui de l’autre'

export const lignes = [
  ...lignesDe('ecrans/import.test.ts', [
    [2, "Two tabs: 'donateurs' (default) and 'donations'", CONTACTS],
    [2, "'Glissez votre fichier Contacts.csv ici', 'ou cliquez pour sélectionner'", CONTACTS],
    [2, "'Glissez votre fichier Donations.csv ici'", DONATIONS],
    [2, "'Analyser le fichier', then the preview 'Analyse du fichier'", CONTACTS],
    [2, "'Importer les donateurs' shows only when a preview exists and no status", CONTACTS],
    [2, "'Importer les donations'", DONATIONS],
    [2, 'Donors: total rows and valid contacts', CONTACTS],
    [2, 'Donations: total rows, valid donations and zero-amount donations', DONATIONS],
    [4, 'The two tabs are independent', OUBLI],
    [4, "'Réinitialiser' clears file, preview, status and upload id", OUBLI],
    [4, "completed: 'Import terminé !'", CONTACTS],
    [5, "'Veuillez sélectionner un fichier de contacts'", 'analyser sans fichier'],
    [8, "'Erreur lors de l'analyse du fichier contacts'", 'un fichier sans les colonnes attendues'],
  ]),
  ...lignesDe('e2e/upload.medium.spec.ts', [
    [5, "'File is larger than N bytes'", 'un fichier trop grand est refusé avec une phrase'],
    [2, 'The zone shows the file name and its size', 'le nom et la taille du fichier choisi'],
    [4, 'Only the first dropped file is kept', 'de deux fichiers déposés, le premier est gardé'],
    [4, 'Choosing a file clears preview and status', 'oublie l’analyse du précédent'],
    [5, "'File type must be {types}'", 'un fichier d’un autre type est refusé avant l’envoi'],
    [5, "'Too many files'", 'de deux fichiers déposés, le premier est gardé'],
    [4, 'processing: step, percentage, processed / total; polled again', SUIVI],
    [2, "'Réinitialiser' is disabled while uploading", SUIVI],
    [4, "error: '❌ Import Échoué', the message and 'Détails de l'erreur :'", ECHEC],
  ]),
  ...lignesDe('e2e/upload.medium.spec.ts', [
    [2, "'Analyse en cours...' while analysing, 'Démarrage...' while starting", ATTENTE],
    [2, "'Réinitialiser' is disabled while analysing", ATTENTE],
  ]),
  ...lignesDe('ecrans/pannes.test.ts', [
    [5, "'Fichier de contacts manquant', 'Fichier de donations manquant'", ENVOI],
    [8, "'Erreur lors de l'upload des donateurs', '…des donations'", ENVOI],
  ]),
  ...lignesDe('unit/web.test.ts', [
    [5, "'File is smaller than N bytes'", 'un fichier refusé dit pourquoi'],
  ]),
]
