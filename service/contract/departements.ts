import { ANNEE_POPULATION, INCONNU, LIGNES, NOMS_REGIONS } from './lieux'

export interface LieuConnu {
  code: string
  nom: string
  /** Null for donors whose place is not known. */
  population: number | null
  annee_population: number | null
}
export interface DepartementConnu extends LieuConnu {
  region: string
}

/** Every department in the order of codes, then the donors of none. */
export const DEPARTEMENTS: readonly DepartementConnu[] = [
  ...Object.entries(LIGNES)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, [nom, region, population, annee_population = ANNEE_POPULATION]]) => ({
      code,
      nom,
      region,
      population,
      annee_population,
    })),
  {
    code: INCONNU,
    nom: 'Étranger ou inconnu',
    region: INCONNU,
    population: null,
    annee_population: null,
  },
]

/** The departments by code. */
export const PAR_CODE = new Map(DEPARTEMENTS.map((one) => [one.code, one]))

/** Every region, each with its departments; its population is of several years where theirs are. */
export const REGIONS: readonly (LieuConnu & { departements: readonly string[] })[] = Object.entries(
  NOMS_REGIONS,
)
  .sort(([one], [other]) => rangOf(one) - rangOf(other) || (one < other ? -1 : 1))
  .map(([code, nom]) => {
    const own = DEPARTEMENTS.filter(({ region }) => region === code)
    const known = own.flatMap(({ population }) => population ?? [])
    const years = new Set(own.map(({ annee_population }) => annee_population))
    return {
      code,
      nom,
      population: known.length > 0 ? known.reduce((sum, one) => sum + one, 0) : null,
      annee_population: years.size === 1 ? (own[0]?.annee_population ?? null) : null,
      departements: own.map((one) => one.code),
    }
  })

function rangOf(code: string): number {
  if (code === INCONNU) return 3
  if (code === 'COM') return 2
  return code.startsWith('0') ? 1 : 0
}

/** `Ain (01)`; a region by its name alone. */
export const nommerDepartement = (code: string): string => {
  const { nom } = PAR_CODE.get(code) ?? { nom: code }
  return code === INCONNU ? nom : `${nom} (${code})`
}
export const nommerRegion = (code: string): string => NOMS_REGIONS[code] ?? code

export const regionDe = (departement: string): string =>
  PAR_CODE.get(departement)?.region ?? INCONNU

/** The departments of a region. */
export const departementsDe = (region: string): readonly string[] =>
  REGIONS.find(({ code }) => code === region)?.departements ?? []
