-- Computes the facts anew from every gift, into a partition of the next generation, and publishes it: whoever reads
-- meanwhile reads the one before. That is dropped after the transaction, by the service.
create procedure recalculer_faits()
language plpgsql
as $$
declare
  suivante constant integer := (select generation + 1 from faits_publies);
  faits constant text := format('partitions.faits_donateurs_%s', suivante);
begin
  execute format('create table %s as select %s as generation, * from (%s) as faits', faits, suivante, requete_faits(''));
  execute format('create unique index on %s (contact_id, annee)', faits);
  execute format('create index on %s (annee, montant desc, length(contact_id), contact_id)', faits);
  execute format('create index on %s (contact_id) where exclu', faits);
  execute format(
    'alter table %s alter generation set not null, alter contact_id set not null, alter annee set not null,
      alter exclu set not null, alter nombre set not null, alter nombre_vfl set not null, alter montant set not null,
      alter premier_jour set not null, alter dernier_jour set not null, alter premier_vfl set not null,
      alter dernier_vfl set not null, alter dernier_montant set not null, alter premier_don set not null,
      alter dernier_don set not null, alter carriere_vfl set not null, alter cumul set not null,
      alter cumul_nombre set not null, alter cumul_vfl set not null', faits);
  execute format('alter table faits_donateurs attach partition %s for values in (%s)', faits, suivante);
  execute format('analyze %s', faits);
  update faits_publies
  set generation = suivante,
    donations_version = (select version from donations_version),
    evenement = (select coalesce(max(numero), 0) from evenements_exclusion),
    exclus_version = (select version from donateurs_exclus_version),
    campagne_vfl_motif = (select parametres.campagne_vfl_motif from parametres);
end
$$;
