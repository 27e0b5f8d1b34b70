-- Puts what a refresh computed of these contacts (pg_temp.faits_neufs, series_neuves, dons_croises_neufs) in the place of
-- what was known of them, and notes the differences; the breakdown by code follows: less what they gave, plus what they give
-- now.
create procedure suivre_changements(contacts text[])
language plpgsql
as $$
declare
  publies constant faits_publies := (select faits_publies from faits_publies);
  horizon_avant constant date := (select jour from horizon_publie);
  horizon constant date := horizon_des_ecarts();
  nombreux constant real := greatest(1000, lignes_des_faits(publies.generation) / 100);
  passes text[] := '{}';
begin
  delete from faits_donateurs where generation = publies.generation and contact_id = any (contacts);
  insert into faits_donateurs select * from pg_temp.faits_neufs;
  delete from series_dons where contact_id = any (contacts);
  insert into series_dons select * from pg_temp.series_neuves;
  call remplacer_dons_croises(contacts);
  insert into faits_comptes_ecarts
  select 1, donateurs_annees.* from donateurs_annees where contact_id = any (contacts) and not exclu;
  insert into series_comptees_ecarts select 1, * from series_dons where contact_id = any (contacts) and not exclu;
  insert into dons_des_faits_ecarts select 1, * from dons_publies where contact_id = any (contacts) and not exclu;
  call ventiler();
  call ventiler_donateurs();
  -- Few rows of a moment ago say nothing of many now: without it a question would seek each of them.
  analyze series_comptees_ecarts (signe);
  analyze faits_comptes_ecarts (signe, contact_id, annee, annee_precedente, annee_suivante, premier_don, deuxieme_don);
  analyze dons_des_faits_ecarts (signe, contact_id);
  analyze dons_ecarts (contact_id);
  with bruts as materialized (
    select distinct
      membre as contact_brut,
      coalesce(avant, contact_canonique(membre)) as avant,
      contact_canonique(membre) as present
    from unnest(contacts) as membre
    left join regroupes_depuis(publies.evenement) as regroupes on regroupes.contact_id = membre
  )
  insert into donateurs_ecarts
  select signe, contact_id, case signe when -1 then horizon_avant else horizon end, true, contact_brut
  from (select distinct signe, contact_id from faits_comptes_ecarts) as donateurs
  join (
    select -1 as signe, avant as contact_id, contact_brut from bruts
    union all
    select 1, present, contact_brut from bruts
  ) as cotes using (signe, contact_id);
  -- Whose gifts did not change count otherwise at another horizon as they have one on its days, this year or one, two or
  -- three before; 28 February stands for the 29. Where they are many, a whole computation is less.
  if horizon <> horizon_avant then
    passes := array(
      select distinct coalesce(contact_principal, contact_id)
      from dons
      left join groupes_contacts using (contact_id)
      join generate_series(0, 3) as annees
        on order_date > least(horizon, horizon_avant) - make_interval(years => annees)
        and order_date < greatest(horizon, horizon_avant) + 1 - make_interval(years => annees)
      where contact_id <> all (contacts)
    );
    insert into donateurs_ecarts
    select signe, contact_id, case signe when -1 then horizon_avant else horizon end, false, membre
    from unnest(passes) as contact_id
    cross join unnest(array[-1, 1]) as signe
    cross join unnest(membres_des_groupes(array[contact_id])) as membre
    where cardinality(passes) <= nombreux;
  end if;
  analyze donateurs_ecarts;
  update faits_publies
  set donations_version = (select version from donations_version),
    par_ecarts = true,
    -- On 31 December nothing is « à date »: all of it comes or goes.
    horizon_par_ecarts = cardinality(passes) <= nombreux
      and (date_part('doy', horizon + 1) = 1) is not distinct from (date_part('doy', horizon_avant + 1) = 1),
    evenement = (select coalesce(max(numero), 0) from evenements_exclusion),
    exclus_version = (select version from donateurs_exclus_version);
end
$$;
