-- What each import that no publication knows yet changed of a donor's year, as the journal has it: gifts and their sum, and
-- whether the year has that donor more or less. The gifts that the import left are those of now, by the facts or where these
-- are older than that by the gifts themselves (`des_dons`), less what later imports changed. Donors are those of event
-- `depuis` of the log: of whom merges or separations since made others the facts say nothing, and the gifts do.
create function effets_par_donateur(des_dons boolean, depuis bigint)
returns table (version bigint, contact_id text, annee smallint, dons bigint, montant numeric, donateurs integer)
language plpgsql stable
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  regroupes constant text[] := array(select r.contact_id from regroupes_depuis(depuis) as r);
begin
  return query
  with groupes as materialized (
    select g.contact_id, g.contact_principal from groupes_avant(depuis) as g
  ),
  changes as materialized (
    select
      journal.version,
      coalesce(groupes.contact_principal, journal.contact_id) as contact_id,
      date_part('year', order_date)::smallint as annee,
      sum(signe) as dons,
      sum(signe * order_amount) as montant
    from journal_dons as journal
    left join groupes using (contact_id)
    where order_amount > 0 and journal.version in (select imports.version from imports_a_publier as imports)
    group by 1, 2, 3
    having sum(signe) <> 0 or sum(signe * order_amount) <> 0
  ),
  presents as (
    select faits.contact_id, faits.annee, faits.nombre::bigint as dons
    from donateurs_annees as faits
    where not des_dons
      and faits.contact_id = any (array(select changes.contact_id from changes))
      and faits.contact_id <> all (regroupes)
    union all
    select
      coalesce(groupes.contact_principal, donations.contact_id),
      date_part('year', order_date)::smallint,
      count(*)
    from donations
    left join groupes using (contact_id)
    where order_amount > 0
      and donations.contact_id = any (array(
        select bruts.contact_id
        from (
          select changes.contact_id from changes
          union
          select groupes.contact_id
          from groupes
          where groupes.contact_principal in (select changes.contact_id from changes)
        ) as bruts
        where des_dons or bruts.contact_id = any (regroupes)
      ))
    group by 1, 2
  ),
  laissees as (
    select
      changes.*,
      coalesce(presents.dons, 0) - coalesce(
        sum(changes.dons) over (
          partition by changes.contact_id, changes.annee
          order by changes.version desc
          rows between unbounded preceding and 1 preceding
        ),
        0
      ) as apres
    from changes
    left join presents using (contact_id, annee)
  )
  select
    laissees.version, laissees.contact_id, laissees.annee, laissees.dons, laissees.montant,
    (apres > 0)::integer - (apres > laissees.dons)::integer
  from laissees;
end
$$;
