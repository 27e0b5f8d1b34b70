import { sql } from 'kysely'
import type { Rythme } from '#contract/reguliers'
import type { EnCours } from '#figures/attendu'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'

/** A day of any year; one that a year does not have is its month's last. */
interface JourDeLAnnee {
  mois: number
  jour: number
}

/** What regular donors did in a month, by days up to the horizon. */
export interface MoisLu {
  annee: number
  mois: number
  demarres: number
  arretes: number
  demarres_annee: number
  arretes_annee: number
  augmentes_annee: number
  diminues_annee: number
}

export async function readMois(tx: Db, horizon: string): Promise<MoisLu[]> {
  const { rows } = await sql<MoisLu>`
    select
      date_part('year', jour)::int as annee,
      date_part('month', jour)::int as mois,
      sum(demarres)::bigint as demarres,
      sum(arretes)::bigint as arretes,
      sum(demarres_annee)::bigint as demarres_annee,
      sum(arretes_annee)::bigint as arretes_annee,
      sum(augmentes_annee)::bigint as augmentes_annee,
      sum(diminues_annee)::bigint as diminues_annee
    from reguliers_jours_a_jour
    where jour <= ${horizon}
    group by 1, 2`.execute(tx)
  return rows
}

/** Active series of a pace at the horizon, by the day on which they will not be any more. */
export interface ActiveLue {
  rythme: number
  sure: boolean
  dernier: string
  montant: number
  donateurs: number
  reguliers: number
}

export async function readActives(tx: Db, horizon: string): Promise<ActiveLue[]> {
  const { rows } = await sql<ActiveLue>`
    select
      rythme,
      sure,
      to_char(arret - delai_arret(rythme), 'YYYY-MM-DD') as dernier,
      sum(montant) as montant,
      sum(donateurs)::bigint as donateurs,
      sum(reguliers)::bigint as reguliers
    from reguliers_fins_a_jour
    where arret > ${horizon}
    group by rythme, sure, arret`.execute(tx)
  return rows
}

/** The days after its last gift on which a series of each pace is no longer active. */
export async function readDelais(db: Db): Promise<Record<Rythme, number>> {
  return onlyRow(
    await sql<Record<Rythme, number>>`
      select delai_arret(1) as mensuel, delai_arret(3) as trimestriel, delai_arret(12) as annuel`.execute(
      db,
    ),
  )
}

/** Series by their months: those that stopped (`arrets`), and the active ones by their months up to now (`censures`). */
export async function readDurees(tx: Db, horizon: string) {
  const { rows } = await sql<{ mois: number; arrets: number; censures: number }>`
    with actives as materialized (
      select
        12 * (date_part('year', arret) - date_part('year', premier_mois))
          + date_part('month', arret) - date_part('month', premier_mois) as dureront,
        12 * (date_part('year', ${horizon}::date) - date_part('year', premier_mois))
          + date_part('month', ${horizon}::date) - date_part('month', premier_mois) as durent,
        sum(series) as series
      from reguliers_fins_a_jour
      where arret > ${horizon} and sure
      group by 1, 2
    )
    select mois::int, sum(arrets)::bigint as arrets, sum(censures)::bigint as censures
    from (
      select mois, series as arrets, 0 as censures from reguliers_durees_a_jour
      union all
      select dureront, -series, 0 from actives
      union all
      select durent, 0, series from actives where durent >= 0
    ) as durees
    group by mois
    having sum(arrets) <> 0 or sum(censures) <> 0`.execute(tx)
  return rows
}

/** Gifts of series by month, and what of a year those known on this day of it still brought (`a_venir`, a sum by year). */
export async function readDons(tx: Db, { mois, jour }: JourDeLAnnee) {
  const { rows } = await sql<{ annee: number; mois: number; montant: number; a_venir: number }>`
    select
      annee,
      mois,
      sum(montant) as montant,
      coalesce(sum(montant_a_venir) filter (where (mois, jour) <= (${mois}, ${jour})), 0) as a_venir
    from reguliers_dons_a_jour
    group by annee, mois`.execute(tx)
  return rows
}

/** Series that were known and active on a day of every year. */
export async function readEnCours(tx: Db, { mois, jour }: JourDeLAnnee) {
  const { rows } = await sql<EnCours & { annee: number }>`
    select annee, rythme, prochain, sum(montant) as montant
    from reguliers_encours_a_jour
    where mois = ${mois} and jour <= ${jour}
    group by annee, rythme, prochain
    having sum(montant) <> 0
    order by annee`.execute(tx)
  return rows
}

export async function readMontants(tx: Db): Promise<{ annee: number; montant: number }[]> {
  return tx
    .selectFrom('dons_par_mois_a_jour')
    .select(({ fn }) => ['annee', fn.sum<number>('montant').as('montant')])
    .groupBy('annee')
    .orderBy('annee')
    .execute()
}
