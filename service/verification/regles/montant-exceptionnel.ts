import { sql } from 'kysely'
import { formatDay, formatMoney } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { SEUILS } from '../seuils'
import { grandsDons } from './grands-dons'
import type { Regle } from './regle'

/**
 * Notes the amount that one gift in a thousand exceeds: of all gifts, so where all contacts are looked at. Gifts are counted
 * by the euro; only where some of that euro have cents are they looked up.
 */
async function notePlafond(tx: Db): Promise<void> {
  const { rows } = await sql<{ euro: string; cents: boolean; saut: number }>`
    with euros as (
      select euro, sum(nombre) as nombre, sum(ronds) as ronds from dons_montants group by euro
    ),
    rangs as (
      select *,
        sum(nombre) over (order by euro desc) - nombre as dessus,
        greatest(1, (sum(nombre) over () * ${1 - SEUILS.partExceptionnel}::numeric)::bigint) as rang
      from euros
    )
    select euro, nombre <> ronds as cents, (rang - dessus - 1)::integer as saut
    from rangs
    where dessus < rang and dessus + nombre >= rang`.execute(tx)
  const palier = rows.at(0)
  const plafond = palier?.cents
    ? sql`
        select order_amount
        from dons_montants
        join dons
          on cle_donation(order_date, order_amount) >= annee * 1e14::bigint + euro * 100
          and cle_donation(order_date, order_amount) < annee * 1e14::bigint + euro * 100 + 100
        where euro = ${palier.euro}
        order by order_amount desc
        offset ${palier.saut}
        limit 1`
    : sql`${palier?.euro ?? null}::numeric`
  await sql`update signalements_etat set plafond = (${plafond})`.execute(tx)
}

/**
 * M1: a first gift many times the amount that one gift in a thousand exceeds. So many times that no card pays it, and no paper
 * brought it, it is to be seen by itself: a joke, or a slip of the hand.
 */
export const montantExceptionnel: Regle = {
  code: 'M1',
  libelle: 'Premier don exceptionnel',
  famille: 'montant',
  points: '40 ou 50',
  trouver: async (tx, { surPapier }) => {
    await notePlafond(tx)
    const euros = sql`(select ${SEUILS.foisExceptionnel} * plafond from signalements_etat)`
    return sql`
    with grands as materialized (
      select contact_id, id, order_date, order_amount, media as par, plafond
      from ${await grandsDons(tx, euros)} as grands
      cross join signalements_etat
    )
    select
      contact_id,
      id as cle,
      case when order_amount >= ${SEUILS.foisInsense} * plafond and not ${surPapier(sql`par`)} then 50 else 40 end as points,
      jsonb_build_object('don', id, 'le', order_date, 'montant', order_amount, 'plafond', plafond) as faits
    from grands
    join donateurs_annees using (contact_id)
    where contact_id = any (array(select contact_id from grands))
      and annee_precedente is null
      and order_date = premier_don`
  },
  phrase: ({ don, le, montant, plafond }) =>
    `Son premier don, ${don} du ${formatDay(String(le))}, est de ${formatMoney(Number(montant))}\u00A0: au moins ${SEUILS.foisExceptionnel} fois ce qu’un don sur mille dépasse (${formatMoney(Number(plafond))}).`,
}
