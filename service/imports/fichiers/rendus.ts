import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { deSort } from './lues'
import type { Addition } from './vocabulaire'

/**
 * Makes `rendus`: refunds of the rows, each with the key that it is remembered by and the gift that it is of; where the
 * row has no key of its own, by that gift, the day, the amount and which of such equal ones it is. And `vises`: gifts of
 * the rows that refunds of these or of earlier files are of, or that other rows say are none. `stockes`: stored ones.
 */
export async function lireRemboursements(
  tx: Db,
  { lues, lecture, table }: Addition,
): Promise<void> {
  const prefixe = `${lecture.prefixe}-`
  await sql`
    create unlogged table ${table('rendus')} as
    select
      ligne, texte, cents as ecrits, centimes, don_id,
      case
        when reference <> '' and cle <> '' then ${prefixe} || cle
        else concat_ws('#', don_id, jour, centimes, row_number() over (partition by don_id, jour, centimes, reference = '' or cle = ''))
      end as cle
    from (
      select *, abs(cents) as centimes, ${prefixe} || case when reference <> '' then reference else cle end as don_id
      from ${lues}
      where ${deSort('rembourse')}
    ) as r
  `.execute(tx)
  await sql`
    create unlogged table ${table('vises')} as
    select cle, sum(cents)::bigint as brut
    from ${lues}
    where ${deSort('compte')} and cle in (
      select substr(don_id, ${prefixe.length + 1}) from ${table('rendus')}
      union all
      select cle from ${lues} where ${deSort('ne_compte_pas')}
      union all
      select substr(don_id, ${prefixe.length + 1}) from remboursements where starts_with(don_id, ${prefixe})
    )
    group by cle
  `.execute(tx)
  await sql`analyze ${table('vises')}`.execute(tx)
  await sql`
    create unlogged table ${table('stockes')} as
    select * from donations
    where id in (
      select don_id from ${table('rendus')}
      union
      select don_id from remboursements where starts_with(don_id, ${prefixe})
      union
      select ${prefixe} || cle from ${lues} where ${deSort('ne_compte_pas')} and cle <> ''
    )
  `.execute(tx)
  await sql`
    create unlogged table ${table('orphelins')} as
    select ligne from ${table('rendus')} as r
    where not exists (select from ${table('vises')} as d where ${prefixe} || d.cle = r.don_id)
      and not exists (select from ${table('stockes')} as s where s.id = r.don_id)
  `.execute(tx)
}

/**
 * Makes `corriges`: gifts that refunds of the file or of earlier ones are of, or that rows say are none, with what each
 * is now: the file's own gifts, and stored ones that are not in it.
 */
export async function corriger(tx: Db, { lues, lecture, table }: Addition): Promise<void> {
  const prefixe = `${lecture.prefixe}-`
  await sql`
    create unlogged table ${table('corriges')} as
    with valables as (
      select distinct on (cle) cle, don_id, centimes
      from ${table('rendus')} where ligne not in (select ligne from ${table('orphelins')})
      order by cle, centimes desc, don_id
    ),
    connus as (
      select cle, don_id, centimes, brut from remboursements
      where cle not in (select cle from valables)
        and (don_id in (select don_id from valables) or don_id in (select ${prefixe} || cle from ${table('vises')}))
    ),
    rendus as (
      select don_id, sum(centimes) as rendu, max(brut) as brut
      from (
        select v.don_id, v.centimes, r.brut from valables as v left join remboursements as r using (cle, don_id)
        union all
        select don_id, centimes, brut from connus
      ) as tous
      group by don_id
    ),
    ecartes as (
      select id as don_id from ${table('stockes')}
      where id in (select ${prefixe} || cle from ${lues} where ${deSort('ne_compte_pas')} and cle <> '')
        and id not in (select ${prefixe} || cle from ${table('vises')})
    ),
    stockes as (
      select id as don_id, (order_amount * 100)::bigint as stocke from ${table('stockes')}
    )
    select
      don_id,
      d.cle is not null as dans_le_fichier,
      -- What is no gift any more is none that a later refund could be taken off.
      case when ecartes.don_id is null then coalesce(d.brut, rendus.brut, stockes.stocke) else 0 end as brut,
      case
        when ecartes.don_id is not null then 0
        else greatest(0, coalesce(d.brut, rendus.brut, stockes.stocke) - rendu)
      end as centimes
    from rendus
    full join ecartes using (don_id)
    left join ${table('vises')} as d on ${prefixe} || d.cle = don_id
    left join stockes using (don_id)
    where d.cle is not null or stockes.don_id is not null
  `.execute(tx)
  await sql`analyze ${table('corriges')}`.execute(tx)
}

/** Remembers refunds for good, and what their gifts were before them. */
export async function retenirRemboursements(tx: Db, { table }: Addition): Promise<void> {
  await sql`
    insert into remboursements (cle, don_id, centimes, brut)
    select distinct on (r.cle) r.cle, don_id, r.centimes, c.brut
    from ${table('rendus')} as r
    join ${table('corriges')} as c using (don_id)
    where ligne not in (select ligne from ${table('orphelins')})
    order by r.cle, r.centimes desc, don_id
    on conflict (cle) do update set don_id = excluded.don_id, centimes = excluded.centimes, brut = excluded.brut
  `.execute(tx)
  await sql`
    update remboursements as r set brut = c.brut
    from ${table('corriges')} as c
    where r.don_id = c.don_id and r.brut <> c.brut
  `.execute(tx)
}
