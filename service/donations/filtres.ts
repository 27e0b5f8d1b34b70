import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { TRANCHES } from '#contract/axes'
import { readSans } from '#contract/croisements'
import type { DonationsFiltres } from '#contract/donations'
import { codeIs, codesWith, donorsWith, largestCodes } from '../platform/database/axes'

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
const codeOf = (axe: keyof typeof CODES) => sql`coalesce(nullif(${CODES[axe]}, ''), 'N/A')`

/** Whether the campaign has a cost or mailings of the year. */
const isCosted = (annee: number): Condition => sql`
  ${codeOf('campagne')} in (
    select code from campagnes_en_vigueur where exercice = ${annee} and num_nonnulls(cout, envois) > 0
  )`

/** `6` or `1-6`. */
function months(mois: string): Condition {
  const [first, last = first] = mois.split('-').map(Number)
  return sql`date_part('month', order_date) between ${first}::int and ${last}::int`
}

/** Whether the donor, as published, is among these of the year; undefined if none are asked for. */
function ofDonors(annee: number, filtres: DonationsFiltres): Condition | undefined {
  const asked = donorsWith(
    { annee },
    { ...filtres, tranche: filtres.total },
    readSans(filtres.sans),
  )
  return asked.length === 0
    ? undefined
    : sql`contact_id in (
        with donateurs as materialized (
          select faits.contact_id
          from annees_presentes as faits
          where faits.annee = ${annee} and ${sql.join(asked, sql` and `)}
        )
        select contact_id from donateurs
        union all
        select membres.contact_id
        from groupes_contacts as membres
        join donateurs on contact_principal = donateurs.contact_id
      )`
}

/** The filters as a condition on a year's donations; undefined if there are none. */
export function matching(annee: number, filtres: DonationsFiltres): Condition | undefined {
  const { mois, au, le, montant, montant_min, autres, tranche, contact_id, dons, chiffrees } =
    filtres
  const asked = [
    mois !== undefined && months(mois),
    au !== undefined && sql`order_date <= ${au}::date`,
    le !== undefined && sql`order_date = ${le}::date`,
    montant !== undefined && sql`order_amount = ${montant}::numeric`,
    montant_min !== undefined && sql`order_amount >= ${montant_min}::numeric`,
    ...codesWith(annee, filtres, readSans(filtres.sans), codeOf),
    autres !== undefined &&
      codeIs(annee, autres, codeOf, (code) => sql`${code} not in ${largestCodes(annee, autres)}`),
    chiffrees === '1' && isCosted(annee),
    tranche !== undefined &&
      sql`order_amount > 0 and tranche_montant(order_amount) = ${TRANCHES.indexOf(tranche)}`,
    contact_id !== undefined && sql`contact_id = any(membres_des_groupes(array[${contact_id}]))`,
    ofDonors(annee, filtres),
    dons === '1' && COMPTE,
    dons === '0' && sql`not ${COMPTE}`,
  ].filter((condition) => typeof condition === 'object')
  return asked.length === 0 ? undefined : sql`${sql.join(asked, sql` and `)}`
}
