import { type Kysely, sql } from 'kysely'
import { publishFunctions } from './migration/workers'
import { migrateAsOwner } from './prepare'
import { isDistributed } from './repartition'

/** What sessions of a spread database begin with: joins by any key. */
export const SETTINGS = ['citus.enable_repartition_joins = on']

/** Parts of a table by server: twice as many servers may share them, and each more costs every page of a list. */
const PARTS_PER_SERVER = 2

const SERVICE_EXISTS = `to_regrole('dons_service') is not null`

const onlyValue = async <T, Value>(db: Kysely<T>, question: string): Promise<Value | undefined> => {
  const { rows } = await sql.raw<{ value: Value }>(`select (${question}) as value`).execute(db)
  return rows[0]?.value
}

/** How many servers take data. Throws one French sentence if none can. */
async function countServers<T>(db: Kysely<T>): Promise<number> {
  if (!(await onlyValue(db, `to_regclass('pg_catalog.pg_dist_node') is not null`)))
    throw new Error(
      'L’extension citus n’est pas installée dans cette base : installez-la sur chaque serveur, ajoutez-y les serveurs de données, puis recommencez.',
    )
  const servers = await onlyValue<T, number>(
    db,
    `select count(*)::int from pg_dist_node where isactive and shouldhaveshards`,
  )
  if (!servers)
    throw new Error(
      'Aucun serveur de données n’est connu : ajoutez-les avec citus_add_node, puis recommencez.',
    )
  return servers
}

async function refuseWhileServed<T>(db: Kysely<T>): Promise<void> {
  const others = await onlyValue<T, number>(
    db,
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and application_name = 'dons' and pid <> pg_backend_pid()`,
  )
  if (others) throw new Error('Le service travaille sur cette base : arrêtez-le, puis recommencez.')
}

/** The figures are made anew from what lies on the servers; so are all views, whose tables change. */
const CLEAR = `
do $$
declare
  objet record;
begin
  for objet in
    select format('drop %s if exists public.%I cascade', case relkind when 'm' then 'materialized view' else 'view' end, relname)
      as commande
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    union all
    select format('drop table %s', inhrelid::regclass)
    from pg_inherits
    where inhparent = 'public.faits_donateurs'::regclass
  loop
    execute objet.commande;
  end loop;
end
$$;
drop trigger if exists donations_ecrites on donations;
drop trigger if exists vider_fiche_anonymisee on donateurs;
drop trigger if exists activer_vidage_fiches on donateurs_anonymises;
update donateurs
set firstname = null, lastname = null, city = null, zip = null, email = null, phone = null, birthdate = null,
  civility = null, is_company = null
where contact_id in (select contact_id from donateurs_anonymises);`

/** Ids of contacts compare byte by byte on every server. */
const TABLES = `
alter table donateurs alter column contact_id type text collate "C";
alter table mots_contacts alter column contact_id type text collate "C";
create table dons_contacts (
  generation      integer not null,
  id              text collate "C" not null,
  order_amount    numeric(14, 2) not null,
  order_date      date not null,
  contact_id      text collate "C" not null,
  codemedia_code  text,
  campaign_code   text,
  origincode_code text,
  product_code    text
) partition by list (generation);
select create_distributed_table('donations', 'id', colocate_with => 'none');
select truncate_local_data_after_distributing_table('donations');
select create_distributed_table('donateurs', 'contact_id', colocate_with => 'none');
select truncate_local_data_after_distributing_table('donateurs');
select create_distributed_table('mots_contacts', 'contact_id', colocate_with => 'donateurs');
select truncate_local_data_after_distributing_table('mots_contacts');
select create_distributed_table('faits_donateurs', 'contact_id', colocate_with => 'donateurs');
select create_distributed_table('dons_contacts', 'contact_id', colocate_with => 'donateurs');`

/**
 * What views ask by itself, so that it is no part of a question of other things: all rows of a view, and those of the
 * contacts who were excluded or reinstated since the publication, which servers are asked for only where somebody was.
 * They belong to the database's owner: who reads a view runs no code that the service may change.
 */
const FUNCTIONS = `
create function releve(modele anyelement) returns setof anyelement
language plpgsql stable rows 100
as $$
begin
  return query execute pg_catalog.format(
    'select * from %s',
    (select typrelid::pg_catalog.regclass from pg_catalog.pg_type where oid = pg_catalog.pg_typeof(modele))
  );
end
$$;
create function depuis(modele anyelement) returns setof anyelement
language plpgsql stable rows 100
as $$
declare
  vue pg_catalog.regclass :=
    (select typrelid from pg_catalog.pg_type where oid = pg_catalog.pg_typeof(modele));
  question text := case
    when vue::text like '%_calcul' then 'select * from %s where ensemble = ''changes'''
    else 'select * from %s'
  end;
begin
  if exists (
    select from public.evenements_exclusion where numero > (select evenement from public.faits_publies)
  ) then
    return query execute pg_catalog.format(question, vue);
  end if;
end
$$;`

/** Files that wait to be imported go where their rows will go. */
const DEPOTS = `
do $$
declare
  depot record;
begin
  for depot in
    select format('depots.%s_%s', genre, replace(fichier_id::text, '-', '')) as nom, type,
      case type when 'donations' then 'id' else 'contact_id' end as cle
    from fichiers
    cross join unnest(array['lignes', 'reprises']) as genre
    where en_depot
  loop
    if to_regclass(depot.nom) is not null then
      if depot.type = 'donateurs' then
        execute format('alter table %s alter column contact_id type text collate "C"', depot.nom);
      end if;
      perform create_distributed_table(depot.nom, depot.cle, colocate_with => depot.type);
    end if;
  end loop;
end
$$;`

/** Gives servers that were added since what the others have: functions, and their part of the rows. */
const extend = <T>(db: Kysely<T>): Promise<void> =>
  db.connection().execute(async (connection) => {
    const run = (statement: string) => sql.raw(statement).execute(connection)
    await publishFunctions(connection, 'public')
    await run('set statement_timeout = 0')
    const hasRole = await onlyValue(connection, SERVICE_EXISTS)
    if (hasRole) await run('grant create on schema public to dons_service')
    try {
      await run("select citus_rebalance_start(shard_transfer_mode => 'block_writes')")
      await run('select citus_rebalance_wait()')
    } finally {
      if (hasRole) await run('revoke create on schema public from dons_service')
    }
  })

/**
 * Spreads donations, donors, staged files and facts over the servers that the extension Citus knows, and makes the
 * figures anew there. Where they are spread already, servers that were added since get their part, while others read.
 * Returns over how many servers they lie. Throws one French sentence if they cannot be spread.
 */
export async function distribute<T>(db: Kysely<T>, parts = PARTS_PER_SERVER): Promise<number> {
  await migrateAsOwner(db)
  const servers = await countServers(db)
  if (await isDistributed(db)) {
    await extend(db)
    return servers
  }
  await refuseWhileServed(db)
  await db.transaction().execute(async (transaction) => {
    const run = (statements: string) => sql.raw(statements).execute(transaction)
    await run(
      `set local statement_timeout = 0; set local citus.multi_shard_modify_mode = 'sequential'`,
    )
    await run(`set local citus.shard_count = ${servers * parts}`)
    const hasRole = await onlyValue(transaction, SERVICE_EXISTS)
    if (hasRole) await run('grant usage, create on schema public to dons_service')
    await run(CLEAR)
    await run(TABLES)
    if (hasRole) await run('alter table dons_contacts owner to dons_service')
    await run(DEPOTS)
    await run(`set local citus.enable_ddl_propagation = off; ${FUNCTIONS}`)
    await run('set local citus.enable_ddl_propagation = on')
    for (const setting of SETTINGS)
      await run(
        `do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`,
      )
  })
  for (const setting of SETTINGS) await sql.raw(`set ${setting}`).execute(db)
  await migrateAsOwner(db)
  return servers
}
