import type { TypeFichier } from '#contract/imports'

/** Address that takes a file of a type: the only form that may be large, and that the gate lets stream through. */
export const previewPath = (type: TypeFichier | ':type') => `/upload/${type}/apercu`

/** Address of the progress of a file's import, as JSON. */
export const statusPath = (fichierId: string) => `/upload/statut/${encodeURIComponent(fichierId)}`

/** Address of the rejected lines of a file. */
export const rejectsPath = (fichierId: string) =>
  `/upload/rejets/${encodeURIComponent(fichierId)}.csv`
