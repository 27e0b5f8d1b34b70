-- The figures are made anew from what lies on the servers; so are all views, whose tables change.
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
    where inhparent in ('public.faits_donateurs'::regclass, 'public.dons_croises'::regclass)
  loop
    execute objet.commande;
  end loop;
end
$$;
-- Tables of which one function tells would have to be distributed together.
drop function if exists fiche_reunie, jour_des_contacts cascade;
drop trigger if exists donations_ecrites on donations;
drop trigger if exists vider_fiche_anonymisee on donateurs;
drop trigger if exists activer_vidage_fiches on donateurs_anonymises;
select vider_fiches('donateurs', array(select contact_id from donateurs_anonymises));
