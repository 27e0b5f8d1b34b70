import type { ColonneLue } from '#contract/fichiers'
import type { Colonne, LectureFichier } from '#contract/lecture'
import { ChampFichier, LectureFichier as Schema, SORTS_AU_PLUS } from '#contract/lecture'
import { normalise } from '#files/entetes'
import { createTrouver, estPossible } from './resoudre'

/** What a column is called in a reading: its name, or its place where that repeats, is missing or too long. */
export function createNommer(noms: readonly string[]) {
  const trouver = createTrouver(noms)
  return (place: number): Colonne => {
    const nom = (noms[place - 1] ?? '').trim()
    return nom !== '' && nom.length <= 200 && trouver(nom) === place - 1 ? nom : place
  }
}

const CHAMPS: readonly string[] = ChampFichier.options
const isChamp = (propose: string): propose is ChampFichier => CHAMPS.includes(propose)

/** Three letters of the file's name, or those of a file without any. */
export function prefixeDe(nom: string): string {
  const letters = normalise(nom.replace(/\.\w+$/, ''))
    .replace(/[^a-z]/g, '')
    .toUpperCase()
  return letters.slice(0, 3) || 'OUTIL'
}

/** A column that numbers gifts, else one that numbers orders; of a file that numbers nothing, who gave when how much. */
const cleDe = ({ id, order_id }: Partial<Record<ChampFichier, Colonne>>): LectureFichier['cle'] =>
  id !== undefined
    ? { colonne: id }
    : order_id !== undefined
      ? 'commande_et_jour'
      : 'contact_jour_montant'

/**
 * The reading that names and cells of the columns suggest; null where nothing tells amounts or days. Nothing is decided
 * of what counts.
 */
export function proposer(
  colonnes: readonly ColonneLue[],
  noms: readonly string[],
  { ligne_entete, feuille, nom }: { ligne_entete: number; feuille: string; nom: string },
): LectureFichier | null {
  const nommer = createNommer(noms)
  const of = (propose: string) =>
    colonnes.filter((one) => one.propose === propose).map(({ place }) => nommer(place))
  const champs: Partial<Record<ChampFichier, Colonne>> = {}
  for (const { place, propose } of colonnes)
    if (propose && isChamp(propose)) champs[propose] = nommer(place)
  const [nom_complet] = champs.lastname === undefined ? of('nom_complet') : []
  const [reference] = of('reference_remboursement')
  const identite = (['numero', 'client', 'email_et_nom', 'nom_et_code_postal'] as const).filter(
    (genre) => estPossible(genre, champs, nom_complet !== undefined),
  )
  const { id } = champs
  const proposed = Schema.safeParse({
    ...(feuille !== '' && { feuille }),
    ligne_entete,
    colonnes: champs,
    ...(nom_complet !== undefined && { nom_complet }),
    montant: { plus: of('plus').slice(0, 1), moins: of('moins') },
    constantes: {},
    sorts: of('sort')
      .slice(0, SORTS_AU_PLUS)
      .map((colonne) => ({ colonne, valeurs: {} })),
    cle: cleDe(champs),
    identite: identite.length > 0 ? identite : ['email_et_nom'],
    sans_identite: 'rejeter',
    fuseau: 'tel quel',
    jours: colonnes.find(({ propose }) => propose === 'order_date')?.jours ?? 'auto',
    ...(reference !== undefined && id !== undefined && { reference_remboursement: reference }),
    prefixe: prefixeDe(nom),
  })
  return proposed.success ? proposed.data : null
}
