import { z } from 'zod'
import { Champs } from './changements'
import { CHAMP_FICHIER, TYPES_FICHIER } from './constants'
import { csvEndpoint, endpoint } from './endpoint'
import { Nom } from './exclusions'
import { ANNEES_AU_PLUS, Instant, Jour, LIGNES_AU_PLUS, Montant, Nombre } from './values'

export const TypeFichier = z.enum(TYPES_FICHIER)
export type TypeFichier = z.infer<typeof TypeFichier>

/** What an import is of: one of these files, or that of somebody's own tool, donors and gifts in one. */
export const TypeImport = z.enum([...TYPES_FICHIER, 'fichier'])
export type TypeImport = z.infer<typeof TypeImport>

export const Rejet = z.object({ ligne: z.number().int(), texte: z.string(), motif: z.string() })
export type Rejet = z.infer<typeof Rejet>

/** So many columns are named that nothing is read of. */
export const COLONNES_AU_PLUS = 100

/** So many changed rows and arrêtés are shown. */
export const LIGNES_MODIFIEES = 20
export const ARRETES_NOMMES = 20

/** What a file changes of a year that is over in the data; `montant`: what that adds to what is stored. */
const AnneeClose = z.object({
  annee: z.number().int(),
  ajoutes: Nombre,
  modifies: Nombre,
  montant: Montant,
})
export type AnneeClose = z.infer<typeof AnneeClose>

/** What is stored and would change: some rows, the years that are over, and the arrêtés in which these were over. */
const Changes = z.object({
  lignes_modifiees: z.array(z.object({ cle: z.string(), champs: Champs })).max(LIGNES_MODIFIEES),
  annees_closes: z.array(AnneeClose).max(ANNEES_AU_PLUS),
  arretes_touches: z.array(z.string()).max(ARRETES_NOMMES),
})
export type Changes = z.infer<typeof Changes>

/** What was understood of a file, before anything is written. */
const Apercu = Changes.extend({
  fichier_id: z.string(),
  /** The import that the file has become; null while it waits for one. */
  upload_id: z.string().nullable(),
  filename: z.string(),
  taille: Nombre,
  sha256: z.string(),
  total_rows: Nombre,
  rejets: Nombre,
  /** So many of them can be downloaded, the first ones. */
  rejets_gardes: Nombre,
  rejets_par_motif: z
    .array(z.object({ motif: z.string(), nombre: Nombre, exemples: z.array(Rejet).max(100) }))
    .max(100),
  doublons: Nombre,
  lignes_courtes: Nombre,
  /** The fewest and the most cells that such a row lacks. */
  cellules_manquantes: z.object({ min: Nombre, max: Nombre }),
  completer_lignes_courtes: z.boolean(),
  detecte: z.object({
    delimiteur: z.string(),
    encodage: z.string(),
    ligne_entete: z.number().int(),
    colonnes: z.array(z.object({ champ: z.string(), entete: z.string() })).max(20),
    colonnes_ignorees: z.array(z.string()).max(COLONNES_AU_PLUS + 1),
  }),
  nouveaux: Nombre,
  modifies: Nombre,
  inchanges: Nombre,
  deja_importe_le: Instant.nullable(),
  avertissements: z.array(z.string()).max(100),
})

export const ApercuDonateurs = Apercu.extend({ valid_contacts: Nombre })
export type ApercuDonateurs = z.infer<typeof ApercuDonateurs>

export const ApercuDonations = Apercu.extend({
  valid_donations: Nombre,
  zero_amount_donations: Nombre,
  montant_total: Montant,
  premiere_date: Jour.nullable(),
  derniere_date: Jour.nullable(),
  sans_fiche: Nombre,
})
export type ApercuDonations = z.infer<typeof ApercuDonations>

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

export const previewDonateurs = endpoint({
  method: 'POST',
  path: '/api/upload/donateurs/preview',
  summary: 'Reads a contacts file once, stages it and says what it understood',
  file: CHAMP_FICHIER.donateurs,
  answer: ApercuDonateurs,
})

export const previewDonations = endpoint({
  method: 'POST',
  path: '/api/upload/donations/preview',
  summary: 'Reads a donations file once, stages it and says what it understood',
  file: CHAMP_FICHIER.donations,
  answer: ApercuDonations,
})

/** A box of a form, ticked or not. */
export const Case = z
  .union([z.boolean(), z.string()])
  .default(false)
  .transform((value) => value === true || value === '1' || value === 'true' || value === 'on')

/** What an upload call takes instead of a file. Asking again for the same file answers the same upload_id. */
export const UploadDemande = z.object({
  fichier_id: z.uuid('Ce fichier n’est plus en attente.'),
  completer_lignes_courtes: Case,
})

export const UploadStart = z.object({ upload_id: z.string() })

/** Rows that undoing an import takes back, and puts as they were. */
const Effet = z.object({ retires: Nombre, retablis: Nombre })

/** What undoing an import would do; why it cannot be undone, in a sentence. */
export const Annulation = z.object({
  upload_id: z.string(),
  filename: z.string(),
  type: TypeImport,
  termine_le: Instant.nullable(),
  raison: z.string().nullable(),
  dons: Effet,
  fiches: Effet,
  /** Euros that the gifts gain or lose, excluded donors included. */
  montant: Montant,
})
export type Annulation = z.infer<typeof Annulation>

export const annulation = endpoint({
  path: '/api/upload/annulation/:upload_id',
  summary: 'What undoing an import would do, or why it cannot be undone',
  params: z.object({ upload_id: z.string() }),
  answer: Annulation,
})

/** Asking again answers the same undoing. */
export const annulerImport = endpoint({
  method: 'POST',
  path: '/api/upload/annulation/:upload_id',
  summary:
    'Undoes an import: what it inserted goes, what it changed comes back, in one transaction',
  status: 202,
  params: z.object({ upload_id: z.string() }),
  body: z.object({ nom: Nom }).nullish(),
  answer: UploadStart,
})

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

/**
 * A staged file's preview again, so that reload and back show the same thing; with
 * `completer_lignes_courtes=1`, as it is when short rows are completed.
 */
export const apercu = endpoint({
  path: '/api/upload/apercu/:fichier_id',
  summary: 'The preview of a staged file, again',
  params: z.object({ fichier_id: z.string() }),
  query: z.object({ completer_lignes_courtes: Case }),
  answer: z.discriminatedUnion('type', [
    ApercuDonateurs.extend({ type: z.literal('donateurs') }),
    ApercuDonations.extend({ type: z.literal('donations') }),
  ]),
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
