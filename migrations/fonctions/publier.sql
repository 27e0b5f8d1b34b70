-- Keeps what the figures of the caller's transaction are: as another publication if anything in them differs from the
-- last, or an import or a decision is new. Returns its number, or that of the last. The first one explains itself where
-- every import there ever was is followed (`tout_suivi`); on an older base it is where history begins (DEPART).
--
-- What the causes do not explain is of the one import whose effect was not measured, or of the first publication; else it
-- is a cause of its own (AUTRE): something wrote gifts or the list of the excluded that was neither an import nor a
-- decision. Of a base without gifts nothing is published.
create function publier() returns bigint
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  derniere publications;
  journal constant bigint := (select coalesce(max(evenements_exclusion.numero), 0) from evenements_exclusion);
  suivies text[] := '{}';
  tout_suivi constant boolean := not exists (
    select
    from imports
    join fichiers using (fichier_id)
    where statut = 'completed'
      and type in ('donations', 'fichier')
      and lignes_changees(resultat) > 0
      and fichier_id not in (select journal_imports.fichier_id from journal_imports)
  );
  finies publications_lignes[];
  neuves publications_lignes[];
  causes publications_causes[];
  effets publications_effets[];
  reste publications_effets[];
  rang_reste integer;
  nature_reste text;
begin
  select * into derniere from publications order by publications.numero desc limit 1;

  if to_regclass('pg_temp.lignes_suivies') is null then
    create temporary table lignes_suivies (vue text not null, signe integer not null, ligne text) on commit drop;
  end if;
  if (
    select count(vues) = 2 and min(vues) = max(vues)
    from (select vues from rafraichissements where status = 'completed' order by numero desc limit 2) as derniers
  ) then
    suivies := array(
      select vue from lignes_suivies where ligne is null and lignes_publiees(vue) = format('select * from %I', vue)
    );
  end if;
  execute (
    select format(
      $ecarts$
        with presentes as materialized (%s),
        gardees as (select vue, ligne from publications_lignes where jusqua is null and vue <> all ($1)),
        autres as (
          select coalesce(presentes.vue, gardees.vue) as vue, ligne, case when presentes.vue is null then -1 else 1 end as signe
          from presentes
          full join gardees using (vue, ligne)
          where presentes.vue is null or gardees.vue is null
          union all
          select vue, ligne, signe from lignes_suivies where vue = any ($1) and ligne is not null
        )
        select
          array_agg((vue, ligne, null, null)::publications_lignes) filter (where signe = -1),
          array_agg((vue, ligne, null, null)::publications_lignes) filter (where signe = 1)
        from autres$ecarts$,
      string_agg(
        format(
          'select %L as vue, to_jsonb(presente)::text as ligne from (%s) as presente', publiee, lignes_publiees(publiee)
        ),
        ' union all '
      )
    )
    from unnest(vues_publiees()) as publiee
    where publiee <> all (suivies)
  ) into finies, neuves using suivies;

  if derniere.numero is not null or tout_suivi then
    causes := array(select cause from causes_a_publier(derniere) as cause order by cause.rang);
    effets := array(select effet from effets_a_publier(causes, coalesce(derniere.evenement, 0)) as effet);
  end if;

  select min(cause.rang), min(cause.nature) into rang_reste, nature_reste
  from unnest(causes) as cause
  where cause.fichier_id is not null and cause.fichier_id in (select fichier_id from imports_a_publier where not mesure)
  having count(*) = 1;
  if rang_reste is null then
    rang_reste := coalesce(cardinality(causes), 0) + 1;
    nature_reste := case when derniere.numero is null and rang_reste = 1 then 'DEPART' else 'AUTRE' end;
  end if;
  reste := array(select r from reste_a_publier(effets, rang_reste) as r);
  effets := effets || reste;
  if cardinality(reste) > 0 and nature_reste <> 'IMPORT' then
    causes := causes || (
      null, rang_reste, nature_reste,
      greatest(now(), derniere.publie_le, (select max(cause.le) from unnest(causes) as cause)),
      null, null, null, null, null
    )::publications_causes;
  end if;

  -- Whom this one changed is recounted after it, unless they are so many that every reader would notice their rows.
  delete from journal_dons
  where version <= (select donations_version from faits_publies)
    and (version not in (select version from journal_imports) or (select count(*) from journal_dons) > 100000);
  delete from journal_imports where version <= (select donations_version from faits_publies);

  if coalesce(cardinality(causes), 0) = 0 and (derniere.numero is null or finies is null and neuves is null) then
    return derniere.numero;
  end if;
  return inscrire_publication(coalesce(derniere.numero, 0) + 1, journal, causes, effets, finies, neuves);
end
$$;
