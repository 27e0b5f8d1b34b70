import { sql } from 'kysely'
import { formatDay, formatMoney } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { SEUILS } from '../seuils'
import type { Regle } from './regle'

/** Notes the amount that one gift in a thousand exceeds: of all gifts, so where all contacts are looked at. */
async function notePlafond(tx: Db): Promise<void> {
  const { plusGrands } = onlyRow(
    await sql<{ plusGrands: number }>`
    select greatest(1, (sum(nombre) * ${1 - SEUILS.partExceptionnel}::numeric)::bigint) as "plusGrands"
    from dons_par_jour`.execute(tx),
  )
  await sql`
    update signalements_etat
    set plafond = (
      select min(order_amount)
      from (select order_amount from dons order by order_amount desc limit ${plusGrands}) as plus_grands
    )`.execute(tx)
}

/** M1: a first gift many times the amount that one gift in a thousand exceeds. */
export const montantExceptionnel: Regle = {
  code: 'M1',
  libelle: 'Premier don exceptionnel',
  points: '40',
  trouver: async (tx, { parmi, peu }) => {
    if (!peu) await notePlafond(tx)
    return sql`
    -- First the few large gifts: else whose first gift it is would be asked of every one.
    with grands as materialized (
      select contact_id, id, order_date, order_amount, plafond
      from tous_les_dons
      cross join signalements_etat
      where order_amount >= ${SEUILS.foisExceptionnel} * (select plafond from signalements_etat)
        and ${parmi(sql`contact_brut`)}
    )
    select
      contact_id,
      id as cle,
      40 as points,
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
