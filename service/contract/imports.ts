import { z } from 'zod'
import { Nom } from './actes'
import { CHAMP_FICHIER, TYPES_FICHIER } from './constants'
import { csvEndpoint, endpoint } from './endpoint'
import { Instant, LIGNES_AU_PLUS, Montant, Nombre } from './values'

export const TypeFichier = z.enum(TYPES_FICHIER)
export type TypeFichier = z.infer<typeof TypeFichier>

/** What an import is of: one of these files, or that of somebody's own tool, donors and gifts in one. */
export const TypeImport = z.enum([...TYPES_FICHIER, 'fichier'])
export type TypeImport = z.infer<typeof TypeImport>

export const Rejet = z.object({ ligne: z.number().int(), texte: z.string(), motif: z.string() })
export type Rejet = z.infer<typeof Rejet>

export const ResultatImport = z.object({
  inseres: Nombre,
  modifies: Nombre,
  /** Of one that undoes another: rows that it took back; those that it put as they were are `modifies`. */
  retires: Nombre,
  inchanges: Nombre,
  doublons: Nombre,
  rejetes: Nombre,
  /** So many of the rejected rows can be downloaded, the first ones. */
  rejets_gardes: Nombre,
  zeros: Nombre,
  total_rows: Nombre,
  /** Sum of the file's rows; those that a later line of the file replaced; what the table has of the file. */
  montant_fichier: Montant,
  montant_doublons: Montant,
  montant_ecrit: Montant,
})
export type ResultatImport = z.infer<typeof ResultatImport>

/** Of the import of a tool's file, whose `resultat` is that of its gifts: what became of the cards, and by which model. */
const Outil = z.object({
  modele: z.object({ id: z.string(), nom: z.string(), version: z.number().int() }).nullable(),
  /** Null until it has ended. */
  donateurs: ResultatImport.nullable(),
  /** Stored gifts that it took to 0. */
  mis_a_zero: Nombre,
  /** Rows read of the file, of which several may be one gift; null until it has ended, and of one before they were noted. */
  lignes: Nombre.nullable(),
  /** Of a workbook: the file that its other sheets with the same columns wait in, and their names. */
  suite: z.object({ fichier_id: z.string(), feuilles: z.array(z.string()).max(100) }).nullable(),
})

/**
 * `processed` counts the rows of the file that are compared with what is stored; neither it nor `percentage`, which
 * goes on while they are written, ever goes back. `processing_time` is seconds, `speed` rows per second. `reprenable`:
 * it failed, and its file is still staged, so that it can be started again with the same `completer_lignes_courtes`.
 */
export const UploadStatus = z.object({
  upload_id: z.string(),
  type: TypeImport,
  filename: z.string(),
  status: z.enum(['processing', 'completed', 'error']),
  progress: z.object({
    current_step: z.string(),
    percentage: z.number(),
    processed: Nombre,
    total: Nombre,
    speed: z.number().nullable(),
  }),
  processing_time: z.number().nullable(),
  message: z.string(),
  errors: z.array(z.string()).max(100),
  resultat: ResultatImport.nullable(),
  reprenable: z.boolean(),
  completer_lignes_courtes: z.boolean(),
  outil: Outil.nullable(),
  /** The import that it undoes; whether it can be undone, as far as its age and size say. */
  annule: z.string().nullable(),
  annulable: z.boolean(),
})
export type UploadStatus = z.infer<typeof UploadStatus>

/** A box of a form, ticked or not. */
export const Case = z
  .union([z.boolean(), z.string()])
  .default(false)
  .transform((value) => value === true || value === '1' || value === 'true' || value === 'on')

/** What an upload call takes instead of a file. Asking again for the same file answers the same upload_id. */
export const UploadDemande = z.object({
  fichier_id: z.uuid('Ce fichier n’est plus en attente.'),
  completer_lignes_courtes: Case,
  /** What a preview asks about numbers that are stored already; others are imported as the file of a tool. */
  numeros_repris: z.literal('corrections').optional(),
  nom: Nom,
})

export const UploadStart = z.object({ upload_id: z.string() })

export const uploadDonateurs = endpoint({
  method: 'POST',
  path: '/api/upload/donateurs/upload',
  summary: 'Imports contacts from a file, or from a preview',
  status: 202,
  file: CHAMP_FICHIER.donateurs,
  body: UploadDemande,
  answer: UploadStart,
})

export const uploadDonations = endpoint({
  method: 'POST',
  path: '/api/upload/donations/upload',
  summary: 'Imports donations from a file, or from a preview',
  status: 202,
  file: CHAMP_FICHIER.donations,
  body: UploadDemande,
  answer: UploadStart,
})

export const uploadStatus = endpoint({
  path: '/api/upload/status/:upload_id',
  summary: 'Where an import stands',
  params: z.object({ upload_id: z.string() }),
  answer: UploadStatus,
})

/** The rejects of a staged or imported file, to be imported again once they are corrected. */
export const rejetsCsv = csvEndpoint({
  path: '/api/upload/rejets/:id.csv',
  summary: 'The rejected lines of a file as CSV, ready to be corrected',
  params: z.object({ id: z.string() }),
})

export const JournalImports = z.object({
  imports: z
    .array(
      z.object({
        upload_id: z.string(),
        type: TypeImport,
        filename: z.string(),
        taille: Nombre,
        sha256: z.string(),
        importe_par: z.string(),
        commence_le: Instant,
        termine_le: Instant.nullable(),
        status: z.enum(['processing', 'completed', 'error']),
        message: z.string(),
        resultat: ResultatImport.nullable(),
        processing_time: z.number().nullable(),
        outil: Outil.nullable(),
        annule: z.string().nullable(),
        /** The contact whose keys it parted: it was no file. */
        partage: z.string().nullable(),
      }),
    )
    .max(LIGNES_AU_PLUS),
})
export type JournalImports = z.infer<typeof JournalImports>

/** The largest file that is taken, in bytes. */
export const limitesImports = endpoint({
  path: '/api/upload/limites',
  summary: 'The largest file that an upload may have',
  answer: z.object({ taille_max: Nombre }),
})

export const journalImports = endpoint({
  path: '/api/upload/journal',
  summary: 'The latest imports, latest first',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
  answer: JournalImports,
})
