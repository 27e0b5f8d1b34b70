/** Series of one pace, the months from now to their next date, 0 where it is still to come in this one, and the sum of their amounts. */
export interface EnCours {
  rythme: number
  prochain: number
  montant: number
}

/** What series should bring from a day of the month `mois` to December, and what of it is left if a part of them stops each month. */
export function expectedOf(series: readonly EnCours[], mois: number, arretMensuel: number) {
  let sansArret = 0
  let montant = 0
  for (const une of series)
    for (let apres = une.prochain; mois + apres <= 12; apres += une.rythme) {
      sansArret += une.montant
      montant += une.montant * (1 - arretMensuel) ** apres
    }
  return { montant, sansArret }
}
