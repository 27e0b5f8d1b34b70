const of = (path: string) => (contact: string) => `${path}?${new URLSearchParams({ contact })}`

/** All that is stored of a person, to read and as a file; and what asks that they be forgotten. */
export const donneesPath = of('/donateurs/donnees')
export const donneesJsonPath = of('/donateurs/donnees.json')
export const effacementPath = of('/donateurs/effacement')
