import { sql } from 'kysely'
import { formatCount, formatDay, formatMoney } from '#figures/format'
import { SEUILS } from '../seuils'
import { estRegulier } from './papier'
import type { Regle } from './regle'

/** Who gave so many times in a year. */
const nombreux = (dons: number) => sql`(
  select distinct contact_id from donateurs_annees where nombre >= ${dons}
)`

/** B1: many gifts through the web on one day. The days of many donations come from an index by itself, whether above 0 from them. */
export const donsEnUnJour: Regle = {
  code: 'B1',
  libelle: 'Beaucoup de dons le même jour',
  famille: 'rythme',
  points: '40',
  autres: ['un autre jour', 'autres jours'],
  trouver: (_tx, { surPapier }) => sql`
    with jours as materialized (
      select contact_brut, order_date
      from dons_des_contacts
      where contact_brut = any (array(
        select contact_id from ${nombreux(SEUILS.donsEnUnJour)} as possibles
      ))
      group by contact_brut, order_date
      having count(*) >= ${SEUILS.donsEnUnJour}
    ),
    trouves as materialized (
      select contact_id, order_date, count(*) as dons
      from jours
      join dons_des_contacts using (contact_brut, order_date)
      where order_amount > 0 and not ${surPapier(sql`codemedia_code`)}
      group by contact_id, order_date
      having count(*) >= ${SEUILS.donsEnUnJour}
    )
    select
      contact_id,
      order_date::text as cle,
      40 as points,
      jsonb_build_object('le', order_date, 'dons', dons) as faits
    from trouves
    where not ${estRegulier(sql`contact_canonique(trouves.contact_id)`)}`,
  phrase: ({ le, dons }) => `${formatCount(Number(dons))} dons le ${formatDay(String(le))}.`,
}

/** B2: many gifts of one small amount on one day, as in card testing; not those that somebody gives regularly. */
export const petitsDonsEnUnJour: Regle = {
  code: 'B2',
  libelle: 'Petits dons égaux le même jour',
  famille: 'rythme',
  points: '40',
  autres: ['une autre série', 'autres séries'],
  trouver: (_tx, { surPapier }) => sql`
    with trouves as materialized (
      select contact_id, order_date, order_amount, count(*) as dons
      from ${nombreux(SEUILS.petitsDonsEnUnJour)} as possibles
      join dons_des_contacts using (contact_id)
      where order_amount > 0 and order_amount <= ${SEUILS.petitDon} and not ${surPapier(sql`codemedia_code`)}
      group by contact_id, order_date, order_amount
      having count(*) >= ${SEUILS.petitsDonsEnUnJour}
    )
    select
      contact_id,
      order_date || ' ' || order_amount as cle,
      40 as points,
      jsonb_build_object('le', order_date, 'montant', order_amount, 'dons', dons) as faits
    from trouves
    where not exists (
      select
      from series_dons as series
      where series.contact_id = contact_canonique(trouves.contact_id) and connue_le is not null
        and order_amount = any (montants)
    )`,
  phrase: ({ le, montant, dons }) =>
    `${formatCount(Number(dons))} dons de ${formatMoney(Number(montant))} le ${formatDay(String(le))}.`,
}

/** R1: many gifts through the web on each of several days soon after one another. */
export const rafales: Regle = {
  code: 'R1',
  libelle: 'Plusieurs jours de nombreux dons',
  famille: 'rythme',
  points: '30',
  trouver: (_tx, { surPapier }) => sql`
    with jours as materialized (
      select contact_id, order_date as jour
      from dons_des_contacts
      where contact_brut = any (array(
        select contact_id from ${nombreux(SEUILS.rafales.dons * SEUILS.rafales.jours)} as possibles
      )) and order_amount > 0 and not ${surPapier(sql`codemedia_code`)}
      group by contact_id, order_date
      having count(*) >= ${SEUILS.rafales.dons}
    ),
    suites as (
      select contact_id, jour,
        count(*) over (
          partition by contact_id order by jour range between ${sql.lit(`${SEUILS.rafales.dans} days`)} preceding and current row
        ) as jours
      from jours
    )
    select contact_id, min(jour)::text as cle, 30 as points,
      jsonb_build_object('le', max(jour), 'jours', max(jours)) as faits
    from suites
    where not ${estRegulier(sql`suites.contact_id`)}
    group by contact_id
    having max(jours) >= ${SEUILS.rafales.jours}`,
  phrase: ({ le, jours }) =>
    `Au moins ${SEUILS.rafales.dons} dons par jour, ${formatCount(Number(jours))} jours en deux mois, jusqu’au ${formatDay(String(le))}.`,
}
