-- Publishes the facts that were computed as a generation: whoever reads meanwhile reads the one before. That is dropped
-- after the transaction, by the service.
create procedure attacher_faits(suivante integer)
language plpgsql
as $$
declare
  faits constant text := format('partitions.faits_donateurs_%s', suivante);
begin
  execute format('create unique index on %s (contact_id, annee)', faits);
  execute format('create index on %s (contact_id) where exclu', faits);
  execute format('create index on %s (annee, montant, premier_jour)', faits);
  execute format('alter table %1$s add check (generation is not null and generation = %2$s)', faits, suivante);
  execute format('alter table faits_donateurs attach partition %s for values in (%s)', faits, suivante);
  -- Joins ask the parent how many there are.
  analyze faits_donateurs (generation, contact_id);
  execute format('analyze %s (generation, contact_id, annee, exclu, nombre, montant, annee_precedente,
    annee_suivante, premier_jour, premier_don, premier_codemedia, premier_origincode)', faits);
  update faits_publies
  set generation = suivante,
    donations_version = (select version from donations_version),
    evenement = (select coalesce(max(numero), 0) from evenements_exclusion),
    exclus_version = (select version from donateurs_exclus_version),
    definition = definition_des_faits(),
    campagne_vfl_motif = (select parametres.campagne_vfl_motif from parametres);
end
$$;
