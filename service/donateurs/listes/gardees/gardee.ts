import { type RawBuilder, sql } from 'kysely'
import { type ListeQuery } from '#contract/listes'
import type { Db } from '../../../platform/database/connect'
import { Problem } from '../../../problem'
import { readAdresse } from './adresse'

/** A kept list, and the publication that it is compared with. */
export interface Gardee {
  liste_id: string
  nom: string
  query: ListeQuery
  publication: number
  /** When that was; null before the first. */
  publie_le: string | null
}

/** The kept list that a request for who entered or left names; throws a Problem for one that is not kept, or was not counted then. */
export async function readGardee(
  db: Db,
  { liste, publication }: Pick<ListeQuery, 'liste' | 'publication'>,
): Promise<Gardee | undefined> {
  if (liste === undefined || publication === undefined) return undefined
  const { rows } = await sql<{ nom: string; adresse: string; mesuree: boolean; publie_le: string }>`
    select
      nom,
      adresse,
      exists (
        select from listes_mesures as mesures
        where mesures.liste_id = gardees.liste_id and publication = ${publication}
      ) as mesuree,
      (
        select to_char(publie_le at time zone 'Europe/Paris', 'YYYY-MM-DD')
        from publications
        where numero = ${publication}
      ) as publie_le
    from listes_gardees as gardees
    where liste_id = ${liste} and retiree_le is null`.execute(db)
  const [found] = rows
  if (!found)
    throw new Problem('introuvable', 'Cette liste n’est pas gardée, ou ne l’est plus.', {
      champ: 'liste',
    })
  if (!found.mesuree)
    throw new Problem('introuvable', 'Cette liste n’a pas été comptée à cette publication.', {
      champ: 'publication',
    })
  const { nom, publie_le } = found
  return { liste_id: liste, nom, query: readAdresse(found.adresse).query, publication, publie_le }
}

/** Who was in a kept list at a publication, by the numbers that they count by now. */
export const membresAu = (liste_id: string, publication: RawBuilder<unknown>) => sql`(
  select distinct coalesce(contact_principal, membres.contact_id) as contact_id
  from listes_membres as membres
  left join groupes_contacts as groupes on groupes.contact_id = membres.contact_id
  where liste_id = ${liste_id}::uuid and depuis <= ${publication} and (jusqua is null or jusqua > ${publication})
)`
