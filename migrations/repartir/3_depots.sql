-- Files that wait to be imported go where their rows will go.
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
      perform create_distributed_table(depot.nom, depot.cle, colocate_with => depot.type);
    end if;
  end loop;
end
$$;
