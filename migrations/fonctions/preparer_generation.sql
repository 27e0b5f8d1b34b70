-- Makes room for the next generation of facts, and of the gifts beside them.
create procedure preparer_generation(suivante integer)
language plpgsql
as $$
begin
  execute format('create table partitions.faits_donateurs_%s (like faits_donateurs)', suivante);
  execute format('create table partitions.dons_croises_%s (like dons_croises)', suivante);
end
$$;
