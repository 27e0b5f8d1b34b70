// What calls name, as plain data: browsers may import it, since it brings no zod.

export const TYPES_FICHIER = ['donateurs', 'donations'] as const

/** Multipart field of each file, as the specification names it. */
export const CHAMP_FICHIER = { donateurs: 'contacts_file', donations: 'donations_file' } as const

/** That of a file of somebody's own tool. */
export const CHAMP_FICHIER_OUTIL = 'fichier'

/** Who acts where nobody is named. */
export const ACTEUR = 'Utilisateur'

export const RAISON_PAR_DEFAUT = 'Faux don détecté via l’interface'
export const RAISON_REINTEGRATION = 'Réintégration via l’interface'
