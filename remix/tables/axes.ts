import { AXES, type AxeCroise, AXES_CROISES, estDesDons, reponseDe } from '#contract/axes'
import type { EnteteCroisee, MesureCroisee, Parts } from '#contract/croisements'
import { nommerDepartement, nommerRegion } from '#contract/departements'
import type { Axe } from '#contract/ventilation'
import { capital, MONTH_NAMES, plural } from '#figures/format'
import { profileLabel } from './profils'
import { bandTitle } from './tranches'

export const nameAxe = (axe: AxeCroise): string => AXES[axe].nom

const named = <Nom extends AxeCroise>(axes: readonly Nom[]) =>
  axes.map((axe): [Nom, string] => [axe, nameAxe(axe)])

/** What a year's gifts are broken down by, in words. */
export const AXES_VENTILES = named<Axe>(['campagne', 'famille', 'media', 'origine', 'produit'])

/** What may be crossed: what is asked of a gift, and of its donor. */
export const AXES_GROUPES: readonly [string, readonly [AxeCroise, string][]][] = [
  ['Dons', named(AXES_CROISES.filter(estDesDons))],
  ['Donateurs', named(AXES_CROISES.filter((axe) => !estDesDons(axe)))],
]

const NAMES: Partial<Record<AxeCroise, (code: string) => string>> = {
  departement: nommerDepartement,
  region: nommerRegion,
  profil: profileLabel,
  tranche: bandTitle,
  mois: (code) => capital(MONTH_NAMES[Number(code) - 1] ?? code),
  tranche_don: bandTitle,
}

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

export const nameMesure = (mesure: MesureCroisee): string => new Map(MESURES).get(mesure) ?? mesure
export const namePart = (parts: Parts): string => new Map<string, string>(PARTS).get(parts) ?? parts

/** A heading in words; « Autres » says of how many. */
export const nameEntete = (axe: AxeCroise, { code, regroupe }: EnteteCroisee): string =>
  regroupe
    ? `${code} (${plural(regroupe, 'code')})`
    : (reponseDe(axe, code)?.entete ?? NAMES[axe]?.(code) ?? code)
