import type { Sent } from '../../platform/http/pace'
import { Problem } from '../../problem'

/** Concurrent uploads; each holds up to four connections. */
export const PLACES = 3
/** Allows both files of one person at once; nobody takes every slot. */
const PLACES_OF_ONE = 2

/** While somebody waits for a slot, who sends more slowly gives way: a slow line carries 20 KiB/s. */
const LEAST_PER_SECOND = 16 * 1024
/** Nobody is slow who was waited for shorter than that. */
const JUDGED_MS = 5_000
/** What somebody has sent before counts for so long: a request that begins again is not a new sender. */
const REMEMBERED_MS = 60_000

const ALL_TAKEN = 'Trois fichiers sont déjà en cours d’envoi. Réessayez dans un instant.'
const OWN_TAKEN =
  'Deux fichiers de votre poste sont déjà en cours d’envoi. Attendez la fin de l’un d’eux, puis recommencez.'

/** A slot that somebody has, and how the file gets on once it is being read. */
export interface Place {
  personne: string
  sending?: { sent: Sent; cut: () => void }
}

/** Runs a person's work in a slot. */
export type InPlace = <Result>(
  personne: string,
  work: (place: Place) => Promise<Result>,
) => Promise<Result>

/** Gives slots to whoever asks; throws a Problem if none is free for them, nor can be freed of a slow sender. */
export function createPlaces(now: () => number = () => performance.now()): InPlace {
  const taken = new Set<Place>()
  let ended: { personne: string; sent: Sent; at: number }[] = []

  const isSlow = (personne: string): boolean => {
    const present = [...taken].flatMap(({ sending, ...place }) =>
      sending ? [{ ...place, sent: sending.sent }] : [],
    )
    const own = [...ended, ...present].filter((one) => one.personne === personne)
    const ms = own.reduce((sum, { sent }) => sum + sent.ms, 0)
    const bytes = own.reduce((sum, { sent }) => sum + sent.bytes, 0)
    return ms >= JUDGED_MS && bytes * 1_000 < LEAST_PER_SECOND * ms
  }
  const forget = () => {
    ended = ended.filter(({ at }) => now() - at <= REMEMBERED_MS)
  }
  const release = (place: Place) => {
    forget()
    const { personne, sending } = place
    if (taken.delete(place) && sending) ended.push({ personne, sent: sending.sent, at: now() })
  }
  /** Takes a slot from a slow sender, for one who is not. */
  const freeOne = (personne: string) => {
    forget()
    if (isSlow(personne)) return
    const slow = [...taken].find((place) => place.sending && isSlow(place.personne))
    if (!slow) return
    release(slow)
    slow.sending?.cut()
  }
  return async (personne, work) => {
    if ([...taken].filter((one) => one.personne === personne).length >= PLACES_OF_ONE)
      throw new Problem('trop_de_demandes', OWN_TAKEN)
    if (taken.size >= PLACES) freeOne(personne)
    if (taken.size >= PLACES) throw new Problem('trop_de_demandes', ALL_TAKEN)
    const place: Place = { personne }
    taken.add(place)
    try {
      return await work(place)
    } finally {
      release(place)
    }
  }
}
