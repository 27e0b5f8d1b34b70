-- Brings the facts up to date: those of the donors whom imports, merges or separations changed since, or whose card moved.
-- The breakdown by code follows: less what these donors and those decided on since gave, plus what they give now. Leaves all
-- as it is, and says so (`suivis`), where all is to be computed: where that is not known, where it is no less work, where the
-- pattern of VFL is another one, where who is excluded or merged was repaired, where a control found facts that are not what
-- the gifts come to, or where no gift of before or of now has come yet.
create procedure actualiser_faits(inout suivis boolean)
language plpgsql
as $$
declare
  publies constant faits_publies := (select faits_publies from faits_publies);
  actuelle constant bigint := (select version from donations_version);
  suivies constant bigint := (
    select coalesce(sum(journal_imports.suivies), 0) from journal_imports where version > publies.donations_version
  );
  touches constant text[] := array(
    select distinct contact_id from journal_dons where version > publies.donations_version
  );
  lignes constant real := lignes_des_faits(publies.generation);
  exclus constant text[] := array(select contact_id from contacts_exclus);
  -- With everybody who counted as one of them then.
  regroupes constant text[] := array(select contact_id from regroupes_depuis(publies.evenement));
  exclus_avant constant text[] := array(
    with donateurs as materialized (
      select distinct contact_id from faits_donateurs where generation = publies.generation and exclu
    )
    select contact_id from donateurs where contact_id <> all (regroupes)
    union
    select contact_id
    from groupes_contacts
    where contact_principal in (select contact_id from donateurs) and contact_id <> all (regroupes)
    union
    select contact_id
    from regroupes_depuis(publies.evenement)
    where avant in (select contact_id from donateurs)
  );
  deplaces constant text[] := array(
    select distinct faits.contact_id
    from faits_donateurs as faits
    where generation = publies.generation
      and faits.contact_id = any (array(select contact_id from fiches_deplacees where contact_id is not null))
  );
  retires constant text[] := array(select unnest(exclus) except select unnest(exclus_avant));
  rendus constant text[] := array(select unnest(exclus_avant) except select unnest(exclus));
  refaits constant text[] := membres_des_groupes(touches || regroupes);
  changes constant text[] := membres_des_groupes(refaits || retires || rendus || deplaces);
  -- Whose gifts count otherwise, though neither they nor their facts may say so.
  autrement_comptes constant text[] := array(
    select unnest(changes) intersect select unnest(exclus || exclus_avant || membres_des_groupes(regroupes))
  );
  horizon_avant constant date := (select jour from horizon_publie);
  horizon date;
  autre_annee boolean;
  passes text[] := '{}';
begin
  if lignes <= 0
    or publies.ventilation_generation <> publies.generation
    or publies.campagne_vfl_motif <> (select campagne_vfl_motif from parametres)
    or actuelle - publies.donations_version <> suivies
    or exists (select from fiches_deplacees where contact_id is null)
    or publies.exclus_version <> (select version from donateurs_exclus_version)
    or exists (select from faits_en_ecart)
    or horizon_avant is null
    or cardinality(changes) > greatest(1000, lignes / 20)
  then
    suivis := false;
  else
    suivis := true;
    insert into contacts_a_revoir
    select contact_id, pour
    from (select distinct unnest(changes) as contact_id) as tous
    cross join (values ('signalements'), ('groupes')) as regards (pour);
    delete from faits_ecarts;
    delete from dons_ecarts;
    delete from donateurs_ecarts;
    delete from series_ecarts;
    insert into faits_ecarts
    select -1, donateurs_annees.* from donateurs_annees where contact_id = any (changes) and not exclu;
    insert into series_ecarts select -1, * from series_dons where contact_id = any (changes) and not exclu;
    if cardinality(refaits) > 0 then
      call actualiser_dons_contacts(refaits);
      delete from faits_donateurs where generation = publies.generation and contact_id = any (refaits);
      execute format(
        'insert into faits_donateurs select %s, faits.*, ''inconnu'' from (%s) as faits',
        publies.generation,
        requete_faits('dons_canoniques', 'where contact_brut = any ($1)')
      ) using refaits;
      delete from series_dons where contact_id = any (refaits);
      execute 'insert into series_dons ' || requete_series('dons_canoniques', 'contact_brut = any ($1)') using refaits;
      -- What was excluded counted nothing, and is noted whole below where it counts again.
      insert into dons_ecarts
      select
        signe, contact_id, order_date, order_amount,
        coalesce(nullif(campaign_code, ''), 'N/A'),
        coalesce(nullif(codemedia_code, ''), 'N/A'),
        coalesce(nullif(origincode_code, ''), 'N/A'),
        coalesce(nullif(product_code, ''), 'N/A'),
        id,
        coalesce(nullif(campaign_code, ''), product_code, '')
      from journal_dons
      where version > publies.donations_version and order_amount > 0 and contact_id <> all (exclus_avant);
    end if;
    call situer_faits(refaits || deplaces);
    call noter_dons(-1, retires);
    call noter_dons(1, rendus);
    call ventiler();
    update faits_donateurs as faits
    set exclu = true
    from donateurs_exclus
    where generation = publies.generation and faits.contact_id = donateurs_exclus.contact_id and not exclu;
    update faits_donateurs as faits
    set exclu = false
    where generation = publies.generation and exclu
      and not exists (select 1 from contacts_exclus where contacts_exclus.contact_id = faits.contact_id);
    update series_dons set exclu = not exclu where contact_id = any (retires || rendus) and contact_id <> all (refaits);
    insert into series_ecarts select 1, * from series_dons where contact_id = any (changes) and not exclu;
    insert into faits_ecarts
    select 1, donateurs_annees.* from donateurs_annees where contact_id = any (changes) and not exclu;
    call ventiler_donateurs();
    call actualiser_dons_croises(autrement_comptes);
    -- Few rows of a moment ago say nothing of many now: without it a question would seek each of them.
    analyze series_ecarts (signe);
    analyze faits_ecarts (signe, contact_id, annee, annee_precedente, annee_suivante, premier_don, deuxieme_don);
    analyze dons_ecarts (contact_id);
    select max(jour)
    into horizon
    from (
      select jour
      from (select jour, nombre from dons_par_jour union all select order_date, signe from dons_ecarts) as comptes
      where jour <= (now() at time zone 'Europe/Paris')::date
      group by jour
      having sum(nombre) > 0
    ) as jours;
    if horizon is null then
      suivis := false;
      return;
    end if;
    with bruts as materialized (
      select
        membre as contact_brut,
        coalesce(avant, contact_canonique(membre)) as avant,
        contact_canonique(membre) as present
      from unnest(changes) as membre
      left join regroupes_depuis(publies.evenement) as regroupes on regroupes.contact_id = membre
    )
    insert into donateurs_ecarts
    select signe, contact_id, case signe when -1 then horizon_avant else horizon end, true, contact_brut
    from (select distinct signe, contact_id from faits_ecarts) as donateurs
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
        where contact_id <> all (changes)
      );
      insert into donateurs_ecarts
      select signe, contact_id, case signe when -1 then horizon_avant else horizon end, false, membre
      from unnest(passes) as contact_id
      cross join unnest(array[-1, 1]) as signe
      cross join unnest(membres_des_groupes(array[contact_id])) as membre
      where cardinality(passes) <= greatest(1000, lignes / 100);
    end if;
    analyze donateurs_ecarts;
    -- What is kept of the running year and of those before it by day is of others then.
    autre_annee := date_part('year', horizon) is distinct from date_part('year', horizon_avant);
    if autre_annee then
      call recalculer_ventilation();
    end if;
    update faits_publies
    set donations_version = actuelle,
      -- Several servers compute their parts side by side; a question of a few rows here and many there they could not.
      par_ecarts = not autre_annee and to_regclass('dons_contacts') is null,
      -- On 31 December nothing is « à date »: all of it comes or goes.
      horizon_par_ecarts = cardinality(passes) <= greatest(1000, lignes / 100)
        and (date_part('doy', horizon + 1) = 1) is not distinct from (date_part('doy', horizon_avant + 1) = 1),
      evenement = (select coalesce(max(numero), 0) from evenements_exclusion),
      exclus_version = (select version from donateurs_exclus_version);
  end if;
end
$$;
