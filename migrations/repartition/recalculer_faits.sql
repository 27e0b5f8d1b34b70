-- Deals every gift out to the server of its contact, computes there the facts of its own contacts, and publishes both
-- as the next generation: whoever reads meanwhile reads the one before. That is dropped after the transaction, by the
-- service. While the schema is made anew other servers are told nothing: then the next refresh computes all.
--
-- Joins are estimated by what is known of the whole table, not of the generation read: without it a question takes each
-- contact for very many, and sorts where it could count.
--
-- Each server writes its facts where it computes them only if they are asked of its own tables alone: so the pattern of
-- VFL is told it, and who is excluded is noted afterwards.
create procedure recalculer_faits()
language plpgsql
as $$
declare
  suivante constant integer := (select generation + 1 from faits_publies);
  dons constant text := format('partitions.dons_contacts_%s', suivante);
  faits constant text := format('partitions.faits_donateurs_%s', suivante);
begin
  if current_setting('citus.enable_ddl_propagation') = 'off' then
    update faits_publies set donations_version = donations_version - 1;
    return;
  end if;
  execute format('create table %s (like dons_contacts)', dons);
  execute format('create table %s (like faits_donateurs)', faits);
  perform create_distributed_table(dons, 'contact_id', colocate_with => 'donateurs');
  perform create_distributed_table(faits, 'contact_id', colocate_with => 'donateurs');
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
  update faits_publies
  set generation = suivante,
    donations_version = (select version from donations_version),
    evenement = (select coalesce(max(numero), 0) from evenements_exclusion),
    exclus_version = (select version from donateurs_exclus_version),
    campagne_vfl_motif = (select parametres.campagne_vfl_motif from parametres);
  execute format(
    'insert into %s
    with tous_les_dons as (%s), contacts_exclus as (select null as contact_id where false)
    select %s, faits.*, ''inconnu'' from (%s) as faits',
    faits,
    requete_dons(
      format('(select *, contact_id as contact_brut from %s) as dons', dons),
      (select format('%L::text', campagne_vfl_motif) from parametres)
    ),
    suivante,
    requete_faits('tous_les_dons', '')
  );
  execute format('create unique index on %s (contact_id, annee)', faits);
  execute format('update %s set exclu = true where contact_id in (select contact_id from contacts_exclus)', faits);
  execute format(
    'update %s as faits set departement = departement_du_code_postal(zip) from donateurs
    where donateurs.contact_id = faits.contact_id',
    faits
  );
  execute format('create index on %s (contact_id) where exclu', faits);
  execute format('alter table %1$s add check (generation is not null and generation = %2$s)', faits, suivante);
  execute format('alter table faits_donateurs attach partition %s for values in (%s)', faits, suivante);
  analyze faits_donateurs (generation, contact_id);
  execute format('analyze %s (annee, exclu, nombre, montant, annee_precedente, annee_suivante,
    premier_jour, premier_don, premier_codemedia, premier_origincode)', faits);
end
$$;
