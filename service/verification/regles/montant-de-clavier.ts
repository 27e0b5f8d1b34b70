import { sql } from 'kysely'
import { formatDay, formatMoney } from '#figures/format'
import { SEUILS } from '../seuils'
import { grandsDons } from './grands-dons'
import type { Regle } from './regle'

/** M2: a large amount with a single repeated digit, or digits in keyboard order: 9 999 €, 5 555,55 €, 1 234,56 €. */
export const montantDeClavier: Regle = {
  code: 'M2',
  libelle: 'Grand montant tapé au clavier',
  famille: 'montant',
  points: '30 ou 50',
  autres: ['un autre montant', 'autres montants'],
  trouver: async (tx) => sql`
    select
      contact_id,
      id as cle,
      case when order_amount >= ${SEUILS.tresGrandDon}::numeric then 50 else 30 end as points,
      jsonb_build_object('don', id, 'le', order_date, 'montant', order_amount) as faits
    from (
      select *, case when order_amount = trunc(order_amount) then trunc(order_amount)::text
        else replace(order_amount::numeric(20, 2)::text, '.', '') end as chiffres
      from ${await grandsDons(tx, sql`${SEUILS.grandDon}::numeric`)} as grands
      offset 0
    ) as grands
    where chiffres ~ '^(\\d)\\1+$' or strpos('12345678901234567890', chiffres) > 0 or strpos('9876543210', chiffres) > 0`,
  phrase: ({ don, le, montant }) =>
    `Le don ${don} du ${formatDay(String(le))} est de ${formatMoney(Number(montant))}, un montant comme on en tape au clavier.`,
}
