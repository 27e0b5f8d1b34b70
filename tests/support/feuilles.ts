import { adresseDe, type Case, type Feuille, ligneDe } from './classeur'

export const feuilleDe = (feuilles: Feuille[], nom: string): Feuille => {
  const found = feuilles.find((une) => une.nom === nom)
  if (!found) throw new Error(`No sheet ${nom}`)
  return found
}

/** What a cell shows, as the service says it: a share of 0.142 is 14.2 percent. */
export function montre({ valeur, format }: Case): string | number {
  return typeof valeur === 'number' && format.includes('%')
    ? Number((valeur * 100).toFixed(9))
    : valeur
}

/** A cell of the workbook as the CSV file of the same table has it. */
function commeCsv(une: Case | undefined): string {
  if (une === undefined) return ''
  const valeur = montre(une)
  if (typeof valeur === 'string') return valeur
  return (une.format.includes('€') ? valeur.toFixed(2) : String(valeur)).replace('.', ',')
}

export const lignesDe = ({ cases, lignes, largeurs }: Feuille): string[][] =>
  Array.from({ length: lignes - 1 }, (_, ligne) =>
    largeurs.map((_, colonne) => commeCsv(cases.get(adresseDe(ligne + 1, colonne)))),
  )

const toutesLignes = (feuille: Feuille) =>
  Array.from({ length: feuille.lignes }, (_, at) => ligneDe(feuille, at))

/** What the last sheet says of the workbook. */
export const faitsDe = (feuille: Feuille) =>
  new Map(toutesLignes(feuille).map(([nom, dit]) => [nom, dit] as const))

/** What it says of a sheet. */
export const reglesDe = (feuille: Feuille, nom: string) =>
  toutesLignes(feuille)
    .find(([un]) => un === nom)
    ?.slice(1, 7)
