-- Publishes the gifts that were put beside the facts of a generation.
create procedure attacher_dons_croises(actuelle integer)
language plpgsql
as $$
declare
  dons constant text := format('partitions.dons_croises_%s', actuelle);
begin
  execute format('create index on %s (contact_id, annee)', dons);
  execute format('create index on %s using brin (annee, (hashtext(contact_id) & 1), segment) with (pages_per_range = 32)', dons);
  execute format('alter table %s add check (generation = %s)', dons, actuelle);
  execute format('alter table dons_croises attach partition %s for values in (%s)', dons, actuelle);
  execute format('analyze %s', dons);
  -- Joins ask the parent how many contacts there are.
  analyze dons_croises (contact_id);
end
$$;
