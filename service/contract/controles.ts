import { z } from 'zod'
import { ACTEUR } from './constants'
import { endpoint } from './endpoint'
import {
  ANNEES_AU_PLUS,
  Annee,
  AnneeParams,
  Euros,
  Instant,
  Jour,
  Montant,
  Nombre,
  Texte,
} from './values'

/** What is compared: file and base, base and figures, figures among themselves, the log, the accounts; alerts. */
export const GROUPES_CONTROLES = ['A', 'B', 'C', 'D', 'E', 'F'] as const
export type GroupeControle = (typeof GROUPES_CONTROLES)[number]

/**
 * Two numbers that must be equal: in all, or where they differ by the part where they are furthest apart (`partie`, of
 * `parties_en_ecart`). An alert (group F) counts something seldom right, and `concordant` is null: it is no identity.
 */
export const Controle = z.object({
  code: z.string(),
  groupe: z.enum(GROUPES_CONTROLES),
  phrase: z.string(),
  unite: z.enum(['nombre', 'euros']),
  partie: z.string().nullable(),
  parties_en_ecart: Nombre,
  gauche: z.number(),
  droite: z.number(),
  ecart: z.number(),
  concordant: z.boolean().nullable(),
})
export type Controle = z.infer<typeof Controle>

const Mois = z.number().int().min(1).max(12)

/** The month that an entry of the accounts is about, if it is about one. */
const MoisSaisi = z.coerce
  .number('Le mois doit être un nombre.')
  .int('Le mois doit être un nombre de 1 à 12.')
  .min(1, 'Le mois doit être un nombre de 1 à 12.')
  .max(12, 'Le mois doit être un nombre de 1 à 12.')
  .optional()

/** Why a gap stands that somebody closed; another amount on either side opens it again. */
const Explication = z.object({ raison: z.string(), explique_par: z.string(), explique_le: Instant })
export type Explication = z.infer<typeof Explication>

/** What somebody said that the accounts have of a year, or of a month of it, and what the dashboard has of it. */
const TotalComptable = z.object({
  annee: z.number().int(),
  mois: Mois.nullable(),
  montant: Montant,
  tableau_de_bord: Montant,
  ecart: Montant,
  saisi_par: z.string(),
  saisi_le: Instant,
  explication: Explication.nullable(),
})
export type TotalComptable = z.infer<typeof TotalComptable>

/** A word on the accounts of a year or month: an amount, or why the last one is withdrawn. */
const SaisieComptable = z.object({
  annee: z.number().int(),
  mois: Mois.nullable(),
  montant: Montant.nullable(),
  motif: z.string().nullable(),
  saisi_par: z.string(),
  saisi_le: Instant,
})
export type SaisieComptable = z.infer<typeof SaisieComptable>

/** As many of them, the newest, are told. */
export const MAX_SAISIES = 200

/**
 * Since when what imports write is added up, with how many gifts of before (`repris`) as they were then; and when all
 * donors were last recounted one by one.
 */
const SuiviDons = z.object({ depuis: Instant, repris: Nombre, recomptes_le: Instant.nullable() })
export type SuiviDons = z.infer<typeof SuiviDons>

/** A gap with the accounts that nobody has explained. */
export const EcartOuvert = TotalComptable.pick({ annee: true, mois: true, ecart: true })
export type EcartOuvert = z.infer<typeof EcartOuvert>

/** Of how many controls, but those of the accounts, how many agree; null before the first look. */
export const BilanControles = z.object({
  concordants: Nombre,
  total: Nombre,
  /** The phrases of the first that do not agree. */
  en_ecart: z.array(z.string()).max(3),
})
export type BilanControles = z.infer<typeof BilanControles>

/**
 * `calcule_le` is null, and nothing is there, before the first look; `en_retard`: data are newer. All gifts were counted
 * anew at `entier_le`; what needs that stands as it was then.
 */
export const Controles = BilanControles.extend({
  calcule_le: Instant.nullable(),
  entier_le: Instant.nullable(),
  en_retard: z.boolean(),
  lignes: z.array(Controle).max(200),
  /** Latest year first; a year's own total before those of its months. */
  comptabilite: z.array(TotalComptable).max(13 * ANNEES_AU_PLUS),
  saisies: z.array(SaisieComptable).max(MAX_SAISIES),
  suivi: SuiviDons.nullable(),
})
export type Controles = z.infer<typeof Controles>

export const controles = endpoint({
  path: '/api/controles',
  summary: 'Whether files, stored gifts, figures and log agree, as last compared',
  answer: Controles,
})

export const verifierControles = endpoint({
  method: 'POST',
  path: '/api/controles/verifier',
  summary: 'Compares everything anew; 409 while a refresh or an import is on its way',
  answer: Controles,
})

export const saisirTotal = endpoint({
  method: 'POST',
  path: '/api/controles/comptabilite',
  summary:
    'Notes what the accounts have of a year, or of a month of it; the last word on each counts, none is changed',
  status: 201,
  body: z.object({
    annee: Annee,
    mois: MoisSaisi,
    montant: Euros.refine(
      (montant) => Number(montant.toFixed(2)) === montant,
      'Le montant a au plus deux décimales.',
    ),
    saisi_par: Texte.min(1, 'Dites qui saisit ce total.')
      .max(200, 'Ce nom est trop long (200 caractères au plus).')
      .default(ACTEUR),
  }),
  answer: z.object({ message: z.string() }),
})

export const retirerTotal = endpoint({
  method: 'POST',
  path: '/api/controles/comptabilite/retirer',
  summary:
    'Withdraws what was said of the accounts of a year or month, by name and with a reason; 409 where nothing is',
  status: 201,
  body: z.object({
    annee: Annee,
    mois: MoisSaisi,
    motif: Texte.min(1, 'Dites pourquoi ce total est retiré.').max(
      500,
      'Ce motif est trop long (500 caractères au plus).',
    ),
    saisi_par: Texte.min(1, 'Dites qui retire ce total.').max(
      200,
      'Ce nom est trop long (200 caractères au plus).',
    ),
  }),
  answer: z.object({ message: z.string() }),
})

export const expliquerEcart = endpoint({
  method: 'POST',
  path: '/api/controles/comptabilite/expliquer',
  summary:
    'Closes the gap of a year or month, by name and with a reason, until an amount changes; 409 where it is not that gap',
  status: 201,
  body: z.object({
    annee: Annee,
    mois: MoisSaisi,
    /** As whoever explains it saw it. */
    ecart: z.coerce.number('L’écart doit être un nombre.'),
    raison: Texte.min(1, 'Dites ce qui explique cet écart.').max(
      500,
      'Cette explication est trop longue (500 caractères au plus).',
    ),
    saisi_par: Texte.min(1, 'Dites qui explique cet écart.').max(
      200,
      'Ce nom est trop long (200 caractères au plus).',
    ),
  }),
  answer: z.object({ message: z.string() }),
})

/** So many files with rejected rows are named. */
export const FICHIERS_REJETES = 10

/**
 * What may explain why a year of the accounts is not that of the dashboard. `depuis`: the imports published since the
 * total was noted, with the publication before them, null without a total; `jours`: the gifts of the days around New Year, which the accounts may
 * have in the other year.
 */
const Explications = z.object({
  a_verifier: z.object({ donateurs: Nombre, montant: Montant }),
  exclus: z.object({ donations: Nombre, montant: Montant }),
  zeros: Nombre,
  rejets: z.object({
    lignes: Nombre,
    fichiers: z
      .array(z.object({ fichier_id: z.string(), filename: z.string(), lignes: Nombre }))
      .max(FICHIERS_REJETES),
  }),
  depuis: z.object({ imports: Nombre, montant: Montant, publication: Nombre }).nullable(),
  jours: z.array(z.object({ jour: Jour, donations: Nombre, montant: Montant })).max(6),
})
export type Explications = z.infer<typeof Explications>

/** A year of the accounts beside that of the dashboard, by month, and what may explain the gap. */
export const EcartComptable = z.object({
  annee: z.number().int(),
  total: TotalComptable.nullable(),
  tableau_de_bord: Montant,
  mois: z
    .array(
      z.object({
        mois: Mois,
        montant: Montant.nullable(),
        tableau_de_bord: Montant,
        ecart: Montant.nullable(),
        explication: Explication.nullable(),
      }),
    )
    .max(12),
  explications: Explications,
})
export type EcartComptable = z.infer<typeof EcartComptable>

export const ecartComptable = endpoint({
  path: '/api/controles/ecart/:annee',
  summary: 'A year of the accounts beside the dashboard, by month, with what may explain a gap',
  params: AnneeParams,
  answer: EcartComptable,
})
