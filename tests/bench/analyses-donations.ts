import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'

/**
 * Makes `donations` hold this many gifts of a tenth as many donors, in the order of their dates, from 2013 on.
 * Donors come, give about every year for some years, and go; one in twenty gives monthly; autumn brings half.
 */
export async function fillDonations(db: Db, dons: number): Promise<void> {
  await db.connection().execute(async (connection) => {
    const run = (statement: string) => sql.raw(statement).execute(connection)
    await run(`set work_mem = '256MB'`)
    await run('select setseed(0.4)')
    await run('alter table donations detach partition partitions.donations_1')
    await run('drop table partitions.donations_1')
    await run(
      'create table partitions.donations_1 (like donations including defaults including constraints)',
    )
    await run(`
      create temporary table donneurs as
      select
        (100000 + numero)::text as contact_id,
        2013 + floor(random() * 12)::int as premiere,
        floor(-ln(1 - random()) * 8)::int as duree,
        random() < 0.05 as mensuel
      from generate_series(1, ${dons / 10}) as numero`)
    await run(`
      create temporary table tirage as
      select contact_id, make_date(annee, 1, 1) + jour as jour
      from donneurs
      cross join lateral generate_series(premiere, least(premiere + duree, 2025)) as annee
      cross join lateral (
        select case when mensuel then 12 else 1 + floor(-ln(1 - random()) * 1.15)::int end as nombre
        where annee > 0
      ) as rythme
      cross join lateral generate_series(1, nombre) as rang
      cross join lateral (
        select (case when random() < 0.5 then 270 + random() * 94 else random() * 364 end)::int as jour
        where rang > 0
      ) as jours`)
    await run(`
      insert into partitions.donations_1
      select
        numero::text,
        'C' || numero,
        case when hasard < 0.01 then 0
          when hasard < 0.8 then (array[10, 15, 20, 25, 30, 50, 100, 150])[1 + floor(random() * 8)::int]
          else round(exp(2 + random() * 5)::numeric, 2) end,
        jour,
        contact_id,
        (array['POSTAL', 'WEB', 'CALLCENTER', 'SMS', null])[1 + floor(random() * 5)::int],
        (array['VFL-2020', 'vfl_mailing', 'NOEL-2022', 'ETE-2019', 'PRODUIT', null])[1 + floor(random() * 6)::int],
        'OR' || floor(random() * 40)::int,
        (array['VFL', 'STANDARD'])[1 + floor(random() * 2)::int]
      from (
        select row_number() over (order by jour) as numero, jour, contact_id, random() as hasard
        from (select * from tirage limit ${dons}) as retenus
      ) as ordonnes
      order by numero`)
    await run(
      'alter table donations attach partition partitions.donations_1 for values from (minvalue) to (maxvalue)',
    )
    await run('drop table donneurs, tirage')
    await run('vacuum analyze donations')
    const { rows } = await sql<Record<string, number>>`
      select count(*) as dons, count(distinct contact_id) as donateurs from donations`.execute(
      connection,
    )
    console.log(`  ${JSON.stringify(rows[0])}`)
  })
}
