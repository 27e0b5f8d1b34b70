-- Finds the series of all contacts anew.
create procedure recalculer_series()
language plpgsql
as $$
begin
  delete from series_dons;
  execute 'insert into series_dons ' || requete_series('dons_canoniques', 'true');
  analyze series_dons (contact_id, exclu);
end
$$;
