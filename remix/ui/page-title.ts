export const APPLICATION = 'Analyse - Gestion des Dons'

/** Browser tab title: screen, year and page if any, and application. */
export const pageTitle = (screen: string, year?: number, page?: string): string =>
  [[screen, year].filter(Boolean).join(' '), page, APPLICATION].filter(Boolean).join(' – ')
