import { DOUBLONS } from '../../../service/donateurs/doublons/chercher'
import { GROUPES } from '../../../service/donateurs/doublons/grouper'
import { MOTS } from '../../../service/donateurs/recherche/words'
import type { Db } from '../../../service/platform/database/connect'
import { derive } from '../../../service/platform/jobs/derived'
import { loger } from '../doublons/mesurer'
import type { Ensemble } from './ensemble'

interface Genre {
  memes: boolean
  total: number
  proposees: number
  sures: number
  regles: Set<string>
}
interface Part {
  trouvees: number
  justes: number
}
export interface Mesure {
  genres: Map<string, Genre>
  /** Pairs within groups called sure, and within the others, in all the base. */
  sures: Part
  autres: Part
  /** Pairs called sure that are two people, as their cards say them. */
  fausses: string[]
}

/** Stores this set in an empty base, looks for who may be one person, and tells what is proposed of each kind. */
export async function mesurerPaires(db: Db, ensemble: Ensemble): Promise<Mesure> {
  await loger(db, ensemble)
  await derive(db, MOTS)
  await derive(db, DOUBLONS)
  await derive(db, GROUPES)
  const groupes = await db
    .selectFrom('doublons_groupes')
    .select(['contacts', 'sur', 'regles'])
    .execute()
  const proposees = new Map<string, { sur: boolean; regles: readonly string[] }>()
  const fausses: string[] = []
  const cartes = new Map(
    ensemble.fiches.map((fiche) => [fiche.contact_id, Object.values(fiche).join(' ')]),
  )
  const parts = { true: { trouvees: 0, justes: 0 }, false: { trouvees: 0, justes: 0 } }
  for (const { contacts, sur, regles } of groupes)
    for (const [at, one] of contacts.entries())
      for (const other of contacts.slice(at + 1)) {
        const key = [one, other].toSorted().join(' ')
        proposees.set(key, { sur: sur || (proposees.get(key)?.sur ?? false), regles })
        const part = parts[`${sur}`]
        part.trouvees += 1
        if (ensemble.personnes.get(one) === ensemble.personnes.get(other)) part.justes += 1
        else if (sur) fausses.push(`${regles.join(' ')}: ${cartes.get(one)} | ${cartes.get(other)}`)
      }
  const genres: Mesure['genres'] = new Map()
  for (const { genre, memes, contacts } of ensemble.plantees) {
    const line = genres.get(genre) ?? {
      ...{ memes, total: 0, proposees: 0, sures: 0 },
      regles: new Set<string>(),
    }
    genres.set(genre, line)
    const found = proposees.get(contacts.toSorted().join(' '))
    line.total += 1
    if (!found) continue
    line.proposees += 1
    if (found.sur) line.sures += 1
    for (const regle of found.regles) line.regles.add(regle)
  }
  return { genres, sures: parts.true, autres: parts.false, fausses }
}
