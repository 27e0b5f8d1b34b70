import { MOTS } from '../../service/donateurs/recherche/words'
import type { Db } from '../../service/platform/database/connect'
import { derive } from '../../service/platform/jobs/derived'
import { SIGNALEMENTS } from '../../service/verification/trouver'
import { type Don, don, insertDons } from './dons'
import { publier } from './publier'

type Carte = Partial<
  Record<'firstname' | 'lastname' | 'city' | 'zip' | 'email' | 'phone', string> & {
    is_company: boolean
  }
>

/** A card that no rule minds. */
const HONNETE = { firstname: 'Camille', lastname: 'Martin', city: 'Paris', zip: '75011', phone: '' }

export interface Donateur {
  carte?: Carte | undefined
  dons?: Partial<Don>[]
}

/** Looks for reasons in what is published, as a service that listens does. */
export async function chercherSuspects(db: Db): Promise<void> {
  await derive(db, MOTS)
  await derive(db, SIGNALEMENTS)
}

/** Publishes what is stored, and looks for reasons. */
export async function chercher(db: Db): Promise<void> {
  await publier(db)
  await chercherSuspects(db)
}

/** Publishes these donors, each of one honest gift where none is given, and looks for reasons. */
export async function donner(db: Db, donateurs: Record<string, Donateur>): Promise<void> {
  const cartes = Object.entries(donateurs).map(([contact_id, { carte }]) => ({
    contact_id,
    ...HONNETE,
    email: `${contact_id.toLowerCase()}@courriel.fr`,
    ...carte,
  }))
  await db.insertInto('donateurs').values(cartes).execute()
  const dons = Object.entries(donateurs).flatMap(([contact_id, { dons = [{}] }]) =>
    dons.map((given) => don({ contact_id, ...given })),
  )
  await insertDons(db, dons)
  await chercher(db)
}
