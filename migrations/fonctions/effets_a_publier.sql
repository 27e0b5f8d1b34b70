-- What each of the causes that came since event `depuis` of the log changed of each year by itself.
--
-- A donor's gifts as an event found them are those of now, less what later imports changed, which is noted by donor. An
-- import counts the donors who were not excluded when it came, nor in the publication before: one that began earlier and
-- ended later than a published decision comes after it.
--
-- Where several servers hold the facts, a function that is read like a table would not see those that its caller's
-- transaction has just written there; a statement of its own does.
create function effets_a_publier(causes publications_causes[], depuis bigint) returns setof publications_effets
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  return query
  with dites as materialized (
    select * from unnest(causes)
  ),
  decisions as (
    select rang, contact_id, case nature when 'EXCLUSION' then -1 else 1 end as sens
    from dites
    join evenements_exclusion on evenements_exclusion.numero = dites.evenement
  )
  select null::bigint, rang, annee, (sens * sum(dons))::bigint, sens * sum(montant), sens::bigint
  from (
    select rang, sens, annee, nombre as dons, montant
    from decisions
    join donateurs_annees using (contact_id)
    union all
    select decisions.rang, sens, annee, -dons, -montant
    from decisions
    join effets_imports_annees using (contact_id)
    join dites as imports using (fichier_id)
    where imports.rang > decisions.rang
  ) as dons_d_alors
  group by rang, sens, annee
  having sum(dons) > 0
  union all
  select null, rang, annee, sum(signe * dons)::bigint, sum(signe * montant), sum(signe * donateurs)::bigint
  from dites
  join effets_imports using (fichier_id)
  join effets_imports_mesures using (fichier_id)
  join effets_imports_annees as effets using (fichier_id)
  cross join lateral (
    select case
      when contact_id is null then 1
      when (
        select type
        from evenements_exclusion
        where evenements_exclusion.contact_id = effets.contact_id
          and evenements_exclusion.numero <= greatest(effets_imports.evenement, depuis)
        order by evenements_exclusion.numero desc
        limit 1
      ) = 'EXCLUSION' then -1
      else 0
    end as signe
  ) as compte
  where contact_id is null or contact_id in (select evenements_exclusion.contact_id from evenements_exclusion)
  group by rang, annee
  having sum(signe * dons) <> 0 or sum(signe * montant) <> 0 or sum(signe * donateurs) <> 0;
end
$$;
