-- Begins the chain of every register that has none yet, with the rows that are there: an older base's, or a backup's.
create procedure enchainer_registres()
language plpgsql
set search_path = public, pg_temp
set timezone = 'UTC'
set bytea_output = 'hex'
as $$
declare
  registre record;
  cles text[];
  contenus text[];
begin
  for registre in
    select r.nom, r.actes, array_to_string(r.cle, ', ') as cle
    from registres r
    where r.actes is not null
      and not exists (select from registres_actes a where a.registre = r.nom and a.geste = 'DEBUT')
    order by r.nom
  loop
    execute format('lock table %I in share row exclusive mode', registre.nom);
    perform enchainer_actes(registre.nom, 'DEBUT', array[''], array['']);
    if registre.actes = 'sommes' then
      execute format(
        'select array['''']::text[], array[n - n_deja || '':'' || s - s_deja]
        from (
          select count(*) as n, coalesce(sum(hashtextextended(jsonb_strip_nulls(to_jsonb(l))::text, 0)), 0) as s
          from %I as l
        ) as lignes
        cross join (
          select coalesce(sum(split_part(contenu, '':'', 1)::bigint), 0) as n_deja,
            coalesce(sum(split_part(contenu, '':'', 2)::numeric), 0) as s_deja
          from registres_actes
          where registre = %L and geste <> ''DEBUT''
        ) as actes',
        registre.nom, registre.nom
      )
      into cles, contenus;
    else
      execute format(
        'select array_agg(cle order by cle), array_agg(contenu order by cle)
        from (
          select jsonb_build_array(%s)::text as cle,
            encode(sha256(convert_to(jsonb_strip_nulls(to_jsonb(l))::text, ''UTF8'')), ''hex'') as contenu
          from %I as l
        ) as lignes
        where cle not in (select a.cle from registres_actes a where a.registre = %L)',
        registre.cle, registre.nom, registre.nom
      )
      into cles, contenus;
    end if;
    perform enchainer_actes(registre.nom, 'TROUVEE', cles, contenus);
  end loop;
end
$$;
