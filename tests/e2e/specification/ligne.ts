/** One line of the specification and the test that shows it: its file below tests/ and a part of its title. */
export interface Ligne {
  section: number
  ligne: string
  fichier: string
  test: string
}

/** Lines that tests of one file show. */
export const lignesDe = (
  fichier: string,
  lignes: readonly (readonly [section: number, ligne: string, test: string])[],
): Ligne[] => lignes.map(([section, ligne, test]) => ({ section, ligne, fichier, test }))
