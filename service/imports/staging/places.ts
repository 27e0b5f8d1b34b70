import { Problem } from '../../problem'

/** Each file that is read holds up to four connections. */
export const PLACES = 3
/** Both files of one person may come at once; nobody takes every place. */
const PLACES_OF_ONE = 2

const ALL_TAKEN = 'Trois fichiers sont déjà en cours d’envoi. Réessayez dans un instant.'
const OWN_TAKEN =
  'Deux fichiers de votre poste sont déjà en cours d’envoi. Attendez la fin de l’un d’eux, puis recommencez.'

/** Runs the work of a person in one of the places; throws a Problem if none is free for this one. */
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
