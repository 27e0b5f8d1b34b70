/** Series of one pace, the month of their last gift, and the sum of their amounts; months are counted from January (1). */
export interface EnCours {
  rythme: number
  dernier: number
  montant: number
  /** Whether their date in the present month is still to come. */
  ceMois?: boolean
}

/** More steps than a year has, for a series whose last gift is of the year before. */
const STEPS = 14

/** The months of the year, after `mois`, in which series should give again. */
function monthsDue({ rythme, dernier, ceMois = false }: EnCours, mois: number): number[] {
  const steps = Array.from({ length: STEPS }, (_, step) => dernier + rythme * (step + 1))
  return steps.filter((due) => (due > mois || (due === mois && ceMois)) && due <= 12)
}

/** What series should bring from after `mois` to December, and what of it is left if a part of them stops each month. */
export function expectedOf(series: readonly EnCours[], mois: number, arretMensuel: number) {
  let sansArret = 0
  let montant = 0
  for (const une of series)
    for (const due of monthsDue(une, mois)) {
      sansArret += une.montant
      montant += une.montant * (1 - arretMensuel) ** (due - mois)
    }
  return { montant, sansArret }
}
