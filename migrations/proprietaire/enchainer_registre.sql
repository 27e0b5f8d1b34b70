-- Chains what a statement did to a register, and refuses to take off what does not meet its condition. Arguments: whether an
-- act is a row (`lignes`) or the statement (`sommes`), the columns of the key, that condition, how a refusal begins, and what an
-- update is. A row's text is that of its JSON without empty fields, so that a column more, which is empty, changes none.
--
-- It runs with the rights of the log's owner, whoever writes: the service adds to some registers by itself.
create function enchainer_registre() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
set timezone = 'UTC'
set bytea_output = 'hex'
as $$
declare
  geste constant text := case tg_op when 'INSERT' then 'AJOUT' when 'UPDATE' then tg_argv[4] else 'RETRAIT' end;
  lues constant text := case tg_op when 'DELETE' then 'anciennes' else 'nouvelles' end;
  somme constant text := '(select %s * count(*) as n, %s * coalesce(sum(hashtextextended(jsonb_strip_nulls(to_jsonb(l))::text, 0)), 0) as s from %s as l)';
  refusee boolean;
  cles text[];
  contenus text[];
begin
  if tg_op = 'DELETE' then
    execute format('select exists (select from anciennes where (%s) is not true)', tg_argv[2]) into refusee;
    if refusee then
      raise exception '% : DELETE refusé.', tg_argv[3] using errcode = 'insufficient_privilege';
    end if;
  end if;
  if tg_argv[0] = 'sommes' then
    execute 'select array['''']::text[], array[sum(n) || '':'' || sum(s)] from ('
      || concat_ws(
        ' union all ',
        case when tg_op <> 'DELETE' then 'select * from ' || format(somme, 1, 1, 'nouvelles') || ' as apres' end,
        case when tg_op <> 'INSERT' then 'select * from ' || format(somme, -1, -1, 'anciennes') || ' as avant' end
      )
      || ') as sommes'
    into cles, contenus;
    if contenus = array['0:0'] then
      return null;
    end if;
  else
    execute format(
      'select array_agg(cle), array_agg(contenu)
      from (
        select jsonb_build_array(%1$s)::text as cle,
          encode(sha256(convert_to(jsonb_strip_nulls(to_jsonb(l))::text, ''UTF8'')), ''hex'') as contenu
        from %2$I as l
        order by %1$s
      ) as lignes',
      tg_argv[1], lues
    )
    into cles, contenus;
  end if;
  perform enchainer_actes(tg_table_name, geste, cles, contenus);
  return null;
end
$$;
