-- Deals every gift out to the server of its contact, and makes room there for the next generation of facts, and of the gifts
-- beside them.
create procedure preparer_generation(suivante integer)
language plpgsql
as $$
declare
  dons constant text := format('partitions.dons_contacts_%s', suivante);
  parent text;
begin
  foreach parent in array array['dons_contacts', 'faits_donateurs', 'dons_croises'] loop
    execute format('create table partitions.%1$s_%2$s (like %1$s)', parent, suivante);
    perform create_distributed_table(
      format('partitions.%s_%s', parent, suivante), 'contact_id', colocate_with => 'donateurs'
    );
  end loop;
  execute format(
    'insert into %s
    select
      %s, id, order_amount, order_date, contact_id, codemedia_code, campaign_code, origincode_code, product_code
    from donations',
    dons, suivante
  );
  execute format('create index on %s (contact_id, order_date)', dons);
  execute format('alter table %1$s add check (generation is not null and generation = %2$s)', dons, suivante);
  execute format('alter table dons_contacts attach partition %s for values in (%s)', dons, suivante);
  analyze dons_contacts (generation, contact_id);
  execute format('analyze %s (order_date, order_amount)', dons);
  -- Whose gifts are read from now on.
  update faits_publies set generation = suivante;
end
$$;
