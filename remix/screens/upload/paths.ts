import type { TypeFichier } from '#contract/imports'
import type { Onglet } from './address'

/** Path for uploading a file: the only form that may be large, streamed by the gate. */
export const previewPath = (type: TypeFichier | ':type') => `/upload/${type}/apercu`

/** Likewise for a file of somebody's own tool, and where one is chosen. */
export const DEPOT_PATH = '/upload/fichier/depot'
export const FILE_TAB = '/upload?type=fichier'

/** Path of an import's progress, as JSON. */
export const statusPath = (fichierId: string) => `/upload/statut/${encodeURIComponent(fichierId)}`

/** Path of a file's rejected lines. */
export const rejectsPath = (fichierId: string) =>
  `/upload/rejets/${encodeURIComponent(fichierId)}.csv`

/** Path of a tab's example file. */
export const examplePath = (onglet: Onglet) => `/upload/exemples/${onglet}.csv`

/** Path of the page that reads a file of somebody's own tool. */
export const readingPath = (fichierId: string) => `/upload/fichier/${encodeURIComponent(fichierId)}`

/** Path that opens a file of the folder that waits. */
export const depotPath = (depotId: string) => `/upload/dossier/${encodeURIComponent(depotId)}`

export const MODELS_PATH = '/upload/modeles'

/** Path of the confirmation to undo an import. */
export const undoPath = (fichierId: string) =>
  `/upload/annuler?${new URLSearchParams({ import: fichierId })}`
