import { sql } from 'kysely'
import { CODES_PESES, type SuspectsCodes } from '#contract/suspects'
import type { Axe } from '#contract/ventilation'
import { centsOf, percentOf, perEuro, perHead } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { SUSPECTS_PAR_CODE } from '../verification/suspects'

/** A code's gifts and cents of a year, those of the donors to review, and what it cost in that financial year. */
interface Pese {
  code: string
  donations: number
  cents: number
  leurs_donations: number
  leurs_cents: number
  cout: number | null
}

/** What they gave by code; a family is that of the campaigns. */
const givenTo = (axe: Axe, annee: number) =>
  axe === 'famille'
    ? sql`
      select coalesce(famille, 'N/A') as code, sum(nombre) as nombre, sum(montant) as montant
      from ${SUSPECTS_PAR_CODE} as suspects
      left join campagnes_en_vigueur using (code)
      where annee = ${annee} and axe = 'campagne'
      group by 1`
    : sql`
      select code, sum(nombre) as nombre, sum(montant) as montant
      from ${SUSPECTS_PAR_CODE} as suspects
      where annee = ${annee} and axe = ${axe}
      group by code`

/** The codes of a year of whose amount the donors to review make a hundredth or more, the heaviest first. */
export async function readCodesWeighed(db: Db, axe: Axe, annee: number): Promise<SuspectsCodes> {
  const { rows } = await sql<Pese>`
    with leurs as materialized (${givenTo(axe, annee)}),
    tous as materialized (
      select code, sum(nombre) as nombre, sum(montant) as montant
      from ventilation_mois_axes
      where axe = ${axe} and annee = ${annee} and code = any (array(select code from leurs))
      group by code
    )
    select
      code,
      tous.nombre::bigint as donations,
      round(tous.montant * 100) as cents,
      leurs.nombre::bigint as leurs_donations,
      round(leurs.montant * 100) as leurs_cents,
      (
        select cout from campagnes_en_vigueur as campagnes
        where ${axe} = 'campagne' and campagnes.code = leurs.code and exercice = ${annee}
      ) as cout
    from leurs
    join tous using (code)
    where leurs.montant > 0 and leurs.montant * 100 >= tous.montant
    order by leurs_cents desc, code collate "C"`.execute(db)
  return {
    annee,
    axe,
    total: rows.length,
    codes: rows
      .slice(0, CODES_PESES)
      .map(({ code, donations, cents, leurs_donations, leurs_cents, cout }) => ({
        code,
        part: percentOf(leurs_cents, cents),
        avec: cents / 100,
        sans: (cents - leurs_cents) / 100,
        don_moyen: perHead(cents - leurs_cents, donations - leurs_donations),
        euros_par_euro: cout === null ? null : perEuro(cents - leurs_cents, centsOf(cout)),
      })),
  }
}
