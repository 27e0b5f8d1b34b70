/** The lists that somebody gave a name. */
export const GARDEES = '/donateurs/listes-gardees'

/** One of them, publication by publication. */
export const keptPath = (liste_id: string): string => `${GARDEES}/${liste_id}`

/** Where the list at this address is given a name: its title, until somebody writes another. */
export const keepingOf = (adresse: string, titre: string): string =>
  `${GARDEES}?${new URLSearchParams({ adresse, titre })}#garder`
