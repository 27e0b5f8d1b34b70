import { type RawBuilder, sql } from 'kysely'
import { INCONNU } from '#contract/lieux'
import { FIELDS } from '#files/entetes'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { KEY } from '../staging/depot'
import { type Comparison, type Extent, refs } from './comparison'

/** Beyond this many changed gifts only those of donors in the log are noted; figures are computed whole then. */
const MANY = 200_000

/** Beyond this many changed cards nobody is named: the departments of all are looked at again. */
const MANY_CARDS = 200_000

/**
 * Notes, before an import or its undoing changes cards, those that will lie in another department: the next publication
 * counts their donors there.
 */
async function noteMoves(
  tx: Db,
  { depot, columns }: Comparison,
  { nouveaux, modifies }: Extent,
): Promise<void> {
  if (!columns.includes('zip')) return
  if (nouveaux + modifies > MANY_CARDS) {
    await sql`insert into fiches_deplacees values (null)`.execute(tx)
    return
  }
  const departement = (table: string) => sql`departement_du_code_postal(${sql.ref(`${table}.zip`)})`
  await sql`
    insert into fiches_deplacees
    select e.contact_id
    from ${depot.ecarts} as e
    join ${depot.lignes} as s on s.contact_id = e.contact_id and s.ctid = e.place
    left join donateurs as t on t.contact_id = e.contact_id
    where ${departement('s')} <> ${departement('t')}`.execute(tx)
  // Cards that an undoing takes back.
  await sql`
    insert into fiches_deplacees
    select e.contact_id
    from ${depot.ecarts} as e
    join donateurs as t on t.contact_id = e.contact_id
    where e.place is null and ${departement('t')} <> ${INCONNU}`.execute(tx)
}

const COLUMNS = FIELDS.donations.map(({ field }) => field)

const readVersion = async (tx: Db): Promise<number> =>
  onlyRow(await sql<{ version: number }>`select version from donations_version`.execute(tx)).version

/** The last event of the log. */
const readDernier = async (tx: Db): Promise<number> =>
  onlyRow(
    await sql<{ evenement: number }>`
      select coalesce(max(numero), 0) as evenement from evenements_exclusion`.execute(tx),
  ).evenement

/**
 * Writes gifts with `work`, and notes those that it changes in the journal, before and after, for the next publication:
 * all of them where they are few, since any donor may be decided on before it; else those of donors in the log. The
 * caller is the only writer of gifts until commit.
 */
export async function withJournal<Result>(
  tx: Db,
  fichierId: string,
  comparison: Comparison,
  extent: Extent,
  work: () => Promise<Result>,
): Promise<Result> {
  const { type, depot } = comparison
  const { nouveaux, modifies, isCompared } = extent
  if (type === 'donateurs' && nouveaux + modifies > 0) await noteMoves(tx, comparison, extent)
  if (type !== 'donations' || nouveaux + modifies === 0) return work()
  const isWhole = isCompared && nouveaux + modifies <= MANY
  const before = await readVersion(tx)
  const begun = await readDernier(tx)
  if (!isWhole) await sql`call mesurer_imports()`.execute(tx)
  const key = sql.ref(KEY.donations)
  const named = sql`(
    select contact_id from evenements_exclusion where numero <= ${begun}
    union
    select contact_principal from evenements_exclusion where numero <= ${begun} and contact_principal is not null
  )`
  const changed = isWhole
    ? sql`${depot.ecarts} as e join donations as t on t.${key} = e.${key}`
    : sql`donations as t where t.contact_id in ${named}`
  const note = (signe: 1 | -1, gifts: RawBuilder<unknown>) =>
    sql`
      insert into journal_dons (version, signe, ${refs(COLUMNS)})
      select ${sql.lit(before + 1)}, ${sql.lit(signe)}, ${refs(COLUMNS, 't')} from ${gifts}`.execute(
      tx,
    )

  if (modifies > 0 || !isWhole) await note(-1, changed)
  const result = await work()
  await note(1, changed)
  const suivies = isWhole ? (await readVersion(tx)) - before : 0
  // Decisions made meanwhile come before an import that can tell their donors apart.
  const evenement = isWhole ? await readDernier(tx) : begun
  await sql`
    insert into journal_imports (version, fichier_id, evenement, suivies)
    values (${before + 1}, ${fichierId}, ${evenement}, ${suivies})`.execute(tx)
  return result
}
