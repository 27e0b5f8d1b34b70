import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { KEY } from '../staging/depot'
import type { Comparison, Extent } from './comparison'
import { MANY } from './touched'

/** How an import's effect on figures is recorded, and the last log event before it. */
interface Effects {
  evenement: number
  /** Few enough gifts change to measure the effect per donor; else only for donors in the log. */
  isSmall: boolean
}

const readDernier = async (tx: Db): Promise<number> =>
  onlyRow(
    await sql<{ evenement: number }>`
      select coalesce(max(numero), 0) as evenement from evenements_exclusion`.execute(tx),
  ).evenement

/** Donors named in the log up to an event. */
const named = (evenement: number) =>
  sql`(select contact_id from evenements_exclusion where numero <= ${evenement})`

/** Gifts by donor and year that an import changes; for a large one, those of donors in the log. */
function concerned(
  { depot }: Comparison,
  { evenement, isSmall }: Effects,
  written: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const key = sql.ref(KEY.donations)
  const gifts = isSmall
    ? sql`${depot.ecarts} as e join donations as t on t.${key} = e.${key} and (${written} or not e.nouveau)`
    : sql`donations as t where t.contact_id in ${named(evenement)}`
  return sql`
    select contact_id, date_part('year', order_date)::smallint as annee, count(*) as dons, sum(order_amount) as montant
    from (select t.contact_id, t.order_date, t.order_amount from ${gifts}) as dons
    where order_amount > 0
    group by 1, 2`
}

/**
 * Records what an import takes from the figures, before it changes gifts; the caller alone may change them until
 * commit. Before another large import, measures the effect of a pending one while it can still be told apart.
 */
async function begin(tx: Db, comparison: Comparison, isSmall: boolean) {
  const effects: Effects = { evenement: await readDernier(tx), isSmall }
  if (!isSmall) await sql`call mesurer_import_en_attente()`.execute(tx)
  await sql`
    create unlogged table ${comparison.depot.effets} as
    select contact_id collate "C" as contact_id, annee, -dons as dons, -montant as montant
    from (${concerned(comparison, effects, sql`false`)}) as avant`.execute(tx)
  return effects
}

/**
 * Records what the figures gain, once the gifts are written, and the net effect for the next publication: after
 * decisions made meanwhile, if measured per donor.
 */
async function end(tx: Db, fichierId: string, comparison: Comparison, effects: Effects) {
  const { effets } = comparison.depot
  await sql`insert into ${effets} ${concerned(comparison, effects, sql`true`)}`.execute(tx)
  await sql`analyze ${effets}`.execute(tx)
  await sql`
    with changes as materialized (
      select
        contact_id, annee, ecarts.dons, ecarts.montant,
        (coalesce(apres, 0) > 0)::integer - (coalesce(apres, 0) > ecarts.dons)::integer as donateurs
      from (
        select contact_id, annee, sum(dons) as dons, sum(montant) as montant from ${effets} group by 1, 2
      ) as ecarts
      left join (
        select contact_id, date_part('year', order_date)::smallint as annee, count(*) as apres
        from donations
        where order_amount > 0 and contact_id in (select contact_id collate "default" from ${effets})
        group by 1, 2
      ) as presents using (contact_id, annee)
      where ecarts.dons <> 0 or ecarts.montant <> 0
    )
    insert into effets_imports_annees
    select ${fichierId}::uuid, contact_id, annee, dons, montant, donateurs
    from changes
    union all
    select ${fichierId}::uuid, null, annee, sum(dons), sum(montant), sum(donateurs)
    from changes
    where ${effects.isSmall}
    group by annee`.execute(tx)
  await sql`drop table ${effets}`.execute(tx)
  if (effects.isSmall)
    await sql`insert into effets_imports_mesures values (${fichierId})`.execute(tx)
  const evenement = effects.isSmall ? await readDernier(tx) : effects.evenement
  await sql`
    insert into effets_imports (fichier_id, evenement) values (${fichierId}, ${evenement})`.execute(
    tx,
  )
}

/**
 * Writes gifts with `work`, and records its effect on each year's figures for the next publication: per donor if small,
 * since any of them may be excluded and published before it ends; else for donors in the log.
 */
export async function withEffects<Result>(
  tx: Db,
  fichierId: string,
  comparison: Comparison,
  { nouveaux, modifies, isCompared }: Extent,
  work: () => Promise<Result>,
): Promise<Result> {
  if (comparison.type !== 'donations' || nouveaux + modifies === 0) return work()
  const effects = await begin(tx, comparison, isCompared && nouveaux + modifies <= MANY)
  const result = await work()
  await end(tx, fichierId, comparison, effects)
  return result
}
