import { z } from 'zod'
import { Nom } from './actes'
import { endpoint } from './endpoint'
import { TypeImport } from './imports'
import { Instant, Nombre } from './values'

/** So many files that wait are told, and so many of the latest. */
export const FICHIERS_EN_ATTENTE = 100
export const FICHIERS_DU_DOSSIER = 10

/** What became of a file: on its way; imported; waiting for somebody; refused; taken out by hand while it waited. */
export const SortDepot = z.enum(['en_cours', 'importe', 'a_decider', 'refuse', 'parti'])
export type SortDepot = z.infer<typeof SortDepot>

const FichierDuDossier = z.object({
  depot_id: z.string(),
  nom: z.string(),
  taille: Nombre,
  sort: SortDepot,
  /** What happened, or what is asked. */
  phrase: z.string(),
  /** Where it lies now, below the folder. */
  chemin: z.string().nullable(),
  /** Its import, and what that is of. */
  upload_id: z.string().nullable(),
  type: TypeImport.nullable(),
  vu_le: Instant,
})

/** `actif`: this service watches a folder. `phrase`: what stands in its way. */
export const DepotDossier = z.object({
  actif: z.boolean(),
  phrase: z.string().nullable(),
  attendent: z.array(FichierDuDossier).max(FICHIERS_EN_ATTENTE),
  fichiers: z.array(FichierDuDossier).max(FICHIERS_DU_DOSSIER),
})
export type DepotDossier = z.infer<typeof DepotDossier>

export const depotDossier = endpoint({
  path: '/api/depot',
  summary: 'The folder whose files come by themselves: what waits for somebody, the last files',
  answer: DepotDossier,
})

const DepotParams = z.object({
  depot_id: z.guid('L’identifiant du fichier n’est pas un UUID.'),
})

/** The file is staged for whoever asks, as if sent by them. */
export const lireDepot = endpoint({
  method: 'POST',
  path: '/api/depot/:depot_id/lire',
  summary: 'Stages a file of the folder that waits for somebody, to be read and imported',
  params: DepotParams,
  answer: z.object({ fichier_id: z.string(), type: TypeImport }),
})

/** It lies with the refused ones from then on; whoever puts it into the folder again has it taken again. */
export const ecarterDepot = endpoint({
  method: 'POST',
  path: '/api/depot/:depot_id/ecarter',
  summary: 'Moves a file of the folder that waits for somebody to the refused ones, unread',
  params: DepotParams,
  body: z.strictObject({ nom: Nom }),
  answer: z.object({ nom: z.string() }),
})
