// What calls name, as plain data: browsers may import it, since it brings no zod.

export const TYPES_FICHIER = ['donateurs', 'donations'] as const

/** Multipart field of each file, as the specification names it. */
export const CHAMP_FICHIER = { donateurs: 'contacts_file', donations: 'donations_file' } as const

/** That of a file of somebody's own tool. */
export const CHAMP_FICHIER_OUTIL = 'fichier'

/** Before the numbers of the demonstration's files. */
export const PREFIXE_DEMONSTRATION = 'DEMO-'

/** A contact that these files always have, and nobody else: where it stands, people and gifts are invented. */
export const CONTACT_DEMONSTRATION = `${PREFIXE_DEMONSTRATION}C999901`

/** Who acts where nobody is named. */
export const ACTEUR = 'Utilisateur'

/** What an event of the log says, by the word of which it is hashed: one of them, and several. */
export const TYPES_EVENEMENTS = {
  EXCLUSION: { un: 'Exclusion', plusieurs: 'Exclusions' },
  REINTEGRATION: { un: 'Réintégration', plusieurs: 'Réintégrations' },
  ARRETE: { un: 'Arrêté', plusieurs: 'Arrêtés' },
  FUSION: { un: 'Fusion', plusieurs: 'Fusions' },
  SEPARATION: { un: 'Séparation', plusieurs: 'Séparations' },
  DISTINCTS: { un: 'Deux personnes', plusieurs: 'Deux personnes' },
} as const

export const RAISON_PAR_DEFAUT = 'Faux don détecté via l’interface'
export const RAISON_REINTEGRATION = 'Réintégration via l’interface'
