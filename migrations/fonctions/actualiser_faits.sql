-- Brings the facts up to date: those of the donors whom imports changed since, or all where that is not known, where
-- it is no less work, or where the pattern of VFL is another one. The breakdown by code follows: less what these donors
-- gave, plus what they give now.
create procedure actualiser_faits()
language plpgsql
as $$
declare
  publies constant faits_publies := (select faits_publies from faits_publies);
  actuelle constant bigint := (select version from donations_version);
  suivies constant bigint := (select count(*) from ecritures_suivies where version > publies.donations_version);
  touches constant text[] := array(
    select distinct contact_id from donateurs_touches where version > publies.donations_version
  );
  lignes constant real := lignes_des_faits(publies.generation);
begin
  if lignes <= 0
    or publies.ventilation_generation <> publies.generation
    or publies.campagne_vfl_motif <> (select campagne_vfl_motif from parametres)
    or actuelle - publies.donations_version <> suivies
    or cardinality(touches) > greatest(1000, lignes / 20)
  then
    call recalculer_faits();
    call recalculer_ventilation();
  else
    if cardinality(touches) > 0 then
      insert into ventilation_contacts as contacts
      select axe, annee, code, -count(*), -sum(nouveau)
      from ventilation_faits
      where contact_id = any (touches)
      group by 1, 2, 3
      on conflict (axe, annee, code) do update
      set donateurs = contacts.donateurs + excluded.donateurs, nouveaux = contacts.nouveaux + excluded.nouveaux;
      call actualiser_dons_contacts(touches);
      delete from faits_donateurs where generation = publies.generation and contact_id = any (touches);
      execute format(
        'insert into faits_donateurs select %s, * from (%s) as faits',
        publies.generation,
        requete_faits('where contact_brut = any ($1)')
      ) using touches;
      insert into ventilation_contacts as contacts
      select axe, annee, code, count(*), sum(nouveau)
      from ventilation_faits
      where contact_id = any (touches)
      group by 1, 2, 3
      on conflict (axe, annee, code) do update
      set donateurs = contacts.donateurs + excluded.donateurs, nouveaux = contacts.nouveaux + excluded.nouveaux;
      insert into ventilation_dons as dons
      select axe, jour_ventile(order_date, ventilation_depuis), code, sum(signe), sum(signe * order_amount)
      from ventilation_ecarts
      cross join faits_publies
      cross join lateral (
        values ('campagne', campagne), ('media', media), ('origine', origine), ('produit', produit)
      ) as codes (axe, code)
      where version > publies.donations_version and version <= actuelle
      group by 1, 2, 3
      on conflict (axe, jour, code) do update
      set nombre = dons.nombre + excluded.nombre, montant = dons.montant + excluded.montant;
    end if;
    update faits_donateurs as faits
    set exclu = true
    from donateurs_exclus
    where generation = publies.generation and faits.contact_id = donateurs_exclus.contact_id and not exclu;
    update faits_donateurs as faits
    set exclu = false
    where generation = publies.generation and exclu
      and not exists (select 1 from contacts_exclus where contacts_exclus.contact_id = faits.contact_id);
    update faits_publies
    set donations_version = actuelle,
      evenement = (select coalesce(max(numero), 0) from evenements_exclusion),
      exclus_version = (select version from donateurs_exclus_version);
  end if;
  delete from donateurs_touches where version <= actuelle;
  delete from ventilation_ecarts where version <= actuelle;
  delete from ecritures_suivies where version <= actuelle;
end
$$;
