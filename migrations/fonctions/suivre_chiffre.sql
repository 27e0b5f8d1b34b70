-- Adds to a figure's differences what became others of its rows: what its question finds for the changed facts and gifts,
-- or (`entier`) for all, less what is published. Tells how many, and notes for the publication those that end with it
-- (`signe` -1) and those that begin: in `lignes_suivies`, where a figure that was followed has a row of its own too. Few
-- donors are sought one by one: to merge them with the gifts reads those of everybody between the first of them and the last.
create procedure suivre_chiffre(nom text, entier boolean, inout autres bigint)
language plpgsql
set enable_mergejoin = off
as $$
declare
  calcul constant text := nom || '_calcul';
  ecarts constant regclass := (nom || '_ecarts')::regclass;
  suivie constant boolean := not entier and nom = any (vues_publiees());
  cles text;
  sommes text[];
  en_tout text;
  nulles text;
  non_nulles text;
begin
  if to_regclass('pg_temp.lignes_suivies') is null then
    create temporary table lignes_suivies (vue text not null, signe integer not null, ligne text) on commit drop;
  end if;
  select
    string_agg(quote_ident(attname), ', ') filter (where attnum = any (indkey)),
    array_agg(quote_ident(attname)) filter (where attnum <> all (indkey))
  into cles, sommes
  from pg_index
  join pg_attribute on attrelid = indrelid and attnum > 0
  where indrelid = ecarts;
  en_tout := (select string_agg(format('sum(%1$s) as %1$s', somme), ', ') from unnest(sommes) as somme);
  nulles := (select string_agg('0', ', ') from unnest(sommes));
  non_nulles := (
    select format('having row(%s) <> row(%s)', string_agg(format('sum(%s)', somme), ', '), nulles)
    from unnest(sommes) as somme
  );
  -- Asked by itself, as several servers answer it, and side by side.
  if entier then
    execute format(
      'create temporary table calcule on commit drop as select %s, %s from %I where ensemble = ''publies''',
      cles, array_to_string(sommes, ', '), calcul
    );
  end if;
  execute format(
    $suite$
      with changes as materialized (%4$s),
      gardes as (
        insert into %1$s as gardes (%2$s, %3$s)
        table changes
        on conflict (%2$s) do update set %5$s
      ),
      avant as materialized (
        select %2$s, %3$s from %6$I where %9$L and (%2$s) in (select %2$s from changes)
      ),
      apres as (
        select %2$s, %8$s
        from (table avant union all table changes) as lignes
        where %9$L
        group by %2$s
        %10$s
      ),
      suivies as (
        insert into lignes_suivies
        select %7$L, sum(signe), ligne
        from (
          select -1 as signe, to_jsonb(avant)::text as ligne from avant
          union all
          select 1, to_jsonb(apres)::text from apres
        ) as lignes
        group by ligne
        having sum(signe) <> 0
        union all
        select %7$L, 0, null where %9$L
      )
      select count(*) from changes
    $suite$,
    ecarts,
    cles,
    array_to_string(sommes, ', '),
    case
      when entier then format(
        'select %1$s, %2$s
        from (
          select %1$s, %3$s from calcule
          union all
          select %1$s, %4$s from %5$I
          union all
          select %1$s, %4$s from %6$s
        ) as lignes
        group by %1$s
        %7$s',
        cles,
        en_tout,
        array_to_string(sommes, ', '),
        (select string_agg('-' || somme, ', ') from unnest(sommes) as somme),
        nom || '_entier',
        ecarts,
        non_nulles
      )
      else format(
        'with %1$s select %2$s, %3$s from %4$I where ensemble = ''ecarts'' and row(%3$s) <> row(%5$s)',
        vues_des_ecarts(calcul), cles, array_to_string(sommes, ', '), calcul, nulles
      )
    end,
    (
      select string_agg(format('%1$s = coalesce(gardes.%1$s, 0) + excluded.%1$s', somme), ', ')
      from unnest(sommes) as somme
    ),
    nom,
    nom,
    en_tout,
    suivie,
    non_nulles
  ) into autres;
  drop table if exists pg_temp.calcule;
end
$$;
