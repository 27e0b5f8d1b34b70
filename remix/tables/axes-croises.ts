import type { AxeCroise, MesureCroisee, Parts } from '#contract/croisements'

/** What may be crossed: what is asked of a gift, and of its donor. */
const DONS: readonly [AxeCroise, string][] = [
  ['mois', 'Mois'],
  ['media', 'Code média'],
  ['origine', 'Code origine'],
  ['campagne', 'Code campagne'],
  ['famille', 'Famille de campagnes'],
  ['produit', 'Code produit'],
  ['tranche_don', 'Montant du don'],
]
const DONATEURS: readonly [AxeCroise, string][] = [
  ['annee', 'Année'],
  ['region', 'Région'],
  ['departement', 'Département'],
  ['anciennete', 'Nouveaux et anciens'],
  ['statut', 'Statut aujourd’hui'],
  ['regulier', 'Réguliers'],
  ['profil', 'Profil de campagne'],
  ['tranche', 'Total de l’année'],
  ['segment', 'Nombre de dons'],
]
export const AXES_GROUPES: readonly [string, readonly [AxeCroise, string][]][] = [
  ['Dons', DONS],
  ['Donateurs', DONATEURS],
]
const AXES = new Map([...DONS, ...DONATEURS])

export const MESURES: readonly [MesureCroisee, string][] = [
  ['donateurs', 'Donateurs'],
  ['donations', 'Dons'],
  ['montant', 'Montant'],
  ['don_moyen', 'Don moyen'],
]

export const PARTS: readonly [Parts | '', string][] = [
  ['', 'sans parts'],
  ['lignes', 'parts de la ligne'],
  ['colonnes', 'parts de la colonne'],
  ['tout', 'parts de l’ensemble'],
]

export const nameAxe = (axe: AxeCroise): string => AXES.get(axe) ?? axe
export const nameMesure = (mesure: MesureCroisee): string => new Map(MESURES).get(mesure) ?? mesure
export const namePart = (parts: Parts): string => new Map<string, string>(PARTS).get(parts) ?? parts
