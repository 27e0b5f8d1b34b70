export const APPLICATION = 'Analyse - Gestion des Dons'

/** The title of a browser's tab: the screen, its year and its page where it has them, and the application. */
export const pageTitle = (screen: string, year?: number, page?: string): string =>
  [[screen, year].filter(Boolean).join(' '), page, APPLICATION].filter(Boolean).join(' – ')
