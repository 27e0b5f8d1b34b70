/** Today in Paris, as fields of a day have it. */
export const today = (): string =>
  new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' })
