-- What each of the causes that came since event `depuis` of the log changed of each year, of contacts who count by themselves:
-- decisions on one, and imports, of which it tells all but what `effets_des_groupes` does.
--
-- A donor's gifts as an event found them are those of now, less what later imports changed, which the journal has. An
-- import counts the donors who were not excluded when it came, nor in the publication before: one that began earlier and
-- ended later than a published decision comes after it.
create function effets_des_contacts(causes publications_causes[], depuis bigint) returns setof publications_effets
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  return query
  with dites as materialized (
    select * from unnest(causes)
  ),
  regroupes as materialized (
    select contact_id, avant from regroupes_a_publier(depuis)
  ),
  par_donateur as materialized (
    select
      rang, mesure, effets, imports.evenement, suivis.*,
      suivis.contact_id in (select regroupes.contact_id from regroupes) as regroupe
    from dites
    join imports_a_publier as imports using (fichier_id)
    join effets_par_donateur(false, depuis) as suivis using (version)
  ),
  decisions as (
    select rang, contact_id, case nature when 'EXCLUSION' then -1 else 1 end as sens
    from dites
    join evenements_exclusion on evenements_exclusion.numero = dites.evenement
    where contact_id not in (select regroupes.contact_id from regroupes)
  )
  select null::bigint, rang, annee, (sens * sum(dons))::bigint, sens * sum(montant), sens::bigint
  from (
    select rang, sens, annee, nombre as dons, montant
    from decisions
    join donateurs_annees using (contact_id)
    union all
    select decisions.rang, sens, annee, -dons, -montant
    from decisions
    join par_donateur using (contact_id)
    where par_donateur.rang > decisions.rang
  ) as dons_d_alors
  group by rang, sens, annee
  having sum(dons) > 0
  union all
  select null, rang, annee, sum(dons)::bigint, sum(montant), sum(donateurs)::bigint
  from (
    select rang, effets.annee, effets.dons, effets.montant, effets.donateurs
    from dites
    join imports_a_publier using (fichier_id)
    cross join jsonb_to_recordset(effets) as effets (annee smallint, dons bigint, montant numeric, donateurs bigint)
    union all
    select rang, annee, dons, montant, donateurs
    from par_donateur
    where mesure and effets is null and not regroupe
    union all
    select rang, annee, -dons, -montant, -donateurs
    from par_donateur
    where mesure and case
      when regroupe then effets is not null
      else contact_id in (select evenements_exclusion.contact_id from evenements_exclusion) and (
        select type
        from evenements_exclusion
        where evenements_exclusion.contact_id = par_donateur.contact_id
          and type in ('EXCLUSION', 'REINTEGRATION')
          and evenements_exclusion.numero <= greatest(par_donateur.evenement, depuis)
        order by evenements_exclusion.numero desc
        limit 1
      ) = 'EXCLUSION'
    end
  ) as effets_d_imports
  group by rang, annee;
end
$$;
