import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'
import { IMPORTS_DE_CARTES } from '../platform/jobs/derived'
import { ETATS, signales } from './raisons'

/** No import has changed gifts of theirs since the publication: figures have them as they are stored. */
const UNTOUCHED = sql`contact_id not in (
  select unnest(membres_des_groupes(array(
    select contact_id from journal_dons where version > (select donations_version from faits_publies)
  )))
)`

/** What each of these donors gave by day under any of their numbers, as `suspects_par_jour` has it of all. */
const joursDe = (contacts: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select contact_id, jour, recul, nombre, montant
  from (
    select contact_id, order_date as jour, count(*) as nombre, sum(order_amount) as montant
    from dons_canoniques
    where contact_brut = any (membres_des_groupes(array(select contact_id from ${contacts})))
    group by contact_id, order_date
  ) as jours
  left join (
    select contact_id, premier_jour as jour, recul
    from donateurs_annees
    where contact_id = any (array(select contact_id from ${contacts}))
  ) as premiers using (contact_id, jour)
)`

/** The same by year and by code of each axis, as `suspects_par_code` has it of all. */
const codesDe = (contacts: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with dons as materialized (
    select contact_id, annee, campagne, media, origine, produit, count(*) as nombre, sum(order_amount) as montant
    from dons_canoniques
    where contact_brut = any (membres_des_groupes(array(select contact_id from ${contacts})))
    group by contact_id, annee, campagne, media, origine, produit
  )
  select contact_id, annee, axe, code, nombre, montant
  from dons
  cross join lateral (
    values ('campagne', campagne), ('media', media), ('origine', origine), ('produit', produit)
  ) as codes (axe, code)
)`

/** Sums up, from `donateurs_signales`, those who are to review now. */
export async function noteSuspects(tx: Db): Promise<void> {
  await sql`
    update signalements_etat
    set evenement = (select coalesce(max(numero), 0) from evenements_exclusion)`.execute(tx)
  await sql`
    with comptes as materialized (
      select contact_id from ${signales()} as signales where ${ETATS.a_verifier} and ${UNTOUCHED}
    )
    update donateurs_signales set compte = not compte
    where compte <> (contact_id in (select contact_id from comptes))`.execute(tx)
  await sql`delete from suspects_par_jour`.execute(tx)
  await sql`
    insert into suspects_par_jour (jour, recul, nombre, montant, donateurs)
    select jour, recul, sum(nombre), sum(montant), count(recul)
    from ${joursDe(sql`donateurs_signales where compte`)} as jours
    group by jour, recul`.execute(tx)
  await sql`delete from suspects_par_code`.execute(tx)
  await sql`
    insert into suspects_par_code (annee, axe, code, nombre, montant)
    select annee, axe, code, sum(nombre), sum(montant)
    from ${codesDe(sql`donateurs_signales where compte`)} as codes
    group by annee, axe, code`.execute(tx)
}

/** What is noted of those to review, less and plus those decided on since, who are few: `changes`, by their `signe`. */
const nowOf = (noted: RawBuilder<unknown>, changed: RawBuilder<unknown>) => sql`(
  with changes as materialized (
    select contact_id, case when compte then -1 else 1 end as signe
    from ${signales(sql`(
      select *
      from donateurs_signales
      where contact_id = any (array(
        select contact_id
        from evenements_exclusion
        where numero > (select evenement from signalements_etat)
        union
        select contact_id from decisions_legitimes
      ))
    )`)} as signales
    where compte <> (${ETATS.a_verifier}) and ${UNTOUCHED}
  )
  ${noted}
  union all
  ${changed}
)`

/** What the donors to review now gave by day. */
export const SUSPECTS_PAR_JOUR = nowOf(
  sql`select jour, recul, nombre, montant, donateurs from suspects_par_jour`,
  sql`
  select jour, recul, signe * nombre, signe * montant, case when recul is null then 0 else signe end
  from ${joursDe(sql`changes`)} as jours
  join changes using (contact_id)`,
)

/** What they gave by year and by code of each axis. */
export const SUSPECTS_PAR_CODE = nowOf(
  sql`select annee, axe, code, nombre, montant from suspects_par_code`,
  sql`
  select annee, axe, code, signe * nombre, signe * montant
  from ${codesDe(sql`changes`)} as codes
  join changes using (contact_id)`,
)

/** Whether figures are published that have gifts, or names, of imports among which nobody to review was looked for yet. */
export const SUSPECTS_ATTENDUS = sql<boolean>`(
  exists (select from derniers_chiffres)
  and not exists (
    select
    from signalements_etat as cherches
    join rafraichissements as vus on vus.numero = cherches.publication
    join derniers_chiffres as derniers on derniers.imports = vus.imports
    where contacts = ${IMPORTS_DE_CARTES}
  )
)`

/** The same, asked by itself. */
export const areSuspectsAwaited = async (db: Db): Promise<boolean> =>
  onlyRow(await sql<{ awaited: boolean }>`select ${SUSPECTS_ATTENDUS} as awaited`.execute(db))
    .awaited

/** The contacts to review now. */
export const SUSPECTS = sql`(select contact_id from ${signales()} as signales where ${ETATS.a_verifier})`

/** Whether a single donor to review gave more euros than these, a good part of all, in a year. */
export async function isOneAbove(db: Db, annee: number, euros: number): Promise<boolean> {
  // By itself: on several servers facts and reasons are not joined.
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from donateurs_annees where annee = ${annee} and montant > ${euros}::numeric`.execute(
    db,
  )
  const contacts = rows.map(({ contact_id }) => contact_id)
  const { found } = onlyRow(
    await sql<{ found: boolean }>`
    select exists (
      select
      from ${signales(sql`(select * from donateurs_signales where contact_id = any (${contacts}::text[]))`)} as signales
      where ${ETATS.a_verifier}
    ) as found`.execute(db),
  )
  return found
}
