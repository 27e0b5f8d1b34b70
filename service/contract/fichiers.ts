import { z } from 'zod'
import { Nom } from './actes'
import { LIGNES_MODIFIEES, NumerosRepris, ParAnnee } from './apercus'
import { Champs } from './changements'
import { CHAMP_FICHIER_OUTIL } from './constants'
import { endpoint } from './endpoint'
import { UploadStart } from './imports'
import {
  ChampFichier,
  Colonne,
  COLONNES_FICHIER_AU_PLUS,
  LectureFichier,
  Sort,
  VALEURS_EN_TOUT,
} from './lecture'
import { dictionnaire, Instant, LIGNES_AU_PLUS, Montant, Nombre } from './values'

/** What is told of a row is of no more fields. */
const CHAMPS_DITS = 40

const ColonneLue = z.object({
  /** From 1. */
  place: z.number().int(),
  nom: z.string(),
  /** Share of filled cells among the first rows, 0..100. */
  remplissage: z.number(),
  /** The first three distinct ones. */
  exemples: z.array(z.string()).max(3),
  /** What its name or, where `suppose`, its cells make of it. */
  propose: z
    .union([
      ChampFichier,
      z.enum(['plus', 'moins', 'sort', 'nom_complet', 'reference_remboursement']),
    ])
    .nullable(),
  suppose: z.boolean(),
  /** The order of day and month that its cells prove, where they need one said: 12/31/2025, or years of two digits. */
  jours: z.enum(['jma', 'mja', 'amj']).nullable(),
})
export type ColonneLue = z.infer<typeof ColonneLue>

/** A staged file before it is read: its columns, and how it can be read. */
export const Fichier = z.object({
  fichier_id: z.string(),
  filename: z.string(),
  taille: Nombre,
  /** The import that the file has become; null while it waits for one. */
  upload_id: z.string().nullable(),
  feuilles: z.array(z.string()).max(100),
  feuille: z.string().nullable(),
  ligne_entete: z.number().int(),
  colonnes: z.array(ColonneLue).max(COLONNES_FICHIER_AU_PLUS),
  /** Models that fit: one « reconnu » goes straight to the account; several, or one « propose », are asked about. */
  modeles: z
    .array(
      z.object({
        id: z.string(),
        nom: z.string(),
        version: z.number().int(),
        etat: z.enum(['reconnu', 'propose']),
        /** Shipped with the program; others were kept by somebody. */
        livre: z.boolean(),
        /** Columns that it needs and the file lacks; optional ones that are missing; others that the file has. */
        manquantes: z.array(z.string()).max(50),
        absentes: z.array(z.string()).max(50),
        nouvelles: z.array(z.string()).max(50),
        remarques: z.array(z.string()).max(20),
      }),
    )
    .max(20),
  /** The last import of a file with these columns, where no model is chosen: its reading is the one to begin with. */
  precedent: z.object({ nom: z.string(), le: Instant }).nullable(),
  /** The reading to begin with: the model's, that of the last import alike, or what names and cells suggest. */
  lecture: LectureFichier.nullable(),
})
export type Fichier = z.infer<typeof Fichier>

const Lignes = z.object({
  lues: Nombre,
  dons: Nombre,
  additionnees: Nombre,
  ecartees: Nombre,
  remboursements: Nombre,
  rejets: Nombre,
})
/** Euros; what is added up is in `dons`. */
const Montants = z.object({
  lues: Montant,
  dons: Montant,
  ecartees: Montant,
  remboursements: Montant,
  rejets: Montant,
})

const ValeurDeSort = z.object({
  colonne: Colonne,
  valeur: z.string(),
  /**
   * What it is: a text; `rempli` or `vide`; a currency, whose amounts are euros or do not count, as nothing is converted; a
   * day that programs write where they have none, or a year far before all others.
   */
  genre: z.enum(['texte', 'rempli', 'devise', 'jour']),
  lignes: Nombre,
  montant: Montant,
})

/** `propose`: what most people would decide, of what a tool sells: a membership is no gift. */
const ValeurDite = ValeurDeSort.extend({ sort: Sort.nullable(), propose: Sort.nullable() })

/** The first rows: each cell as written, what was read from the row, and why it does not count. */
const LigneLue = z.object({
  ligne: z.number().int(),
  cellules: z.array(z.string()).max(COLONNES_FICHIER_AU_PLUS),
  /** By field, in words for the page: day, amount, donor's key… */
  lu: dictionnaire(z.string(), CHAMPS_DITS),
  raison: z.string().nullable(),
  /** Nobody decided yet whether it counts. */
  a_decider: z.boolean(),
})

/**
 * What an import with this reading would do: nothing is stored. `lignes` is an equation, lues = dons + additionnees +
 * ecartees + remboursements + rejets, and `montants` is one too. While rows are still being read, `en_cours` says how
 * far, and the whole-file parts are null; the same call again goes on.
 */
export const CompteFichier = z.object({
  lecture: LectureFichier,
  /** Of file and reading: what `importer` is asked with. */
  empreinte: z.string(),
  apercu: z.array(LigneLue).max(10),
  en_cours: z.object({ traitees: Nombre, total: Nombre.nullable() }).nullable(),
  compte: z
    .object({
      /** Values that nobody decided on: they block the import. */
      bloque: z.array(ValeurDeSort).max(VALEURS_EN_TOUT),
      lignes: Lignes,
      montants: Montants,
      dons: z.object({
        total: Nombre,
        montant: Montant,
        nouveaux: Nombre,
        modifies: Nombre,
        inchanges: Nombre,
        mis_a_zero: Nombre,
      }),
      /** What each choice of key gives; null where the key is a column. */
      sans_addition: z.object({ dons: Nombre, montant: Montant }).nullable(),
      donateurs: z.object({
        nouveaux: Nombre,
        connus: Nombre,
        ambigus: Nombre,
        anonymes: Nombre,
      }),
      /** Stored cards that change, the first ones field by field. */
      fiches: z.object({
        modifiees: Nombre,
        exemples: z.array(z.object({ cle: z.string(), champs: Champs })).max(LIGNES_MODIFIEES),
      }),
      /** Keys kept apart, for people to look at: one e-mail of several names, one name of several e-mails. */
      homonymes: z.object({ email_a_plusieurs_noms: Nombre, nom_a_plusieurs_emails: Nombre }),
      par_annee: ParAnnee,
      /** Blocks the import until the reading has another prefix, such as the one proposed, or says that they are corrections. */
      numeros_repris: NumerosRepris.extend({ prefixe: z.string() }).nullable(),
      /** Years before the running one that change, and arrêtés among them, by name. */
      annees_changees: z.array(z.number().int()).max(301),
      arretes: z.array(z.string()).max(LIGNES_AU_PLUS),
      valeurs: z.array(ValeurDite).max(VALEURS_EN_TOUT),
      /** Columns of a few values of which nothing is known: they block nothing, and had better be looked at. */
      a_voir: z.array(ValeurDite).max(VALEURS_EN_TOUT),
      /** Rows that a filter hides, and block the import until it is said whether they are read. */
      masquees: z.object({ lignes: Nombre, montant: Montant }).nullable(),
      /** Rejected rows that have fewer cells than the header. */
      lignes_courtes: Nombre,
      /** Rows whose date has no day: rejected for it, or gifts dated by the reading's `jour_constant`. */
      sans_jour: Nombre,
      /** Of the rejects of `lignes`, those whose value nobody decided on: they are of no reason below. */
      a_decider: Nombre,
      rejets_par_motif: z
        .array(
          z.object({
            motif: z.string(),
            nombre: Nombre,
            lignes: z.array(z.number().int()).max(10),
            /** The first cells of a workbook without value, as « B12 ». */
            cases: z.array(z.string()).max(10),
          }),
        )
        .max(100),
      avertissements: z.array(z.string()).max(100),
      /** One more, where many rows are rejected. */
      rejets_nombreux: z.string().nullable().default(null),
      /** Those of them that doubt this very file: no program passes over one. */
      a_confirmer: z.array(z.string()).max(100).default([]),
      /** It cannot be undone: too many stored rows change. */
      annulable: z.boolean(),
    })
    .nullable(),
})
export type CompteFichier = z.infer<typeof CompteFichier>

const FichierParams = z.object({ fichier_id: z.string() })

export const deposerFichier = endpoint({
  method: 'POST',
  path: '/api/fichiers',
  summary: 'Stages a file of any tool (CSV or .xlsx), and says what its columns are',
  file: CHAMP_FICHIER_OUTIL,
  answer: Fichier,
})

/** A staged file again; with another sheet or header line where they are asked for. */
export const lireFichier = endpoint({
  path: '/api/fichiers/:fichier_id',
  summary: 'A staged file and its columns, again',
  params: FichierParams,
  query: z.object({
    feuille: z.string().max(200).optional(),
    ligne_entete: z.coerce.number().int().min(1).max(1_048_576).optional(),
    modele: z.string().max(60).optional(),
  }),
  answer: Fichier,
})

export const compterFichier = endpoint({
  method: 'POST',
  path: '/api/fichiers/:fichier_id/lecture',
  summary: 'What importing a staged file with a reading would do; nothing is stored',
  params: FichierParams,
  body: LectureFichier,
  bodyLimit: 256 * 1024,
  answer: CompteFichier,
})

export const importerFichier = endpoint({
  method: 'POST',
  path: '/api/fichiers/:fichier_id/importer',
  summary:
    'Imports a staged file with the reading of an account: donors and gifts in one transaction',
  status: 202,
  params: FichierParams,
  body: z.union([
    z.strictObject({
      lecture: LectureFichier,
      empreinte: z.string().max(200),
      /** The model that the reading comes from, for the journal. */
      modele: z.string().max(60).optional(),
      nom: Nom,
    }),
    /** An account of a file that is imported already: whether it was with this one. */
    z.strictObject({ empreinte: z.string().max(200) }),
    /** A failed import again, with what it was asked with. */
    z.strictObject({ reprendre: z.literal(true) }),
  ]),
  bodyLimit: 256 * 1024,
  answer: UploadStart,
})
