import { Problem } from '../../problem'

/** Concurrent uploads; each holds up to four connections. */
export const PLACES = 3
/** Allows both files of one person at once; nobody takes every slot. */
const PLACES_OF_ONE = 2

const ALL_TAKEN = 'Trois fichiers sont déjà en cours d’envoi. Réessayez dans un instant.'
const OWN_TAKEN =
  'Deux fichiers de votre poste sont déjà en cours d’envoi. Attendez la fin de l’un d’eux, puis recommencez.'

/** Runs a person's work in a slot; throws a Problem if none is free for them. */
export function createPlaces(): <Result>(
  personne: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const taken: string[] = []
  return async (personne, work) => {
    if (taken.filter((one) => one === personne).length >= PLACES_OF_ONE)
      throw new Problem('trop_de_demandes', OWN_TAKEN)
    if (taken.length >= PLACES) throw new Problem('trop_de_demandes', ALL_TAKEN)
    taken.push(personne)
    try {
      return await work()
    } finally {
      taken.splice(taken.indexOf(personne), 1)
    }
  }
}
