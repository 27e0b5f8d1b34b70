import type { ChampFichier, Colonne, Identite, LectureFichier, Sort } from '#contract/lecture'
import { citer } from '#figures/format'
import { normalise } from '#files/entetes'
import { Problem } from '../../problem'
import { uniteDuTitre } from '../parsing/cells/devises'
import { titreRempli } from '../parsing/lexique'
import type { Feuille } from '../staging/octets'
import type { Entete } from './entete'

/**
 * What of a cell decides: its text; whether it is filled; of an amount its currency; of a day one that no gift has, or that
 * lies far before all others. The last two need nobody to ask for them.
 */
export interface Decideur {
  colonne: Colonne
  place: number
  valeurs: Map<string, Sort>
  par: 'texte' | 'rempli' | 'devise' | 'jour'
  /** In what amounts are whose cells do not say it. */
  unite?: string | undefined
}

/** A reading whose columns are places in the rows of one file, from 0. */
export interface Plan {
  lecture: LectureFichier
  entete: Entete
  /** Rows may be shorter than the header: what they lack is empty. */
  courtes: boolean
  /** Rows of a workbook, where days may be true ones, and hidden ones among them. */
  feuille: { masquees: [from: number, to: number][] } | undefined
  champs: Partial<Record<ChampFichier, number>>
  nomComplet: number | undefined
  plus: number[]
  moins: number[]
  sorts: Decideur[]
  /** Of the column that is the key; undefined where none is. */
  cle: number | undefined
  reference: number | undefined
}

const refuse = (champ: string, detail: string) => new Problem('invalide', detail, { champ })

const nameIt = (colonne: Colonne) =>
  typeof colonne === 'number' ? `n°\u00a0${colonne}` : citer(colonne)

/** A value of a column that decides, as it is compared: without case, accents and repeated blanks. */
export const cleValeur = (text: string): string =>
  text
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()

/** The values of a column that decides by being filled. */
export const REMPLI = 'rempli'
export const VIDE = 'vide'

/** Finds columns of a header: by name, or by place where it repeats or is missing. */
export function createTrouver(noms: readonly string[]) {
  const byName = new Map<string, number[]>()
  noms.forEach((nom, place) => {
    const key = normalise(nom)
    if (key !== '') byName.set(key, [...(byName.get(key) ?? []), place])
  })
  /** The place of a column; `many` if its name repeats, undefined if there is none. */
  return (colonne: Colonne): number | 'many' | undefined => {
    if (typeof colonne === 'number') return colonne <= noms.length ? colonne - 1 : undefined
    const [place, other] = byName.get(normalise(colonne)) ?? []
    return other === undefined ? place : 'many'
  }
}

/** Which fields make a key of each kind; an e-mail alone does where no column has names. */
export function estPossible(
  genre: Identite,
  champs: Partial<Record<ChampFichier, unknown>>,
  aNomComplet: boolean,
): boolean {
  const hasName = aNomComplet || champs.lastname !== undefined || champs.company !== undefined
  switch (genre) {
    case 'numero':
      return champs.contact_id !== undefined
    case 'client':
      return champs.client !== undefined
    case 'email_et_nom':
      return champs.email !== undefined
    case 'nom_et_code_postal':
      return champs.zip !== undefined && hasName
  }
}

/** Refuses what no file could be read by. */
function checkLecture({
  cle,
  colonnes,
  nom_complet,
  identite,
  sans_identite,
  montant,
  reference_remboursement,
}: LectureFichier) {
  if (colonnes.order_date === undefined)
    throw refuse('colonnes.order_date', 'Dites quelle colonne contient la date du don.')
  if (cle === 'commande_et_jour' && colonnes.order_id === undefined)
    throw refuse(
      'cle',
      'Pour additionner les lignes d’une même commande, dites quelle colonne contient son numéro.',
    )
  if (typeof cle === 'string' && reference_remboursement !== undefined)
    throw refuse(
      'reference_remboursement',
      'La référence d’un remboursement désigne un don par sa clé\u00a0: choisissez une colonne comme clé.',
    )
  if (new Set(identite).size < identite.length)
    throw refuse('identite', 'Chaque façon de reconnaître un donateur ne se choisit qu’une fois.')
  const isTold = identite.some((genre) => estPossible(genre, colonnes, nom_complet !== undefined))
  if (!isTold && sans_identite === 'rejeter')
    throw refuse(
      'identite',
      'Aucune colonne ne dit qui est le donateur\u00a0: il faut son numéro, son identifiant de client, son e-mail, ou son nom et son code postal\u00a0; ou que tous les dons aillent à «\u00a0Donateur anonyme\u00a0».',
    )
  if (nom_complet !== undefined && (colonnes.firstname ?? colonnes.lastname) !== undefined)
    throw refuse(
      'nom_complet',
      'Le nom est soit dans une seule colonne, soit dans celles du prénom et du nom\u00a0: choisissez.',
    )
  if (montant.plus.length + montant.moins.length > 50)
    throw refuse('montant', 'Un montant s’additionne de 50\u00a0colonnes au plus.')
}

/**
 * Finds the columns of a reading in a file's header. Throws a Problem that names the first column that is missing,
 * repeated or used twice, or what makes no sense.
 */
export function resoudre(
  lecture: LectureFichier,
  entete: Entete,
  feuille?: Pick<Feuille, 'courtes' | 'masquees'>,
): Plan {
  checkLecture(lecture)
  const trouver = createTrouver(entete.noms)
  const find = (colonne: Colonne, champ: string): number => {
    const place = trouver(colonne)
    if (place === 'many')
      throw refuse(
        champ,
        `L’en-tête nomme plusieurs fois ${nameIt(colonne)}\u00a0: choisissez-la par sa place.`,
      )
    if (place === undefined)
      throw refuse(champ, `La colonne ${nameIt(colonne)} n’est pas dans ce fichier.`)
    return place
  }
  const maybe = (colonne: Colonne | undefined, champ: string) =>
    colonne === undefined ? undefined : find(colonne, champ)

  const champs: Partial<Record<ChampFichier, number>> = {}
  for (const [champ, colonne] of Object.entries(lecture.colonnes) as [ChampFichier, Colonne][])
    champs[champ] = find(colonne, `colonnes.${champ}`)
  const plus = lecture.montant.plus.map((colonne) => find(colonne, 'montant.plus'))
  const moins = lecture.montant.moins.map((colonne) => find(colonne, 'montant.moins'))
  const parLui = new Map<number, [Decideur['par'], Colonne]>()
  const { order_date } = lecture.colonnes
  if (champs.order_date !== undefined && order_date !== undefined)
    parLui.set(champs.order_date, ['jour', order_date])
  for (const [places, colonnes] of [
    [plus, lecture.montant.plus],
    [moins, lecture.montant.moins],
  ] as const)
    places.forEach((place, at) => parLui.set(place, ['devise', colonnes[at] ?? place + 1]))
  const uniteDe = (place: number, par: Decideur['par']) =>
    par === 'devise' ? uniteDuTitre(entete.noms[place] ?? '') : undefined
  const sorts = lecture.sorts.map(({ colonne, valeurs }): Decideur => {
    const place = find(colonne, 'sorts')
    const decided = new Map(
      Object.entries(valeurs).map(([valeur, sort]) => [cleValeur(valeur), sort]),
    )
    // A model of before may have decided on the cells themselves.
    const isPlain = [...decided.keys()].every((valeur) => valeur === REMPLI || valeur === VIDE)
    const estRempli = isPlain && titreRempli(entete.noms[place] ?? '')
    const [par = estRempli ? 'rempli' : 'texte'] = parLui.get(place) ?? []
    return { colonne, place, valeurs: decided, par, unite: uniteDe(place, par) }
  })
  for (const [champ, places] of [
    ['montant', [...plus, ...moins]],
    ['sorts', sorts.map(({ place }) => place)],
  ] as const)
    if (new Set(places).size < places.length)
      throw refuse(champ, 'La même colonne est choisie deux fois.')
  for (const [place, [par, colonne]] of parLui)
    if (!sorts.some((sort) => sort.place === place))
      sorts.push({ colonne, place, valeurs: new Map(), par, unite: uniteDe(place, par) })
  return {
    lecture,
    entete,
    courtes: feuille?.courtes === true || lecture.completer_lignes_courtes === true,
    feuille: feuille?.courtes ? { masquees: feuille.masquees ?? [] } : undefined,
    champs,
    nomComplet: maybe(lecture.nom_complet, 'nom_complet'),
    plus,
    moins,
    sorts,
    cle: typeof lecture.cle === 'string' ? undefined : find(lecture.cle.colonne, 'cle'),
    reference: maybe(lecture.reference_remboursement, 'reference_remboursement'),
  }
}
