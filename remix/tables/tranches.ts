/** `De 20 à 50`; the open band is `5000 et +`. */
export function bandTitle(band: string): string {
  const [from = '', to] = band.split('-')
  return to === undefined ? `${from.replace('+', '')} et +` : `De ${from} à ${to}`
}
