import { z } from 'zod'
import { Champs } from './changements'
import { CHAMP_FICHIER } from './constants'
import { endpoint } from './endpoint'
import { Case, Rejet } from './imports'
import { ANNEES_AU_PLUS, Instant, Jour, Montant, Nombre } from './values'

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

export const ParAnnee = z
  .array(z.object({ annee: z.number().int(), dons: Nombre, montant: Montant }))
  .max(ANNEES_AU_PLUS)
export type ParAnnee = z.infer<typeof ParAnnee>

/**
 * Numbers that seem to begin again: so many of the stored ones (`connus`) come back as other gifts. With what is stored
 * afterwards in the years that change, if they are, or if they are corrections.
 */
export const NumerosRepris = z.object({
  nombre: Nombre,
  connus: Nombre,
  autres_dons: ParAnnee,
  corrections: ParAnnee,
})
export type NumerosRepris = z.infer<typeof NumerosRepris>

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
  /** One more, where many rows are rejected. */
  rejets_nombreux: z.string().nullable().default(null),
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
  /** Blocks the import until somebody says that they are corrections. */
  numeros_repris: NumerosRepris.nullable().default(null),
})
export type ApercuDonations = z.infer<typeof ApercuDonations>

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
