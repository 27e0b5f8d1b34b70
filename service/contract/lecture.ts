import { z } from 'zod'
import { endpoint } from './endpoint'
import { CARTE } from './identite'
import { dictionnaire, Instant } from './values'

/** What a column can be, beside the amounts and the rows' fate: fields of a gift, then of its donor. */
export const ChampFichier = z.enum([
  'id',
  'order_id',
  'order_date',
  'codemedia_code',
  'campaign_code',
  'origincode_code',
  'product_code',
  'contact_id',
  'client',
  'company',
  ...CARTE,
])
export type ChampFichier = z.infer<typeof ChampFichier>

/** What becomes of a row whose cell holds a value. */
export const Sort = z.enum(['compte', 'ne_compte_pas', 'rembourse'])
export type Sort = z.infer<typeof Sort>

/** Kinds of keys of a donor: a number of the charity's own, the tool's customer, names with e-mail or zip. */
export const Identite = z.enum(['numero', 'client', 'email_et_nom', 'nom_et_code_postal'])
export type Identite = z.infer<typeof Identite>

export const COLONNES_FICHIER_AU_PLUS = 1000
/** Columns that decide which rows count, the values of each, and of all. */
export const SORTS_AU_PLUS = 100
export const VALEURS_AU_PLUS = 200
export const VALEURS_EN_TOUT = 2000

const JOUR_CONSTANT = 'Un jour et un mois, comme 31/12.'

/** A source column: its name as written in the header, or its place (from 1) where a name repeats or is missing. */
export const Colonne = z.union([
  z.string().trim().min(1).max(200),
  z.number().int().min(1).max(COLONNES_FICHIER_AU_PLUS),
])
export type Colonne = z.infer<typeof Colonne>

/** A day of any year, 29/02 too. */
const JourConstant = z
  .string()
  .regex(/^\d{2}\/\d{2}$/, JOUR_CONSTANT)
  .refine((text) => {
    const [jour, mois] = text.split('/')
    return z.iso.date().safeParse(`2024-${mois}-${jour}`).success
  }, JOUR_CONSTANT)

const Constante = z.string().trim().max(100)

/** How a file is read: what its columns are, which rows count, what makes a gift and a donor the same. */
export const LectureFichier = z.strictObject({
  feuille: z.string().max(200).optional(),
  ligne_entete: z.number().int().min(1).max(1_048_576),
  colonnes: z.partialRecord(ChampFichier, Colonne),
  /** « Mme Anne-Marie de la TOUR » in one cell. */
  nom_complet: Colonne.optional(),
  montant: z.strictObject({
    plus: z.array(Colonne).min(1).max(50),
    moins: z.array(Colonne).max(50),
  }),
  constantes: z.strictObject({
    campaign_code: Constante.optional(),
    codemedia_code: Constante.optional(),
    origincode_code: Constante.optional(),
    product_code: Constante.optional(),
  }),
  /**
   * Euros of a currency pass undecided. A column whose heading is that of the day or the reason of a refund, a rejection, a
   * cancellation has two values, `rempli` and `vide`; that of an amount, the currencies in its cells; that of the day, those of
   * programs that have none (1970-01-01) and years far before all others (1999).
   */
  sorts: z
    .array(z.strictObject({ colonne: Colonne, valeurs: dictionnaire(Sort, VALEURS_AU_PLUS) }))
    .max(SORTS_AU_PLUS),
  /** Columns of which somebody said that they decide nothing; of any other, what may decide is asked. */
  sans_effet: z.array(Colonne).max(COLONNES_FICHIER_AU_PLUS).optional(),
  /** `contact_jour_montant`: the file numbers nothing, and its gifts are the first, second… equal ones of a donor and day. */
  cle: z.union([
    z.enum(['commande_et_jour', 'contact_jour_montant']),
    z.strictObject({ colonne: Colonne }),
  ]),
  identite: z.array(Identite).min(1).max(4),
  sans_identite: z.enum(['rejeter', 'anonyme']),
  fuseau: z.enum(['tel quel', 'UTC']),
  jours: z.enum(['auto', 'jma', 'mja', 'amj']),
  /**
   * JJ/MM of dates that are a year alone; of a year and a month, that day of the month. A month too short for it, as February is
   * for 29/02 in most years, gives its last day. Without it such rows are rejected: nobody supposes a day.
   */
  jour_constant: JourConstant.optional(),
  reference_remboursement: Colonne.optional(),
  /** Cells that short rows of a CSV lack are empty ones. */
  completer_lignes_courtes: z.literal(true).optional(),
  /** Of rows that a filter hides: whether they are read. Of this file alone, like the next. */
  lignes_masquees: z.enum(['lire', 'laisser']).optional(),
  /** Stored keys that come back as other gifts were looked at: they are corrected. Of this file alone, never of a model. */
  numeros_repris: z.literal('corrections').optional(),
  /** What stored ids begin with, so that two tools never meet. */
  prefixe: z.string().regex(/^[A-Z][A-Z0-9]{0,7}$/, 'De 1 à 8 majuscules ou chiffres.'),
})
export type LectureFichier = z.infer<typeof LectureFichier>

/** A reading with a name: shipped with the program, or kept by somebody; a change is a new version. */
export const Modele = z.object({
  id: z.string(),
  nom: z.string(),
  version: z.number().int(),
  livre: z.boolean(),
  /** What its reading cannot know, as sentences for the page. */
  remarques: z.array(z.string()).max(20),
  lecture: LectureFichier,
  par: z.string().nullable(),
  le: Instant.nullable(),
})
export type Modele = z.infer<typeof Modele>

export const modelesFichiers = endpoint({
  path: '/api/fichiers/modeles',
  summary: 'The models: shipped ones, and those that somebody kept, latest versions',
  answer: z.object({ modeles: z.array(Modele).max(200) }),
})

export const modeleFichier = endpoint({
  path: '/api/fichiers/modeles/:id',
  summary: 'A model, as JSON to keep',
  params: z.object({ id: z.string().max(60) }),
  answer: Modele,
})

export const garderModele = endpoint({
  method: 'POST',
  path: '/api/fichiers/modeles',
  summary: 'Keeps a reading as a model; under the id of a kept one, as its next version',
  status: 201,
  body: z.strictObject({
    nom: z.string().trim().min(1, 'Donnez un nom au modèle.').max(60),
    lecture: LectureFichier,
    id: z.string().max(60).optional(),
  }),
  bodyLimit: 256 * 1024,
  answer: Modele,
})

export const oublierModele = endpoint({
  method: 'DELETE',
  path: '/api/fichiers/modeles/:id',
  summary: 'Offers a kept model no more; its versions stay, as imports name them',
  params: z.object({ id: z.string().max(60) }),
  answer: z.object({ id: z.string() }),
})
