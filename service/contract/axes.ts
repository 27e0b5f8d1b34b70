// What a gift and its donor are asked, as plain data: browsers may import it, since it brings no zod.

/** What one answer is called: as a heading, as a list of donors says it, and as a filter offers it. */
interface Reponse {
  entete: string
  dit: string
  choix: string
}
const reponse = (entete: string, dit: string, choix = entete): Reponse => ({ entete, dit, choix })

interface Axe {
  /** Whether every gift has its own answer, or its donor one a year. */
  de: 'don' | 'donateur'
  nom: string
  /** Of codes, which are as many as files bear. */
  pluriel?: string
  /** Few answers, in their order. */
  codes?: readonly string[]
  /** The same with their words, where they narrow every list: what that is called there, and by the journal of exports. */
  reponses?: Readonly<Record<string, Reponse>>
  filtre?: string
  mot?: string
  refus?: string
}

/** The amount bands in their order: X is in, Y is out. */
export const TRANCHES = [
  '0-20',
  '20-50',
  '50-100',
  '100-200',
  '200-500',
  '500-1000',
  '1000-2000',
  '2000-5000',
  '5000+',
] as const

/** What is crossed, in the order of screens and of sentences. */
export const AXES = {
  annee: { de: 'donateur', nom: 'Année' },
  region: { de: 'donateur', nom: 'Région' },
  departement: { de: 'donateur', nom: 'Département', pluriel: 'départements' },
  anciennete: {
    de: 'donateur',
    nom: 'Nouveaux et anciens',
    filtre: 'Donateur',
    mot: 'ancienneté',
    refus: 'L’ancienneté est nouveaux ou anciens.',
    reponses: {
      nouveaux: reponse('Nouveaux', 'nouveaux', 'nouveau'),
      anciens: reponse('Anciens', 'anciens', 'ancien'),
    },
  },
  profil: { de: 'donateur', nom: 'Profil de campagne' },
  segment: {
    de: 'donateur',
    nom: 'Nombre de dons',
    filtre: 'Dons du donateur dans l’année',
    mot: 'segment',
    refus: 'Le segment est 1, 2-5 ou 6+.',
    reponses: {
      '1': reponse('Beginners (1 donation)', 'un seul don'),
      '2-5': reponse('Fidèles (2 à 5 donations)', '2 à 5 dons'),
      '6+': reponse('Super Fidèles (6 donations et plus)', '6 dons et plus'),
    },
  },
  tranche: { de: 'donateur', nom: 'Total de l’année', codes: TRANCHES },
  statut: {
    de: 'donateur',
    nom: 'Statut aujourd’hui',
    filtre: 'Statut aujourd’hui',
    mot: 'statut',
    reponses: {
      actif: reponse('Actif', 'actifs aujourd’hui'),
      dormant: reponse('Dormant', 'dormants aujourd’hui'),
      inactif: reponse('Inactif', 'inactifs aujourd’hui'),
      tres_inactif: reponse('Très inactif', 'très inactifs aujourd’hui'),
    },
  },
  regulier: {
    de: 'donateur',
    nom: 'Réguliers',
    filtre: 'Donateur régulier',
    mot: 'régulier',
    refus: 'regulier vaut oui ou non.',
    reponses: {
      oui: reponse('Réguliers', 'réguliers', 'oui'),
      non: reponse('Non réguliers', 'non réguliers', 'non'),
    },
  },
  mois: { de: 'don', nom: 'Mois', codes: Array.from({ length: 12 }, (_, at) => String(at + 1)) },
  tranche_don: { de: 'don', nom: 'Montant du don', codes: TRANCHES },
  media: { de: 'don', nom: 'Code média', pluriel: 'codes média' },
  origine: { de: 'don', nom: 'Code origine', pluriel: 'codes origine' },
  campagne: { de: 'don', nom: 'Code campagne', pluriel: 'codes campagne' },
  famille: { de: 'don', nom: 'Famille de campagnes', pluriel: 'familles de campagnes' },
  produit: { de: 'don', nom: 'Code produit', pluriel: 'codes produit' },
} as const satisfies Record<string, Axe>

type Axes = typeof AXES
export type AxeCroise = keyof Axes
export const AXES_CROISES = Object.keys(AXES) as AxeCroise[]

/** The axes that are like this. */
type Like<Part> = { [Nom in AxeCroise]: Axes[Nom] extends Part ? Nom : never }[AxeCroise]

/** What is asked of a donor in a year and has few answers: an axis each, and what narrows lists of donors and of gifts. */
export type Question = Like<{ reponses: unknown }>
export const QUESTIONS = AXES_CROISES.filter((axe): axe is Question => 'reponses' in AXES[axe])

/** Those whose answers are codes. */
export type AxeDeCodes = Like<{ pluriel: string }>
export const AXES_DE_CODES = AXES_CROISES.filter((axe): axe is AxeDeCodes => 'pluriel' in AXES[axe])

/** The words of an answer to a question. */
export const reponseDe = (axe: AxeCroise, code: string): Reponse | undefined => {
  const { reponses }: Axe = AXES[axe]
  return reponses?.[code]
}

/** Whether an axis is of gifts: one donor may have several answers to it. */
export const estDesDons = (axe: AxeCroise): axe is Like<{ de: 'don' }> => AXES[axe].de === 'don'

/** The answers of an axis that has few, in their order. */
export function codesDe(axe: AxeCroise): readonly string[] | undefined {
  const { codes, reponses }: Axe = AXES[axe]
  return codes ?? (reponses && Object.keys(reponses))
}

/** What lists of donors call an axis, where all that begins with `don_` is of one and the same gift; and lists of gifts. */
export const nomChezLesDonateurs = (axe: AxeCroise) =>
  axe === 'tranche_don' ? 'don_tranche' : estDesDons(axe) ? (`don_${axe}` as const) : axe
export const nomChezLesDons = (axe: AxeCroise) =>
  axe === 'tranche_don' ? 'tranche' : axe === 'tranche' ? 'total' : axe
