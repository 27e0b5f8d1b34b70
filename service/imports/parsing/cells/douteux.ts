/** Days that programs write where they have none, as YYYYMMDD. */
export const JOURS_VIDES: ReadonlySet<number> = new Set([1900_01_01, 1904_01_01, 1970_01_01])

/** So many years before nearly all others a day is asked about. */
const LOIN = 10
const PRESQUE_TOUS = 0.99

interface DeLAnnee {
  annee: number
  lignes: number
}

/** The years that lie far before those of nearly all other rows. */
export function anneesLointaines<Annee extends DeLAnnee>(annees: readonly Annee[]): Annee[] {
  const lignesDe = (of: readonly DeLAnnee[]) => of.reduce((sum, { lignes }) => sum + lignes, 0)
  return annees.filter((one) => {
    const autres = annees.filter((other) => other !== one)
    const apres = autres.filter(({ annee }) => annee >= one.annee + LOIN)
    return apres.length > 0 && lignesDe(apres) >= PRESQUE_TOUS * lignesDe(autres)
  })
}
