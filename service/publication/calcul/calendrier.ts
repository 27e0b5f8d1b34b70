/** Days are numbers since 1 January 1970; a month begins with day 1. */
interface Situe {
  annee: number
  mois: number
  quantieme: number
}

/** The days that nearly all gifts are of, looked up: 1900 to 2199. */
const PREMIER = -25_567
const NOMBRE = 109_573

const annees = new Int16Array(NOMBRE)
const mois = new Uint8Array(NOMBRE)
const quantiemes = new Uint8Array(NOMBRE)
const textes: (string | undefined)[] = []

/** Of any day, by the proleptic Gregorian calendar, as PostgreSQL: there is no year 0. */
function lireDate(jour: number): Situe {
  // In eras of 400 years that begin with March, so that the 29 February ends one.
  const depuis = jour + 719_468
  const ere = Math.floor(depuis / 146_097)
  const dansEre = depuis - ere * 146_097
  const anneeDEre = Math.floor(
    (dansEre -
      Math.floor(dansEre / 1_460) +
      Math.floor(dansEre / 36_524) -
      Math.floor(dansEre / 146_096)) /
      365,
  )
  const dansAnnee =
    dansEre - (365 * anneeDEre + Math.floor(anneeDEre / 4) - Math.floor(anneeDEre / 100))
  const rang = Math.floor((5 * dansAnnee + 2) / 153)
  const annee = anneeDEre + ere * 400 + (rang < 10 ? 0 : 1)
  return {
    annee: annee > 0 ? annee : annee - 1,
    mois: rang < 10 ? rang + 3 : rang - 9,
    quantieme: dansAnnee - Math.floor((153 * rang + 2) / 5) + 1,
  }
}

for (let rang = 0; rang < NOMBRE; rang++) {
  const date = lireDate(PREMIER + rang)
  annees[rang] = date.annee
  mois[rang] = date.mois
  quantiemes[rang] = date.quantieme
}

export const anneeDe = (jour: number): number => annees[jour - PREMIER] ?? lireDate(jour).annee

export const moisDe = (jour: number): number => mois[jour - PREMIER] ?? lireDate(jour).mois

export const quantiemeDe = (jour: number): number =>
  quantiemes[jour - PREMIER] ?? lireDate(jour).quantieme

/** As PostgreSQL reads it. */
export function ecrireJour(jour: number): string {
  const rang = jour - PREMIER
  const connu = textes[rang]
  if (connu !== undefined) return connu
  const { annee, mois: leMois, quantieme } = lireDate(jour)
  const deux = (nombre: number) => String(nombre).padStart(2, '0')
  const texte = `${String(Math.abs(annee)).padStart(4, '0')}-${deux(leMois)}-${deux(quantieme)}${annee < 0 ? ' BC' : ''}`
  if (rang >= 0 && rang < NOMBRE) textes[rang] = texte
  return texte
}
