import { CHAMP_FICHIER, CHAMP_FICHIER_OUTIL } from '#contract/constants'
import type { JournalImports, TypeFichier, TypeImport } from '#contract/imports'
import { formatCount } from '#figures/format'
import { MESSAGES } from '#files/accepted'

/** Texts of each tab, as worded in the specification. */
export const WORDS = {
  donateurs: {
    tab: 'Donateurs',
    field: CHAMP_FICHIER.donateurs,
    prompt: 'Glissez votre fichier Contacts.csv ici',
    start: 'Importer les donateurs',
    choose: MESSAGES.aSelectionner.donateurs,
    previewFailed: "Erreur lors de l'analyse du fichier contacts",
  },
  donations: {
    tab: 'Donations',
    field: CHAMP_FICHIER.donations,
    prompt: 'Glissez votre fichier Donations.csv ici',
    start: 'Importer les donations',
    choose: MESSAGES.aSelectionner.donations,
    previewFailed: "Erreur lors de l'analyse du fichier donations",
  },
} as const satisfies Record<TypeFichier, Record<string, string>>

/** What answers a start that begins no import. */
export const NOT_STARTED = {
  donateurs: {
    missing: MESSAGES.manquant.donateurs,
    failed: "Erreur lors de l'upload des donateurs",
  },
  donations: {
    missing: MESSAGES.manquant.donations,
    failed: "Erreur lors de l'upload des donations",
  },
} as const

/** What an import is of. */
export const TYPES: Record<TypeImport, string> = {
  donateurs: 'Donateurs',
  donations: 'Donations',
  fichier: 'Dons et donateurs',
}

/** Texts of the third tab. */
export const OUTIL = {
  tab: 'Un fichier de mon outil',
  field: CHAMP_FICHIER_OUTIL,
  prompt: 'Glissez le fichier de votre outil ici',
  send: 'Lire le fichier',
  choose: 'Choisissez d’abord un fichier.',
  failed: 'Le fichier n’a pas pu être lu',
  tell: 'Dire ce que sont ses colonnes',
} as const

/** What a start that nobody answered leaves uncertain. */
export const PERHAPS =
  'L’import a peut-être commencé\u00A0: le journal des imports le dira. Recommencer est sans risque, le même fichier n’est importé qu’une fois.'

/** The same of an undoing. */
export const UNDOING_PERHAPS =
  'L’annulation a peut-être commencé\u00A0: le journal des imports le dira. Recommencer est sans risque, un import n’est annulé qu’une fois.'

/** Link to the rejected lines, of which only the first may be kept. */
export const downloadOf = (kept: number, rejects: number): string =>
  kept < rejects
    ? `Télécharger les ${formatCount(kept)} premières lignes rejetées (CSV)`
    : 'Télécharger les lignes rejetées (CSV)'

/** The model that a file was read with, and its version; null for none. */
export const modelOf = (outil: JournalImports['imports'][number]['outil']): string | null =>
  outil?.modele ? `${outil.modele.nom}, version ${outil.modele.version}` : null

/** Outcome labels in the journal. */
export const STATUS = { processing: 'En cours', completed: 'Terminé', error: 'Échoué' } as const
