import { DEPARTEMENTS, nommerDepartement, REGIONS } from '#contract/departements'

/** Departments to choose from. */
export const departementChoices = (): [string, string][] => [
  ['', 'Tous'],
  ...DEPARTEMENTS.map(({ code }): [string, string] => [code, nommerDepartement(code)]),
]

export const regionChoices = (): [string, string][] => [
  ['', 'Toutes'],
  ...REGIONS.map(({ code, nom }): [string, string] => [code, nom]),
]
