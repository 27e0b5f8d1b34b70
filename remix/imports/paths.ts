import type { TypeFichier } from '#contract/imports'

/** Path for uploading a file: the only form that may be large, streamed by the gate. */
export const previewPath = (type: TypeFichier | ':type') => `/upload/${type}/apercu`

/** Path of an import's progress, as JSON. */
export const statusPath = (fichierId: string) => `/upload/statut/${encodeURIComponent(fichierId)}`

/** Path of a file's rejected lines. */
export const rejectsPath = (fichierId: string) =>
  `/upload/rejets/${encodeURIComponent(fichierId)}.csv`

/** Path of the confirmation to undo an import. */
export const undoPath = (fichierId: string) =>
  `/upload/annuler?${new URLSearchParams({ import: fichierId })}`
