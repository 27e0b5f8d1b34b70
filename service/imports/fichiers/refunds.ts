import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

const asJson = (table: string): RawBuilder<object> => sql`to_jsonb(${sql.ref(table)}) - 'cle'`

/** Keeps the refunds that `work` changes for an import, as they were before and as it leaves them. */
export async function keepRefunds(
  tx: Db,
  fichierId: string,
  work: () => Promise<void>,
): Promise<void> {
  await sql`create temporary table remboursements_avant on commit drop as table remboursements`.execute(
    tx,
  )
  await work()
  await sql`
    insert into remboursements_avant_import (fichier_id, cle, avant, apres)
    select ${fichierId}::uuid, r.cle, case when a.cle is not null then ${asJson('a')} end, ${asJson('r')}
    from remboursements as r
    left join remboursements_avant as a on a.cle = r.cle
    where a.cle is null or (a.don_id, a.centimes, a.brut) is distinct from (r.don_id, r.centimes, r.brut)`.execute(
    tx,
  )
  await sql`drop table remboursements_avant`.execute(tx)
}

/** Takes back the refunds that an import told, where no later one told them anew. */
export async function undoRefunds(tx: Db, fichierId: string): Promise<void> {
  const told = sql`remboursements_avant_import as a
    where a.fichier_id = ${fichierId} and a.cle = r.cle and ${asJson('r')} = a.apres`
  await sql`delete from remboursements as r using ${told} and a.avant is null`.execute(tx)
  await sql`
    update remboursements as r
    set don_id = a.avant ->> 'don_id',
      centimes = (a.avant ->> 'centimes')::bigint,
      brut = (a.avant ->> 'brut')::bigint
    from ${told} and a.avant is not null`.execute(tx)
}
