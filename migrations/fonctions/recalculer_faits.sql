-- Computes the facts anew from every gift, into a partition of the next generation, and publishes it: whoever reads
-- meanwhile reads the one before. That is dropped after the transaction, by the service.
create procedure recalculer_faits()
language plpgsql
as $$
declare
  suivante constant integer := (select generation + 1 from faits_publies);
  faits constant text := format('partitions.faits_donateurs_%s', suivante);
begin
  perform set_config('max_parallel_workers_per_gather', '0', true) where peu_de_dons();
  execute format(
    'create table %1$s as select * from calculer_faits(%2$s, 0) union all select * from calculer_faits(%2$s, 1)',
    faits,
    suivante
  );
  execute format(
    'insert into %s select %s, * from (%s) as faits',
    faits,
    suivante,
    requete_faits_situes('dons_canoniques', 'where contact_brut = any (array(select contact_id from contacts_groupes))')
  );
  execute format('create unique index on %s (contact_id, annee)', faits);
  execute format('create index on %s (contact_id) where exclu', faits);
  execute format('create index on %s (annee, montant, premier_jour)', faits);
  execute format('alter table %1$s add check (generation is not null and generation = %2$s)', faits, suivante);
  execute format('alter table faits_donateurs attach partition %s for values in (%s)', faits, suivante);
  execute format('analyze %s (generation, contact_id, annee, exclu, nombre, montant, annee_precedente,
    annee_suivante, premier_jour, premier_don, premier_codemedia, premier_origincode)', faits);
  update faits_publies
  set generation = suivante,
    donations_version = (select version from donations_version),
    evenement = (select coalesce(max(numero), 0) from evenements_exclusion),
    exclus_version = (select version from donateurs_exclus_version),
    campagne_vfl_motif = (select parametres.campagne_vfl_motif from parametres);
end
$$;
