-- Finds the series of all contacts anew.
create procedure recalculer_series()
language plpgsql
as $$
begin
  perform set_config('max_parallel_workers_per_gather', '0', true) where peu_de_dons();
  delete from series_dons;
  create table partitions.series_neuves as
  select * from calculer_series(0) union all select * from calculer_series(1);
  insert into series_dons select * from partitions.series_neuves;
  drop table partitions.series_neuves;
  execute 'insert into series_dons '
    || requete_series('dons_canoniques', 'contact_brut = any (array(select contact_id from contacts_groupes))');
  analyze series_dons (contact_id, exclu);
end
$$;
