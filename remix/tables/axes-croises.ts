import type { AxeCroise, EnteteCroisee, MesureCroisee, Parts } from '#contract/croisements'
import { nommerDepartement, nommerRegion } from '#contract/departements'
import { Statut } from '#contract/recherche'
import { capital, MONTH_NAMES, plural } from '#figures/format'
import { profileLabel } from './profils'
import { SEGMENTS } from './segments'
import { STATUT_TITRES } from './statuts'
import { bandTitle } from './tranches'

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

const NAMES: Partial<Record<AxeCroise, (code: string) => string>> = {
  departement: nommerDepartement,
  region: nommerRegion,
  profil: profileLabel,
  tranche: bandTitle,
  segment: (code) => SEGMENTS.find(({ segment }) => segment === code)?.title ?? code,
  anciennete: (code) => (code === 'nouveaux' ? 'Nouveaux' : 'Anciens'),
  mois: (code) => capital(MONTH_NAMES[Number(code) - 1] ?? code),
  tranche_don: bandTitle,
  statut: (code) => {
    const statut = Statut.safeParse(code).data
    return statut ? STATUT_TITRES[statut] : code
  },
  regulier: (code) => (code === 'oui' ? 'Réguliers' : 'Non réguliers'),
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

export const nameAxe = (axe: AxeCroise): string => AXES.get(axe) ?? axe
export const nameMesure = (mesure: MesureCroisee): string => new Map(MESURES).get(mesure) ?? mesure
export const namePart = (parts: Parts): string => new Map<string, string>(PARTS).get(parts) ?? parts

/** A heading in words; « Autres » says of how many. */
export const nameEntete = (axe: AxeCroise, { code, regroupe }: EnteteCroisee): string =>
  regroupe ? `${code} (${plural(regroupe, 'code')})` : (NAMES[axe]?.(code) ?? code)
