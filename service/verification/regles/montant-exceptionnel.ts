import { sql } from 'kysely'
import { formatDay, formatMoney } from '#figures/format'
import { onlyRow } from '../../platform/database/only-row'
import { SEUILS } from '../seuils'
import type { Regle } from './regle'

/** M1: a first gift many times the amount that one gift in a thousand exceeds. */
export const montantExceptionnel: Regle = {
  code: 'M1',
  libelle: 'Premier don exceptionnel',
  points: '40',
  trouver: async (tx) => {
    const { plusGrands } = onlyRow(
      await sql<{ plusGrands: number }>`
      select greatest(1, (sum(nombre) * ${1 - SEUILS.partExceptionnel}::numeric)::bigint) as "plusGrands"
      from dons_par_jour`.execute(tx),
    )
    return sql`
    with plafond as materialized (
      select min(order_amount) as montant
      from (
        select order_amount
        from dons
        order by order_amount desc
        limit ${plusGrands}
      ) as plus_grands
    ),
    -- First the few large gifts: else whose first gift it is would be asked of every one.
    grands as materialized (
      select contact_id, id, order_date, order_amount
      from tous_les_dons
      where order_amount >= ${SEUILS.foisExceptionnel} * (select montant from plafond)
    )
    select
      contact_id,
      id as cle,
      40 as points,
      jsonb_build_object('don', id, 'le', order_date, 'montant', order_amount, 'plafond', plafond.montant) as faits
    from grands
    cross join plafond
    join donateurs_annees using (contact_id)
    where contact_id = any (array(select contact_id from grands))
      and annee_precedente is null
      and order_date = premier_don`
  },
  phrase: ({ don, le, montant, plafond }) =>
    `Son premier don, ${don} du ${formatDay(String(le))}, est de ${formatMoney(Number(montant))}\u00A0: au moins ${SEUILS.foisExceptionnel} fois ce qu’un don sur mille dépasse (${formatMoney(Number(plafond))}).`,
}
