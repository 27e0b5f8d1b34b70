import type { TypeFichier } from '#contract/imports'

/** Address that takes a file of a type: the only form that may be large, and that the gate lets stream through. */
export const previewPath = (type: TypeFichier | ':type') => `/upload/${type}/apercu`
