-- Computes the facts anew from every gift and publishes them as the next generation, where no service does
-- (service/publication/calcul/): while the schema is made anew.
create procedure recalculer_faits()
language plpgsql
as $$
declare
  suivante constant integer := (select generation + 1 from faits_publies);
begin
  execute format(
    'create table partitions.faits_donateurs_%1$s as select %1$s as generation, faits.* from (%2$s) as faits',
    suivante,
    requete_faits_situes('dons_canoniques', '')
  );
  call attacher_faits(suivante);
end
$$;
