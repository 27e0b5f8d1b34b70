import type { z } from 'zod'
import { type Fichier } from '#contract/fichiers'
import { type Colonne, LectureFichier } from '#contract/lecture'
import type { Draft } from './draft.server'
import { type Columns, createNames } from './names.server'
import { fieldName, IDENTITES, isRole, PAR_COMMANDE, type Role } from './words'

type Input = z.input<typeof LectureFichier>

/** Nothing is known of such a file but what its columns look like. */
function guessed({ colonnes: columns }: Fichier): Omit<Draft, 'ligne'> {
  const roles: Draft['roles'] = {}
  for (const { place, propose } of columns) if (isRole(propose)) roles[place] = [propose]
  const id = columns.find(({ propose }) => propose === 'id')
  return {
    roles,
    valeurs: {},
    constantes: {},
    cle: id?.place ?? PAR_COMMANDE,
    identite: [],
    sans_identite: 'rejeter',
    fuseau: 'tel quel',
    jours: columns.find(({ propose }) => propose === 'order_date')?.jours ?? 'auto',
    prefixe: 'OUTIL',
  }
}

/** Columns whose currency, or whose day, is asked about without anybody saying that they decide. */
export const isAsked = (roles: readonly Role[] = []) =>
  roles.some((role) => role === 'plus' || role === 'moins' || role === 'order_date')

/** A reading as the form has it; what the file lacks of it is left out. */
function drafted(lecture: LectureFichier, columns: Columns): Omit<Draft, 'ligne'> {
  const { placeOf } = createNames(columns)
  const roles: Draft['roles'] = {}
  const give = (colonne: Colonne, role: Role) => {
    const place = placeOf(colonne)
    if (place !== undefined) roles[place] = [...(roles[place] ?? []), role]
    return place
  }
  const { montant, nom_complet, reference_remboursement, cle } = lecture
  montant.plus.forEach((colonne) => give(colonne, 'plus'))
  montant.moins.forEach((colonne) => give(colonne, 'moins'))
  for (const [field, colonne] of Object.entries(lecture.colonnes))
    if (isRole(field)) give(colonne, field)
  if (nom_complet !== undefined) give(nom_complet, 'nom_complet')
  if (reference_remboursement !== undefined)
    give(reference_remboursement, 'reference_remboursement')
  const valeurs: Draft['valeurs'] = {}
  for (const sort of lecture.sorts) {
    const found = placeOf(sort.colonne)
    const isTold = Object.keys(sort.valeurs).length > 0 && isAsked(roles[found ?? 0])
    const place = isTold ? found : give(sort.colonne, 'sort')
    if (place !== undefined) valeurs[place] = sort.valeurs
  }
  const { constantes, identite, sans_identite, fuseau, jours, prefixe } = lecture
  const key = typeof cle === 'string' ? cle : placeOf(cle.colonne)
  const sansEffet = lecture.sans_effet?.flatMap((colonne) => placeOf(colonne) ?? [])
  const others = { constantes, identite, sans_identite, fuseau, jours, prefixe }
  return {
    roles,
    valeurs,
    cle: key ?? PAR_COMMANDE,
    ...(sansEffet && { sansEffet }),
    ...(lecture.jour_constant && { jourConstant: lecture.jour_constant }),
    ...(lecture.completer_lignes_courtes && { completer: true as const }),
    ...others,
  }
}

/**
 * The form that a page begins with: the reading proposed for the file, or what its columns look like. Where neither a model nor an
 * earlier import says by what donors are known, all ways are offered: those that lack their columns are left out.
 */
export const draftOf = (fichier: Fichier, modele: string | undefined): Draft => ({
  ...(fichier.lecture ? drafted(fichier.lecture, fichier.colonnes) : guessed(fichier)),
  ...(!modele && !fichier.precedent && { identite: IDENTITES.map(([kind]) => kind) }),
  ...(fichier.feuille !== null && { feuille: fichier.feuille }),
  ligne: fichier.ligne_entete,
  ...(modele && { modele }),
})

/** Roles that are no field of a gift or a donor. */
const PARTS: readonly Role[] = ['plus', 'moins', 'sort', 'nom_complet', 'reference_remboursement']

/** The columns that a form names, and what is wrong with that. */
function readRoles(draft: Draft, columns: Columns) {
  const { nameOf } = createNames(columns)
  const faults: string[] = []
  const byRole = new Map<Role, number[]>()
  for (const { place } of columns)
    for (const role of draft.roles[place] ?? [])
      byRole.set(role, [...(byRole.get(role) ?? []), place])
  const placesOf = (role: Role) => byRole.get(role) ?? []
  const one = (role: Role): Colonne | undefined => {
    const [place, other] = placesOf(role)
    if (other !== undefined)
      faults.push(`Deux colonnes sont «\u00A0${fieldName(role)}\u00A0»\u00A0: gardez-en une seule.`)
    return place === undefined ? undefined : nameOf(place)
  }
  const colonnes: Input['colonnes'] = {}
  for (const role of byRole.keys()) {
    const colonne = PARTS.includes(role) ? undefined : one(role)
    if (colonne !== undefined) colonnes[role as keyof typeof colonnes] = colonne
  }
  return { nameOf, placesOf, one, colonnes, faults }
}

/** What a form says, as a reading; or what it lacks, as sentences. */
export function lectureOf(
  draft: Draft,
  columns: Columns,
): { lecture: LectureFichier } | { faults: string[] } {
  const { nameOf, placesOf, one, colonnes, faults } = readRoles(draft, columns)
  const nom_complet = one('nom_complet')
  const reference = one('reference_remboursement')
  const isNamed = Boolean(colonnes.lastname ?? colonnes.company ?? nom_complet)
  const may: Record<Draft['identite'][number], boolean> = {
    numero: colonnes.contact_id !== undefined,
    client: colonnes.client !== undefined,
    email_et_nom: colonnes.email !== undefined,
    nom_et_code_postal: isNamed && colonnes.zip !== undefined,
  }
  const told = draft.identite.filter((kind) => may[kind])
  // Where every gift shall go to one, a reading says so by a way that the file has nothing for.
  const untold = IDENTITES.map(([kind]) => kind).filter((kind) => !may[kind])
  const isNobody = told.length === 0 && draft.sans_identite === 'anonyme'
  const identite = isNobody ? untold.slice(0, 1) : told
  if (placesOf('plus').length === 0) faults.push(MISSING.plus)
  if (!colonnes.order_date) faults.push(MISSING.order_date)
  if (draft.cle === PAR_COMMANDE && !colonnes.order_id) faults.push(MISSING.cle)
  if (identite.length === 0) faults.push(MISSING.identite)
  if (faults.length > 0) return { faults }
  const { feuille, ligne, valeurs, constantes, cle, sans_identite, fuseau, jours, prefixe } = draft
  const asked = columns
    .map(({ place }) => place)
    .filter(
      (place) =>
        isAsked(draft.roles[place]) &&
        !draft.roles[place]?.includes('sort') &&
        Object.keys(valeurs[place] ?? {}).length > 0,
    )
  const read = LectureFichier.safeParse({
    ...(feuille !== undefined && { feuille }),
    ligne_entete: ligne,
    colonnes,
    ...(nom_complet !== undefined && { nom_complet }),
    montant: { plus: placesOf('plus').map(nameOf), moins: placesOf('moins').map(nameOf) },
    constantes,
    sorts: [...placesOf('sort'), ...asked].map((place) => ({
      colonne: nameOf(place),
      valeurs: valeurs[place] ?? {},
    })),
    ...(draft.sansEffet && { sans_effet: draft.sansEffet.map(nameOf) }),
    cle: typeof cle === 'string' ? cle : { colonne: nameOf(cle) },
    identite,
    sans_identite,
    fuseau,
    jours,
    ...(reference !== undefined && { reference_remboursement: reference }),
    prefixe,
    ...(draft.completer && { completer_lignes_courtes: draft.completer }),
    ...(draft.jourConstant && { jour_constant: draft.jourConstant }),
    ...(draft.masquees && { lignes_masquees: draft.masquees }),
    ...(draft.repris && { numeros_repris: draft.repris }),
  } satisfies Input)
  if (read.success) return { lecture: read.data }
  return { faults: [...new Set(read.error.issues.map(({ path }) => sentenceOf(path[0])))] }
}

const MISSING = {
  plus: 'Aucune colonne ne dit le montant\u00A0: choisissez «\u00A0Montant +\u00A0» pour l’une d’elles.',
  order_date:
    'Aucune colonne ne dit la date\u00A0: choisissez «\u00A0Date du don\u00A0» pour l’une d’elles.',
  cle: 'Rien ne dit quelles lignes sont le même don\u00A0: choisissez la colonne du «\u00A0Numéro de commande\u00A0», ou une colonne sous «\u00A0Un don, c’est\u00A0». Si le fichier ne numérote rien, choisissez «\u00A0un donateur, un jour et un montant\u00A0», et lisez ce que cela risque.',
  identite:
    'Rien ne dit qui a donné\u00A0: choisissez la colonne du «\u00A0Numéro du donateur\u00A0», celles de l’«\u00A0E-mail\u00A0» et du «\u00A0Nom\u00A0», ou celles du «\u00A0Nom\u00A0» et du «\u00A0Code postal\u00A0». Si le fichier ne nomme personne, choisissez que ces dons aillent à «\u00A0Donateur anonyme\u00A0».',
}

const FAULTS: Readonly<Record<string, string>> = {
  montant: 'Cinquante colonnes au plus font un montant.',
  sorts: 'Cent colonnes au plus disent si une ligne compte.',
  jour_constant:
    'Le jour des dates sans jour s’écrit avec deux chiffres pour le jour et deux pour le mois, comme 31/12.',
  prefixe: 'Le préfixe a de 1 à 8 majuscules ou chiffres, et commence par une lettre.',
  constantes: 'Un code a 100 caractères au plus.',
}

const sentenceOf = (part: PropertyKey | undefined): string =>
  FAULTS[String(part)] ??
  'Cette lecture ne se comprend pas\u00A0: vérifiez les choix, puis relisez le fichier.'
