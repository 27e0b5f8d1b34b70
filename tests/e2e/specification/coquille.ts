import { lignesDe } from './ligne'

const NAVIGATION = 'la navigation a neuf entrées, et l’entrée de l’écran est marquée'
const MENU = 'le menu s’ouvre, se ferme par son bouton, par le fond et par un choix'
const PANNE = 'chaque écran garde sa coquille, dit ce qui se passe et propose de réessayer'
const RETOUR = 'quand le service tombe, l’indicateur et l’alerte le disent, puis tout revient'

export const lignes = [
  ...lignesDe('ecrans/coquille.test.ts', [
    [1, "The title 'Analyse - Gestion des Dons'", 'l’en-tête nomme l’application'],
    [1, "A green dot with 'Backend connecté' when healthy", 'l’en-tête nomme l’application'],
    [2, 'Nine entries, each with a label and a subtitle', NAVIGATION],
    [2, 'The active entry is determined by the first path segment', NAVIGATION],
    [2, '/ redirects to /dashboard', 'l’adresse du site mène au tableau de bord'],
    [2, 'Any path not listed redirects to /dashboard', 'une adresse inconnue mène'],
  ]),
  ...lignesDe('e2e/navigation.parcours.spec.ts', [
    [2, 'On small screens a drawer opened by a menu button', MENU],
    [4, 'The drawer closes on overlay click, close button, or after choosing a destination', MENU],
  ]),
  ...lignesDe('ecrans/etats.test.ts', [
    [1, "A red dot with 'Backend déconnecté' otherwise", PANNE],
    [2, "Alert 'Attention' asks to check the Docker services, with a retry button", PANNE],
    [8, "'Erreur: {message}' with a 'Réessayer' button", PANNE],
    [8, 'Campaigns and donors show the message without retry', PANNE],
  ]),
  ...lignesDe('e2e/enrichi.medium.spec.ts', [
    [4, 'Backend health: healthy or not healthy', RETOUR],
    [2, "While checking it shows 'Connexion au backend...'", RETOUR],
  ]),
  ...lignesDe('ecrans/base.medium.test.ts', [
    [8, 'Every screen says that the database is away, and tries again', 'puis tout revient seul'],
  ]),
  ...lignesDe('unit/format.test.ts', [
    [5, "Missing values show 'N/A'", 'le nombre %s s’écrit « %s »'],
    [9, 'Counts with thousands separators', 'le nombre %s s’écrit « %s »'],
    [9, 'The euro with French number format', 'un montant a deux décimales'],
    [9, 'Amount charts abbreviate in millions with one decimal', 'abrègent en millions'],
    [9, 'File size is shown as rounded KB', 'la taille d’un fichier est en kilo-octets'],
  ]),
]
