import type { ApercuDonateurs, ApercuDonations } from '#contract/apercus'
import type { CompteFichier } from '#contract/fichiers'
import type { LectureFichier } from '#contract/lecture'
import { citer, formatMoney, plural } from '#figures/format'

/** What a person is asked about a file before its import: no program answers in their place. */
export interface Attentes {
  questions: string[]
  /** Closed years that change, and arrêtés among them: who may say beforehand that they may. */
  annees: number[]
  arretes: string[]
  /** Nothing that is stored would change. */
  rien: boolean
  /** Rejected rows, and rows in all. */
  rejets: number
  lignes: number
}

/** How the warning of many rejects says it: whoever said how many may be rejected is not asked again. */
export const REJETEES = 'des lignes sont rejetées'

const LONGEST = 80
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** What the preview of Contacts.csv or Donations.csv asks: its warnings, and whether short rows are completed. */
export function attentesApercu(apercu: ApercuDonateurs | ApercuDonations): Attentes {
  const { nouveaux, modifies, total_rows, rejets, deja_importe_le } = apercu
  const rien = nouveaux + modifies === 0
  const questions = [
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
    questions: total_rows === 0 || (rien && deja_importe_le !== null) ? [] : questions,
    annees: apercu.annees_closes.map(({ annee }) => annee),
    arretes: apercu.arretes_touches,
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
  const questions = [
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
    ...(compte.numeros_repris && lecture.numeros_repris === undefined
      ? ['Des numéros déjà enregistrés reviennent\u00A0: d’autres dons, ou des corrections\u202F?']
      : []),
    ...compte.a_confirmer,
  ]
  return {
    questions: lignes.lues === 0 ? [] : questions,
    annees: compte.annees_changees,
    arretes: compte.arretes,
    rien:
      dons.nouveaux + dons.modifies + dons.mis_a_zero + donateurs.nouveaux + fiches.modifiees === 0,
    rejets: lignes.rejets,
    lignes: lignes.lues,
  }
}

/** What is left to a person of these, once somebody said beforehand which changes may be; `comment` adds how to say so. */
export const resteADecider = (
  { questions, annees, arretes }: Attentes,
  permis: Readonly<Record<'annees' | 'arretes', boolean>>,
  comment: (what: 'annees-closes' | 'arretes') => string = () => '',
): string[] => [
  ...questions,
  ...(annees.length > 0 && !permis.annees
    ? [`Des années closes changent\u00A0: ${annees.join(', ')}.${comment('annees-closes')}`]
    : []),
  ...(arretes.length > 0 && !permis.arretes
    ? [
        `Des arrêtés ne seraient plus ceux des chiffres\u00A0: ${arretes.join(', ')}.${comment('arretes')}`,
      ]
    : []),
]

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
