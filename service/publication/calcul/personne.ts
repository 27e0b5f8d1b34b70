import { anneeDe } from './calendrier'

/** A gift's codes, each on its axis. */
export const AXES = ['campagne', 'media', 'origine', 'produit'] as const

/** The gifts above 0 of one person as columns, in the order of their days, then of their ids: amounts in cents, codes as numbers. */
export interface Dons {
  nombre: number
  jours: Int32Array
  cents: Float64Array
  /** 1 where the gift is of the campaign VFL. */
  vfl: Uint8Array
  codes: readonly [Int32Array, Int32Array, Int32Array, Int32Array]
}

/** What a person gave in one year: the gifts from `debut` to before `fin`. */
export interface Fait {
  annee: number
  debut: number
  fin: number
  nombreVfl: number
  cents: number
}

/** A person's years with gifts, in their order, and what all of them come to. */
export interface Personne {
  faits: Fait[]
  nombreVfl: number
  cents: number
  /** The second day with a gift. */
  deuxiemeJour: number | undefined
}

/** A sum of cents that is exact; throws where it may not be. */
export function exact(cents: number): number {
  if (!Number.isSafeInteger(cents))
    throw new Error(
      'la somme des dons dépasse 90 000 milliards d’euros, et ne se compterait plus au centime',
    )
  return cents
}

/** The facts of a person, of nothing but that person's gifts. */
export function compterPersonne({ nombre, jours, cents, vfl }: Dons): Personne {
  const personne: Personne = { faits: [], nombreVfl: 0, cents: 0, deuxiemeJour: undefined }
  let fait: Fait | undefined
  for (let don = 0; don < nombre; don++) {
    const jour = jours[don] as number
    if (don > 0 && personne.deuxiemeJour === undefined && jour > (jours[0] as number))
      personne.deuxiemeJour = jour
    const annee = anneeDe(jour)
    if (fait?.annee !== annee) {
      fait = { annee, debut: don, fin: don, nombreVfl: 0, cents: 0 }
      personne.faits.push(fait)
    }
    fait.fin = don + 1
    fait.cents += cents[don] as number
    fait.nombreVfl += vfl[don] as number
    personne.cents += cents[don] as number
    personne.nombreVfl += vfl[don] as number
  }
  exact(personne.cents)
  return personne
}

/** The codes of a year's gifts that are others than its first gift's, in their order, one more than once too. */
export function autresCodes(codes: Int32Array, { debut, fin }: Fait): number[] {
  const autres: number[] = []
  for (let don = debut + 1; don < fin; don++)
    if ((codes[don] as number) !== (codes[debut] as number)) autres.push(codes[don] as number)
  return autres
}

const TRANCHES = [20, 50, 100, 200, 500, 1000, 2000, 5000].map((euros) => euros * 100)

/** The band of an amount, as tranche_montant(). */
export function trancheDe(cents: number): number {
  let tranche = 0
  while (tranche < TRANCHES.length && cents >= (TRANCHES[tranche] as number)) tranche++
  return tranche
}

/** The segment of so many gifts, as segment_frequence(). */
export const segmentDe = (nombre: number): number => (nombre === 1 ? 1 : nombre <= 5 ? 2 : 3)

/** The profile of so many gifts of which so many are VFL, as profil_campagne(). */
export const profilDe = (nombre: number, nombreVfl: number): string =>
  nombreVfl === 0 ? 'PRODUIT' : nombreVfl === nombre ? 'VFL' : 'MIXTE'

/** For how many years a person had not given, 3 for more, 0 in the first. */
export const reculDe = (annee: number, precedente: number | undefined): number =>
  precedente === undefined ? 0 : Math.min(annee - precedente, 3)
