import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DonationsFiltres } from '#contract/donations'
import { Tranche } from '#contract/montants'
import { type Axe, CODES_AU_PLUS } from '#contract/ventilation'

type Condition = RawBuilder<SqlBool>

const CODES = {
  media: sql`codemedia_code`,
  campagne: sql`campaign_code`,
  origine: sql`origincode_code`,
  produit: sql`product_code`,
} as const

/** Above 0, from a donor who is not excluded. */
const COMPTE = sql`(
  order_amount > 0
  and not exists (select 1 from contacts_exclus where contacts_exclus.contact_id = donations.contact_id)
)`

/** A donation's code, 'N/A' if it has none. */
const codeOf = (axe: Axe) => sql`coalesce(nullif(${CODES[axe]}, ''), 'N/A')`

/** Whether a code is outside the year's largest. */
const isOther = (annee: number, axe: Axe): Condition => sql`
  ${codeOf(axe)} not in (
    select code
    from ventilation_rangs_a_jour
    where axe = ${axe} and annee = ${annee} and rang <= ${CODES_AU_PLUS}
  )`

/** `6` or `1-6`. */
function months(mois: string): Condition {
  const [first, last = first] = mois.split('-').map(Number)
  return sql`date_part('month', order_date) between ${first}::int and ${last}::int`
}

/** The filters as a condition on a year's donations; undefined if there are none. */
export function matching(annee: number, filtres: DonationsFiltres): Condition | undefined {
  const { mois, au, le, montant, autres, tranche, contact_id, dons } = filtres
  const codes = (['media', 'campagne', 'origine', 'produit'] as const).flatMap((name) => {
    const code = filtres[name]
    return code === undefined ? [] : [sql`${codeOf(name)} = ${code}`]
  })
  const asked = [
    mois !== undefined && months(mois),
    au !== undefined && sql`order_date <= ${au}::date`,
    le !== undefined && sql`order_date = ${le}::date`,
    montant !== undefined && sql`order_amount = ${montant}::numeric`,
    ...codes,
    autres !== undefined && isOther(annee, autres),
    tranche !== undefined &&
      sql`order_amount > 0 and tranche_montant(order_amount) = ${Tranche.options.indexOf(tranche)}`,
    contact_id !== undefined && sql`contact_id = any(membres_des_groupes(array[${contact_id}]))`,
    dons === '1' && COMPTE,
    dons === '0' && sql`not ${COMPTE}`,
  ].filter((condition) => typeof condition === 'object')
  return asked.length === 0 ? undefined : sql`${sql.join(asked, sql` and `)}`
}
