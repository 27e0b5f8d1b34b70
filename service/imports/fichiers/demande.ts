import type { LectureFichier } from '#contract/lecture'

/** What the import of a tool's file was asked with, as its entry keeps it. */
export interface Demande {
  lecture: LectureFichier
  empreinte: string
  modele: { id: string; nom: string; version: number } | null
}
