import { FOREIGN_CODE } from './errors'

const anyOf = (names: readonly string[]) =>
  `array[${names.map((name) => `'${name}'`).join(', ')}]::pg_catalog.text[]`

/**
 * SQL for the owner of the log to run before touching tables of the role dons_service in the same transaction. All of them
 * and every view are checked; where only the `touched` ones are, others go on being written.
 * That role owns these tables and may attach code to them, which then runs with the rights of whoever reads or writes
 * them. So only what the migrations attach is allowed: triggers whose function is in `public`, where the service
 * creates nothing, and looks for names where the session does; expressions of immutable functions; columns of built-in
 * types; no policies, no rules. Views may also query other views, and the groups, through the owner's functions, see
 * decides_depuis (`depuis` and `releve` in 0.2.0).
 * The locks keep others from adding any to what is touched until the transaction ends.
 *
 * `set local role dons_service` would not help: code running in the owner's session can reset it.
 */
export const refuseForeignCode = (touched?: readonly string[]): string => `
do $garde$
declare
  service constant oid := to_regrole('dons_service');
  tables oid[];
  objet record;
begin
  if service is null or current_user = 'dons_service' then
    return;
  end if;
  select array_agg(c.oid order by c.oid) into tables
  from pg_catalog.pg_class c
  where c.relowner = service and c.relkind in ('r', 'p', 'v') and (
    c.relnamespace in (select oid from pg_catalog.pg_namespace where nspname in ('public', 'partitions'))
    or exists (select from pg_catalog.pg_inherits i where i.inhrelid = c.oid)
  );
  -- A view is locked with what it reads: as readers do, so that only its own change has to wait.
  for objet in
    select c.oid::pg_catalog.regclass as nom, c.relkind = 'v' as lue
    from pg_catalog.unnest(tables) oid join pg_catalog.pg_class c using (oid)${
      touched
        ? `
    where c.relkind = 'v' or c.relname = any (${anyOf(touched)})
      or exists (
        select from pg_catalog.pg_inherits i join pg_catalog.pg_class p on p.oid = i.inhparent
        where i.inhrelid = c.oid and p.relname = any (${anyOf(touched)})
      )`
        : ''
    }
  loop
    execute pg_catalog.format(
      case when objet.lue then 'lock table %s in access share mode'
        else 'lock table only %s in share row exclusive mode' end,
      objet.nom
    );
  end loop;

  with expressions (relid, nom, texte, calcule) as (
    select adrelid, 'une valeur par défaut', adbin::pg_catalog.text, false from pg_catalog.pg_attrdef
    union all
    select conrelid, 'la contrainte ' || conname, conbin::pg_catalog.text, true from pg_catalog.pg_constraint where contype = 'c'
    union all
    select indrelid, 'l’index ' || indexrelid::pg_catalog.regclass,
      pg_catalog.concat(indexprs::pg_catalog.text, indpred::pg_catalog.text), true
    from pg_catalog.pg_index
    union all
    select stxrelid, 'la statistique ' || stxname, stxexprs::pg_catalog.text, true from pg_catalog.pg_statistic_ext
    union all
    select partrelid, 'son partage', partexprs::pg_catalog.text, true from pg_catalog.pg_partitioned_table
    union all
    select ev_class, 'sa définition', ev_action::pg_catalog.text, false from pg_catalog.pg_rewrite where rulename = '_RETURN'
  ), appels as (
    select relid, nom, calcule,
      coalesce((select oprcode from pg_catalog.pg_operator o where mot[1] like 'opno%' and o.oid = mot[2]::pg_catalog.oid), mot[2]::pg_catalog.oid) as fonction
    from expressions, pg_catalog.regexp_matches(texte, ':(funcid|opfuncid|opno|opnos \\(o|hashfuncid|negfuncid|aggfnoid|winfnoid) (\\d+)', 'g') mot
    where mot[2] <> '0'
  ), types as (
    select relid, nom, mot[1]::pg_catalog.oid as type
    from expressions, pg_catalog.regexp_matches(texte, ':(?:vartype|consttype|paramtype|resulttype|funcresulttype|opresulttype|casetype|array_typeid|element_typeid|row_typeid|coalescetype|minmaxtype|typeId) (\\d+)', 'g') mot
    where mot[1] <> '0'
    union all
    select attrelid, 'la colonne ' || attname, atttypid from pg_catalog.pg_attribute where attnum > 0 and not attisdropped
  ), etrangers (relid, nom) as (
    select polrelid, 'la politique ' || polname from pg_catalog.pg_policy
    union all
    select oid, 'une sécurité par ligne' from pg_catalog.pg_class where relrowsecurity or relforcerowsecurity
    union all
    select ev_class, 'la règle ' || rulename from pg_catalog.pg_rewrite where rulename <> '_RETURN'
    union all
    select tgrelid, 'le déclencheur ' || tgname
    from pg_catalog.pg_trigger t
    join pg_catalog.pg_proc p on p.oid = t.tgfoid
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where not t.tgisinternal and (n.nspname <> 'public' or t.tgqual is not null)
    union all
    select relid, nom
    from appels
    join pg_catalog.pg_proc p on p.oid = fonction
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname not in ('pg_catalog', 'public')
      or p.provolatile <> 'i'
        and (calcule or p.proname not in ('now', 'clock_timestamp', 'gen_random_uuid', 'nextval'))
        and (p.proowner = service or p.proname not in (
          'decides_depuis', 'releve_de', 'membres_des_groupes', 'fiche_reunie', 'regroupes_depuis', 'depuis', 'releve'
        ))
    union all
    select relid, nom
    from types
    join pg_catalog.pg_type t on t.oid = type
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    where n.nspname <> 'pg_catalog'
      and t.typrelid <> all (select oid from pg_catalog.pg_class where relkind = 'v' and oid = any (tables))
  )
  select nom, quoi, genre into objet
  from (
    select relid::pg_catalog.regclass::pg_catalog.text as nom, etrangers.nom as quoi,
      case relkind when 'v' then 'vue' else 'table' end as genre
    from etrangers
    join pg_catalog.pg_class on pg_class.oid = relid
    where relid = any (tables)
    union all
    select oid::pg_catalog.regprocedure::pg_catalog.text, reglage, 'fonction'
    from pg_catalog.pg_proc, pg_catalog.unnest(proconfig) reglage
    where proowner = service and pronamespace = 'public'::pg_catalog.regnamespace
      and reglage like 'search_path=%' and reglage <> 'search_path=public, pg_temp'
  ) objets
  order by 1, 2
  limit 1;
  if found then
    raise exception 'La % % porte ce que l’application n’y a pas mis : %. Le propriétaire de la base ne peut pas y toucher sans risque : supprimez cet ajout, cherchez qui l’a fait, puis recommencez.', objet.genre, objet.nom, objet.quoi
      using errcode = '${FOREIGN_CODE}';
  end if;
end
$garde$`
