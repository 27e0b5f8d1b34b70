-- What a refresh begins with: the contacts whose facts are others now, since imports, merges, separations or decisions
-- changed something of them, or their card moved, with everybody who counts as one of them; what they gave and what was known
-- of them before is noted. Null where all is to be computed: where what changed is not known, where it is no less work,
-- where the pattern of VFL or the reckoning is another one, where who is excluded or merged was repaired, where
-- a control found facts that are not what the gifts come to, where no gift of before or of now has come yet, and at a new
-- year, since what is kept of the running one and of those before it by day is of others then.
create procedure noter_changements(inout contacts text[])
language plpgsql
as $$
declare
  publies constant faits_publies := (select faits_publies from faits_publies);
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
      and faits.contact_id = any (array(select contact_canonique(contact_id) from fiches_deplacees where contact_id is not null))
  );
  exclus_depuis constant text[] := array(select unnest(exclus) except select unnest(exclus_avant));
  -- But whoever gave nothing counts for nothing.
  retires constant text[] := array(
    select unnest(exclus_depuis)
    intersect (
      select unnest(touches)
      union
      select unnest(regroupes)
      union
      select unnest(membres_des_groupes(array(
        select distinct faits.contact_id
        from faits_donateurs as faits
        where generation = publies.generation
          and faits.contact_id = any (array(select contact_canonique(contact) from unnest(exclus_depuis) as contact))
      )))
    )
  );
  rendus constant text[] := array(select unnest(exclus_avant) except select unnest(exclus));
  changes constant text[] := membres_des_groupes(touches || regroupes || retires || rendus || deplaces);
  horizon_avant constant date := (select jour from horizon_publie);
  horizon date;
begin
  contacts := null;
  if lignes <= 0
    or publies.ventilation_generation <> publies.generation
    or publies.definition <> definition_des_faits()
    or publies.campagne_vfl_motif <> (select campagne_vfl_motif from parametres)
    or (select version from donations_version) - publies.donations_version <> suivies
    or exists (select from fiches_deplacees where contact_id is null)
    or publies.exclus_version <> (select version from donateurs_exclus_version)
    or exists (select from faits_en_ecart)
    or horizon_avant is null
    or cardinality(changes) > greatest(1000, lignes / 20)
  then
    return;
  end if;
  delete from dons_ecarts;
  -- What was excluded counted nothing, and is noted whole where it counts again.
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
  call actualiser_dons_contacts(membres_des_groupes(touches));
  call noter_dons(-1, retires);
  call noter_dons(1, rendus);
  horizon := horizon_des_ecarts();
  if horizon is null or date_part('year', horizon) <> date_part('year', horizon_avant) then
    return;
  end if;
  delete from faits_comptes_ecarts;
  delete from donateurs_ecarts;
  delete from series_comptees_ecarts;
  delete from dons_des_faits_ecarts;
  insert into faits_comptes_ecarts
  select -1, donateurs_annees.* from donateurs_annees where contact_id = any (changes) and not exclu;
  insert into series_comptees_ecarts select -1, * from series_dons where contact_id = any (changes) and not exclu;
  insert into dons_des_faits_ecarts select -1, * from dons_publies where contact_id = any (changes) and not exclu;
  contacts := changes;
end
$$;
