import type { AxeCroise, MesureCroisee, Parts } from '#contract/croisements'

/** What donors may be crossed by. */
export const AXES: readonly [AxeCroise, string][] = [
  ['region', 'Région'],
  ['departement', 'Département'],
  ['annee', 'Année'],
  ['anciennete', 'Nouveaux et anciens'],
  ['profil', 'Profil de campagne'],
  ['tranche', 'Total de l’année'],
  ['segment', 'Nombre de dons'],
]

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

export const nameAxe = (axe: AxeCroise): string => new Map(AXES).get(axe) ?? axe
export const nameMesure = (mesure: MesureCroisee): string => new Map(MESURES).get(mesure) ?? mesure
export const namePart = (parts: Parts): string => new Map<string, string>(PARTS).get(parts) ?? parts
