-- Notes for publication `suivante` what came since event `depuis` of the log, in order, with what each changed by itself:
-- an import comes after the last event that it saw. Returns how many there were.
--
-- A donor's gifts as an event found them are those of now, less what later imports changed, which is noted by donor. An
-- import counts the donors who were not excluded when it came, nor in the publication before: one that began earlier and
-- ended later than a published decision comes after it.
create function publier_causes(suivante bigint, depuis bigint) returns bigint
language plpgsql
as $$
declare
  trouvees bigint;
begin
  insert into publications_causes
  select
    suivante,
    row_number() over (order by position, ordre),
    nature,
    le,
    fichier_id,
    case when fichier_id is null then position end
  from (
    select 'IMPORT' as nature, termine_le as le, fichier_id, effets_imports.evenement as position, effets_imports.numero as ordre
    from effets_imports
    join imports using (fichier_id)
    union all
    select type, survenu_le, null, numero, 0
    from evenements_exclusion
    where numero > depuis and type in ('EXCLUSION', 'REINTEGRATION')
  ) as nouvelles;
  get diagnostics trouvees = row_count;

  insert into publications_effets
  with decisions as (
    select rang, contact_id, case nature when 'EXCLUSION' then -1 else 1 end as sens
    from publications_causes
    join evenements_exclusion on evenements_exclusion.numero = publications_causes.evenement
    where publications_causes.publication = suivante
  )
  select suivante, rang, annee, sens * sum(dons), sens * sum(montant), sens
  from (
    select rang, sens, annee, nombre as dons, montant
    from decisions
    join donateurs_annees using (contact_id)
    union all
    select decisions.rang, sens, annee, -dons, -montant
    from decisions
    join effets_imports_annees using (contact_id)
    join publications_causes as imports using (fichier_id)
    where imports.publication = suivante and imports.rang > decisions.rang
  ) as dons_d_alors
  group by rang, sens, annee
  having sum(dons) > 0;

  insert into publications_effets
  select suivante, rang, annee, sum(signe * dons), sum(signe * montant), sum(signe * donateurs)
  from publications_causes as causes
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
  where causes.publication = suivante
    and (contact_id is null or contact_id in (select evenements_exclusion.contact_id from evenements_exclusion))
  group by rang, annee
  having sum(signe * dons) <> 0 or sum(signe * montant) <> 0 or sum(signe * donateurs) <> 0;

  return trouvees;
end
$$;
