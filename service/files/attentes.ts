import type { ApercuDonateurs, ApercuDonations } from '#contract/apercus'
import type { CompteFichier } from '#contract/fichiers'
import type { LectureFichier } from '#contract/lecture'
import { citer, formatMoney, formatShortPercent, plural } from '#figures/format'

/** A question, and what an option calls it that answers beforehand; null where none does. */
export interface Question {
  code: 'rejets' | 'annees-closes' | 'arretes' | null
  phrase: string
}

/** What a person is asked about a file before its import: no program answers in their place. */
export interface Attentes {
  questions: Question[]
  /** Nothing that is stored would change. */
  rien: boolean
  /** Rejected rows, and rows in all. */
  rejets: number
  lignes: number
}

/** Warns of a file of which more than one row in twenty is rejected; null where fewer are. */
export const direRejets = (rejets: number, lignes: number): string | null =>
  rejets > lignes * 0.05
    ? `${formatShortPercent((100 * rejets) / lignes)} des lignes sont rejetées\u00a0: vérifiez que le fichier est complet et au bon format.`
    : null

/** Tells of gifts that bear a day which their file does not: before their import, and after it. */
export const direSansJour = (lignes: number, jour: string | undefined): string[] =>
  lignes === 0 || jour === undefined
    ? []
    : [
        `${plural(lignes, 'date du fichier n’a', 'dates du fichier n’ont')} pas de jour\u00a0: ${lignes === 1 ? 'son don est daté' : 'leurs dons sont datés'} du ${jour} de l’année, ou du ${jour.slice(0, 2)} du mois écrit, au plus tard de son dernier jour.`,
      ]

interface Consequences {
  rejets_nombreux: string | null
  annees: readonly number[]
  arretes: readonly string[]
}

const questionsDe = (
  phrases: readonly string[],
  { rejets_nombreux, annees, arretes }: Consequences,
): Question[] => [
  ...phrases.map((phrase) => ({ code: null, phrase })),
  ...(rejets_nombreux === null ? [] : [{ code: 'rejets' as const, phrase: rejets_nombreux }]),
  ...(annees.length === 0
    ? []
    : [
        {
          code: 'annees-closes' as const,
          phrase: `Des années closes changent\u00A0: ${annees.join(', ')}.`,
        },
      ]),
  ...(arretes.length === 0
    ? []
    : [
        {
          code: 'arretes' as const,
          phrase: `Des arrêtés ne seraient plus ceux des chiffres\u00A0: ${arretes.join(', ')}.`,
        },
      ]),
]

const REPRIS =
  'Des numéros déjà enregistrés reviennent\u00A0: d’autres dons, ou des corrections\u202F?'

const LONGEST = 80
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** What the preview of Contacts.csv or Donations.csv asks: its warnings, and whether short rows are completed. */
export function attentesApercu(apercu: ApercuDonateurs | ApercuDonations): Attentes {
  const { nouveaux, modifies, total_rows, rejets, deja_importe_le } = apercu
  const rien = nouveaux + modifies === 0
  const phrases = [
    ...('numeros_repris' in apercu && apercu.numeros_repris ? [REPRIS] : []),
    ...apercu.avertissements,
    ...(apercu.lignes_courtes > 0 && !apercu.completer_lignes_courtes
      ? [
          `${plural(apercu.lignes_courtes, 'ligne a', 'lignes ont')} moins de cellules que l’en-tête\u00A0: faut-il les compléter\u202F?`,
        ]
      : []),
    ...(deja_importe_le !== null && !rien
      ? [
          'Ce fichier a déjà été importé, et les données ont changé depuis\u00A0: faut-il rétablir ses valeurs\u202F?',
        ]
      : []),
  ]
  return {
    // What came already, whole, and changes nothing asks nothing either; nor does a file of no row.
    questions:
      total_rows === 0 || (rien && deja_importe_le !== null)
        ? []
        : questionsDe(phrases, {
            rejets_nombreux: apercu.rejets_nombreux,
            annees: apercu.annees_closes.map(({ annee }) => annee),
            arretes: apercu.arretes_touches,
          }),
    rien,
    rejets,
    lignes: total_rows,
  }
}

type Compte = NonNullable<CompteFichier['compte']>

const colonneDe = (colonne: string | number) =>
  typeof colonne === 'number' ? `n°\u00A0${colonne}` : citer(short(colonne))

/** What the account of a tool's file asks: all that the page of its reading blocks on, or shows open. */
export function attentesCompte(compte: Compte, lecture: LectureFichier): Attentes {
  const { dons, donateurs, fiches, lignes } = compte
  const inconnues = new Set(compte.a_voir.map(({ colonne }) => colonne))
  const phrases = [
    ...compte.bloque.map(
      ({ colonne, valeur, lignes: combien, montant }) =>
        `Colonne ${colonneDe(colonne)}\u00A0: ${valeur === '' ? '(vide)' : citer(short(valeur))} compte-t-il\u202F? ${plural(combien, 'ligne')}, ${formatMoney(montant)}.`,
    ),
    ...[...inconnues].map(
      (colonne) =>
        `Colonne ${colonneDe(colonne)}\u00A0: décide-t-elle de ce qui compte, ou de rien\u202F?`,
    ),
    ...(compte.masquees && lecture.lignes_masquees === undefined
      ? [
          `${plural(compte.masquees.lignes, 'ligne est masquée', 'lignes sont masquées')}\u00A0: faut-il les lire\u202F?`,
        ]
      : []),
    ...(compte.numeros_repris && lecture.numeros_repris === undefined ? [REPRIS] : []),
    ...compte.a_confirmer,
  ]
  return {
    questions:
      lignes.lues === 0
        ? []
        : questionsDe(phrases, {
            rejets_nombreux: compte.rejets_nombreux,
            annees: compte.annees_changees,
            arretes: compte.arretes,
          }),
    rien:
      dons.nouveaux + dons.modifies + dons.mis_a_zero + donateurs.nouveaux + fiches.modifiees === 0,
    rejets: lignes.rejets,
    lignes: lignes.lues,
  }
}

/** What is left to a person of these, once somebody said beforehand what may be. */
export const resteADecider = (
  { questions }: Attentes,
  permis: ReadonlySet<Question['code']>,
): Question[] => questions.filter(({ code }) => !permis.has(code))

/** What is asked where no model reads a file by itself. */
export const demanderModele = (modeles: readonly { etat: string }[]): string =>
  modeles.some(({ etat }) => etat === 'reconnu')
    ? 'Plusieurs modèles lisent ce fichier\u00A0: lequel\u202F?'
    : 'Aucun modèle ne reconnaît ses colonnes\u00A0: dites ce qu’elles sont, et gardez-le comme modèle.'

/**
 * The model that a file is read by without anybody: the only one whose columns it has all of, of those that somebody kept if
 * there is one among them.
 */
export function seulModele<Modele extends { etat: string; livre: boolean }>(
  modeles: readonly Modele[],
): Modele | undefined {
  const reconnus = modeles.filter(({ etat }) => etat === 'reconnu')
  const gardes = reconnus.filter(({ livre }) => !livre)
  const [only, other] = gardes.length > 0 ? gardes : reconnus
  return other === undefined ? only : undefined
}
