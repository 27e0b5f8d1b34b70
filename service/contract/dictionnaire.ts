import { z } from 'zod'
import { ACTEUR } from './constants'
import { endpoint } from './endpoint'
import { Annee, Code, Instant, Jour, JourSaisi, Montant, Nombre, Texte } from './values'

/** A dictionary has no more codes than these. */
export const FICHES_AU_PLUS = 5000

/** So many unknown codes, the largest, are named; so many words on one code. */
export const INCONNUS_AU_PLUS = 100
export const VERSIONS_AU_PLUS = 200

/** What a file of them may weigh, in characters: what the web app takes as a form. */
export const FICHIER_AU_PLUS = 1024 * 1024

/** The money that a campaign may cost. */
export const COUT_MAX = 999_999_999_999

const Famille = Texte.max(100, 'Cette famille est trop longue (100 caractères au plus).')
const Nom = Texte.max(200, 'Ce nom est trop long (200 caractères au plus).')

/** Empty stands for nothing said. */
const ouRien = <Schema extends z.ZodType<string | number>>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())

/** What is said of a code: all of it, what is left out is said no more. */
export const FicheSaisie = z
  .object({
    code: Code.min(1, 'Le code manque.'),
    nom: ouRien(Nom),
    famille: ouRien(Famille),
    exercice: ouRien(Annee),
    cout: ouRien(
      z
        .number('Le coût doit être un nombre.')
        .min(0, 'Le coût ne peut pas être négatif.')
        .max(COUT_MAX, 'Ce coût est trop grand.')
        .refine((cout) => Number(cout.toFixed(2)) === cout, 'Le coût a au plus deux décimales.'),
    ),
    envois: ouRien(
      z
        .number('Le nombre d’envois doit être un nombre entier.')
        .min(0, 'Le nombre d’envois ne peut pas être négatif.')
        .max(2_000_000_000, 'Ce nombre d’envois est trop grand.')
        .int('Le nombre d’envois doit être un nombre entier.'),
    ),
    debut: ouRien(JourSaisi),
    fin: ouRien(JourSaisi),
  })
  .superRefine(({ exercice, cout, envois, debut, fin }, context) => {
    const refuse = (champ: string, message: string) =>
      context.addIssue({ code: 'custom', path: [champ], message, input: champ })
    if (exercice === null && (cout !== null || envois !== null))
      refuse('exercice', 'Un coût ou un nombre d’envois demande l’exercice qui les porte.')
    if (debut !== null && fin !== null && fin < debut)
      refuse('fin', 'La fin ne peut pas précéder le début.')
  })
export type FicheSaisie = z.output<typeof FicheSaisie>

const Version = z.object({
  nom: z.string().nullable(),
  famille: z.string().nullable(),
  exercice: z.number().int().nullable(),
  cout: Montant.nullable(),
  envois: Nombre.nullable(),
  debut: Jour.nullable(),
  fin: Jour.nullable(),
  saisi_par: z.string(),
  saisi_le: Instant,
})

const Fiche = Version.extend({ code: z.string() })
export type Fiche = z.infer<typeof Fiche>

/**
 * A code of the gifts that the dictionary does not know, with its euros of all years. `famille` and `exercice` are what its
 * text may say: proposed, never applied.
 */
const Inconnu = z.object({
  code: z.string(),
  donations: Nombre,
  montant: Montant,
  famille: z.string().nullable(),
  exercice: z.number().int().nullable(),
})
export type Inconnu = z.infer<typeof Inconnu>

export const Dictionnaire = z.object({
  fiches: z.array(Fiche).max(FICHES_AU_PLUS),
  inconnus: z.object({
    codes: Nombre,
    donations: Nombre,
    montant: Montant,
    data: z.array(Inconnu).max(INCONNUS_AU_PLUS),
  }),
})
export type Dictionnaire = z.infer<typeof Dictionnaire>

export const dictionnaire = endpoint({
  path: '/api/campagnes/dictionnaire',
  summary: 'What is said of each campaign code, and the codes of the gifts that nothing is said of',
  answer: Dictionnaire,
})

export const versionsCampagne = endpoint({
  path: '/api/campagnes/dictionnaire/versions',
  summary: 'All that was ever said of a campaign code, newest first, with who and when',
  query: z.object({ code: Code }),
  answer: z.object({ code: z.string(), versions: z.array(Version).max(VERSIONS_AU_PLUS) }),
})

const Auteur = Texte.min(1, 'Dites qui le saisit.')
  .max(200, 'Ce nom est trop long (200 caractères au plus).')
  .default(ACTEUR)

/** How many words were written: what is already said is not said again. */
const Ecrites = z.object({ message: z.string(), ecrites: Nombre })

export const saisirCampagnes = endpoint({
  method: 'POST',
  path: '/api/campagnes/dictionnaire',
  summary: 'Says what campaign codes are; the last word on each counts, none is changed',
  status: 201,
  body: z.object({
    fiches: z.array(FicheSaisie).min(1).max(INCONNUS_AU_PLUS),
    saisi_par: Auteur,
  }),
  bodyLimit: 1024 * 1024,
  answer: Ecrites,
})

export const chargerCampagnes = endpoint({
  method: 'POST',
  path: '/api/campagnes/dictionnaire/fichier',
  summary:
    'The same from the text of a CSV file (code;nom;famille;exercice;cout;envois;debut;fin), whole or, with a faulty line, not at all',
  status: 201,
  body: z.object({
    texte: z
      .string()
      .min(1, 'Choisissez un fichier.')
      .max(FICHIER_AU_PLUS, 'Ce fichier est trop long pour un dictionnaire.'),
    saisi_par: Auteur,
  }),
  // A character of text may weigh six bytes as JSON.
  bodyLimit: 6 * FICHIER_AU_PLUS + 4096,
  answer: Ecrites,
})
