import type { Fichier } from '#contract/fichiers'
import type { ChampFichier, Colonne, LectureFichier, Modele } from '#contract/lecture'
import { normalise } from '#files/entetes'
import { createTrouver, estPossible } from './resoudre'

type Reconnu = Fichier['modeles'][number] & { lecture: LectureFichier | null }

/** « Montant * » in a model's sum: every column « Montant X » beside one named « X », that nothing else uses. */
const beginningOf = (colonne: Colonne): string | undefined =>
  typeof colonne === 'string' && colonne.endsWith(' *')
    ? colonne.slice(0, -1).toLowerCase()
    : undefined

const nameOf = (colonne: Colonne) => (typeof colonne === 'number' ? `n°\u00a0${colonne}` : colonne)

const NAMED = 50
const FEWEST = 2

/** Columns that a model names, as they are searched. */
export const colonnesDuModele = ({ lecture }: Modele): string[] =>
  [
    ...Object.values(lecture.colonnes),
    lecture.nom_complet,
    ...lecture.montant.plus,
    ...lecture.montant.moins,
    ...lecture.sorts.map(({ colonne }) => colonne),
    typeof lecture.cle === 'string' ? undefined : lecture.cle.colonne,
    lecture.reference_remboursement,
  ].flatMap((colonne) =>
    typeof colonne === 'string' && beginningOf(colonne) === undefined ? [normalise(colonne)] : [],
  )

/**
 * Whether a header has the columns of a model: all that it needs, « reconnu »; enough of them, « propose »; else
 * undefined. Its reading comes back without the optional columns that are missing, null where a needed one is.
 */
export function reconnaitre(
  modele: Modele,
  noms: readonly string[],
  { ligne_entete, feuille }: { ligne_entete: number; feuille: string },
): Reconnu | undefined {
  const { lecture } = modele
  const trouver = createTrouver(noms)
  const used = new Set<number>()
  const manquantes: string[] = []
  const absentes: string[] = []
  let found = 0
  let isByPlace = false
  const find = (colonne: Colonne, isNeeded: boolean): boolean => {
    const place = trouver(colonne)
    if (typeof place === 'number') {
      used.add(place)
      isByPlace ||= typeof colonne === 'number'
      if (isNeeded && typeof colonne === 'string') found++
      return true
    }
    ;(isNeeded ? manquantes : absentes).push(nameOf(colonne))
    return false
  }
  const isCommande = lecture.cle === 'commande_et_jour'
  const isNeeded = (champ: string) => champ === 'order_date' || (champ === 'order_id' && isCommande)
  const colonnes = Object.fromEntries(
    Object.entries(lecture.colonnes).filter(([champ, colonne]) => find(colonne, isNeeded(champ))),
  ) as Partial<Record<ChampFichier, Colonne>>
  const hasName = lecture.nom_complet !== undefined && find(lecture.nom_complet, false)
  const [first, ...others] = lecture.montant.plus
  const plus = (first === undefined ? [] : [first]).filter((colonne) => find(colonne, true))
  const exact = (colonne: Colonne) => beginningOf(colonne) === undefined
  plus.push(...others.filter((colonne) => exact(colonne) && find(colonne, false)))
  const moins = lecture.montant.moins.filter((colonne) => exact(colonne) && find(colonne, false))
  // A column that is not there is one of empty cells: what those are may be decided.
  const sorts = lecture.sorts.filter(({ colonne, valeurs }) =>
    find(colonne, !Object.hasOwn(valeurs, '')),
  )
  const hasCle = typeof lecture.cle === 'string' || find(lecture.cle.colonne, true)
  const reference = lecture.reference_remboursement
  const hasReference = reference !== undefined && find(reference, false)

  const plain = noms.map((nom) => nom.trim().toLowerCase())
  const alike = (beginning: string, sums: Colonne[]) =>
    noms.forEach((nom, place) => {
      const amount = plain[place] ?? ''
      const option = amount.startsWith(beginning) ? amount.slice(beginning.length).trim() : ''
      if (used.has(place) || option === '' || !plain.includes(option)) return
      used.add(place)
      sums.push(trouver(nom) === place && nom.length <= 200 ? nom : place + 1)
    })
  for (const [sums, wanted] of [
    [plus, others],
    [moins, lecture.montant.moins],
  ] as const)
    for (const colonne of wanted) {
      const beginning = beginningOf(colonne)
      if (beginning !== undefined) alike(beginning, sums)
    }

  const isKnown = lecture.identite.some((genre) => estPossible(genre, colonnes, hasName))
  if (!isKnown) manquantes.push(...absentes.splice(0))
  if (found < Math.max(FEWEST, manquantes.length)) return undefined
  const {
    nom_complet: _nom,
    reference_remboursement: _reference,
    feuille: _feuille,
    sans_effet = [],
    ...rest
  } = lecture
  const effectless = sans_effet.filter((colonne) => {
    const place = trouver(colonne)
    if (typeof place === 'number') used.add(place)
    return place !== undefined
  })
  // What stands at a place in one file may stand elsewhere in the next: people look first.
  const isWhole = manquantes.length === 0 && hasCle && !isByPlace
  return {
    id: modele.id,
    nom: modele.nom,
    version: modele.version,
    etat: isWhole ? 'reconnu' : 'propose',
    livre: modele.livre,
    manquantes: manquantes.slice(0, NAMED),
    absentes: absentes.slice(0, NAMED),
    nouvelles: noms.filter((nom, place) => nom !== '' && !used.has(place)).slice(0, NAMED),
    remarques: modele.remarques,
    lecture:
      plus.length === 0
        ? null
        : {
            ...rest,
            ligne_entete,
            ...(feuille !== '' && { feuille }),
            colonnes,
            ...(hasName &&
              lecture.nom_complet !== undefined && { nom_complet: lecture.nom_complet }),
            montant: { plus, moins },
            sorts,
            ...(effectless.length > 0 && { sans_effet: effectless }),
            ...(hasReference && { reference_remboursement: reference }),
          },
  }
}
