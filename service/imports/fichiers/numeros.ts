import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { ANONYME } from './identites'
import { deSort } from './lues'
import { CODES, type Identification } from './vocabulaire'

/** Rows of people who gave as much on that day in another row already: gifts more, or one that the file tells twice. */
export const compterRepetees = async (tx: Db, { table }: Identification) =>
  onlyRow(
    await sql<{ lignes: number; centimes: number }>`
      select count(*) as lignes, coalesce(sum(cents), 0) as centimes
      from ${table('numerotees')} where personne is not null and cle !~ '-1$' and ${deSort('compte')}`.execute(
      tx,
    ),
  )

/** Of contacts that were parted, whose number their gifts bear up to which day. */
const SOUCHES = sql`(
  with recursive lignees as (
    select nouveau_id, contact_id as souche, jusqua from contacts_partages
    union all
    select l.nouveau_id, p.contact_id, least(l.jusqua, p.jusqua)
    from lignees as l join contacts_partages as p on p.nouveau_id = l.souche
  )
  select nouveau_id, souche, jusqua, lag(jusqua) over (partition by nouveau_id order by jusqua, souche) as depuis
  from lignees
) as souches`

/**
 * Makes `numerotees`: the rows of a file that numbers nothing, where the key of a gift is its donor, day, amount and
 * which of such equal ones it is. So the same file again is the same gifts, and of two files that overlap there are as
 * many as the one with more of them has. Who was parted has the gifts of before under the number that they came with.
 */
export async function numeroter(
  tx: Db,
  { contacts, prefixe, table }: Identification,
  lues: RawBuilder<unknown>,
): Promise<void> {
  const numerotees = table('numerotees')
  const isDon = deSort('compte')
  const codes = sql.join(CODES.map((code) => sql.ref(code)))
  await sql`
    create unlogged table ${numerotees} as
    select
      ligne, sort, cents, jour, personne, reference, order_id, ${codes}, texte, false as est_reprise,
      case when ${isDon} then concat_ws('-', qui, jour, cents, row_number() over egaux)
      else '' end collate "C" as cle
    from (
      select l.*, coalesce(souche, contact, ${`${prefixe}-${ANONYME}`}) as qui
      from ${lues} as l
      left join ${contacts} using (personne)
      left join ${SOUCHES} on nouveau_id = contact and jour <= jusqua and jour > coalesce(depuis, '-infinity')
    ) as lues
    window egaux as (partition by ${isDon}, qui, jour, cents order by ${codes}, order_id)
  `.execute(tx)
  await sql`analyze ${numerotees} (sort, est_reprise, personne)`.execute(tx)
}
