import { sql } from 'kysely'
import type { Collectif, Collectifs, ContactPossible } from '#contract/collectifs'
import { LIGNES_AU_PLUS } from '#contract/values'
import { readEtat } from '../../exclusions/record'
import type { Db } from '../../platform/database/connect'
import { inSnapshot } from '../../platform/database/snapshot'
import { isCollectif } from '../decisions'
import { sansTrace } from '../donateur'

/** Those found, but for those decided on either way, or excluded. */
async function readPossibles(tx: Db): Promise<ContactPossible[]> {
  const { rows } = await sql<ContactPossible>`
    with possibles as materialized (
      select *
      from collectifs_possibles
      where contact_id not in (
        select coalesce(contact_principal, contact_id)
        from decisions_legitimes
        left join groupes_contacts using (contact_id)
        where nature <> 'LEGITIME'
        union
        select contact_id from contacts_exclus
      )
      order by montant desc, length(contact_id), contact_id
      limit ${LIGNES_AU_PLUS}
    ),
    fiches as materialized (
      select contact_id, firstname, lastname
      from donateurs
      where contact_id in (select contact_id from possibles)
    )
    select possibles.contact_id, firstname, lastname, donations, montant, medias, par_nom
    from possibles
    left join fiches on fiches.contact_id = possibles.contact_id
    order by montant desc, length(possibles.contact_id), possibles.contact_id`.execute(tx)
  return rows
}

/** Those said to be collective, with what they gave. */
async function readDecided(tx: Db): Promise<Collectifs['collectifs']> {
  const { rows } = await sql<Collectifs['collectifs'][number]>`
    with collectifs as materialized (
      select contact_id from contacts_collectifs
    ),
    fiches as materialized (
      select contact_id, firstname, lastname
      from donateurs
      where contact_id in (select contact_id from collectifs)
    ),
    carrieres as materialized (
      select contact_id, nombre, montant
      from donateurs_carrieres
      where contact_id = any (array(select contact_id from collectifs))
    )
    select
      collectifs.contact_id, firstname, lastname,
      coalesce(nombre, 0) as donations, coalesce(montant, 0) as montant
    from collectifs
    left join fiches on fiches.contact_id = collectifs.contact_id
    left join carrieres on carrieres.contact_id = collectifs.contact_id
    order by montant desc, length(collectifs.contact_id), collectifs.contact_id
    limit ${LIGNES_AU_PLUS}`.execute(tx)
  return rows
}

/** The contacts that stand for several givers, and those that may. */
export const readCollectifs = (db: Db): Promise<Collectifs> =>
  inSnapshot(db, async (tx) => ({
    possibles: await readPossibles(tx),
    collectifs: await readDecided(tx),
  }))

/** What the contact is of each year, latest first. */
async function readAnnees(tx: Db, contact_id: string): Promise<Collectif['par_annee']> {
  const { rows } = await sql<Collectif['par_annee'][number]>`
    with siennes as materialized (
      select annee, nombre, montant from donateurs_annees where contact_id = ${contact_id}
    ),
    dons as (
      select annee, sum(nombre) as nombre, sum(montant) as montant
      from dons_par_mois_a_jour
      where annee in (select annee from siennes)
      group by annee
    ),
    donateurs as (
      select annee, sum(nombre) as nombre
      from donateurs_par_jour_a_jour
      where annee in (select annee from siennes)
      group by annee
    )
    select
      annee,
      siennes.nombre as donations,
      siennes.montant,
      coalesce(dons.nombre, 0)::bigint as donations_annee,
      coalesce(dons.montant, 0) as montant_annee,
      coalesce(donateurs.nombre, 0)::bigint as donateurs_annee
    from siennes
    left join dons using (annee)
    left join donateurs using (annee)
    order by annee desc`.execute(tx)
  return rows
}

/** A contact, whether it stands for several givers, and what it is of each year; throws a Problem if unknown. */
export const readCollectif = (db: Db, contact_id: string): Promise<Collectif> =>
  inSnapshot(db, async (tx) => {
    const { connu, exclu } = await readEtat(tx, contact_id)
    if (!connu) throw sansTrace(contact_id)
    const carte = await tx
      .selectFrom('donateurs')
      .select(['firstname', 'lastname'])
      .where('contact_id', '=', contact_id)
      .executeTakeFirst()
    return {
      contact_id,
      firstname: carte?.firstname ?? null,
      lastname: carte?.lastname ?? null,
      exclu,
      collectif: await isCollectif(tx, contact_id),
      par_annee: await readAnnees(tx, contact_id),
    }
  })
