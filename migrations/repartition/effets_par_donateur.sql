-- Nobody counts as another there: donors are contacts.
create function effets_par_donateur(des_dons boolean, depuis bigint)
returns table (version bigint, contact_id text, annee smallint, dons bigint, montant numeric, donateurs integer)
language plpgsql stable
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  return query
  with changes as materialized (
    select
      journal.version,
      journal.contact_id,
      date_part('year', order_date)::smallint as annee,
      sum(signe) as dons,
      sum(signe * order_amount) as montant
    from journal_dons as journal
    where order_amount > 0 and journal.version in (select imports.version from imports_a_publier as imports)
    group by 1, 2, 3
    having sum(signe) <> 0 or sum(signe * order_amount) <> 0
  ),
  presents as (
    select faits.contact_id, faits.annee, faits.nombre::bigint as dons
    from donateurs_annees as faits
    where not des_dons and faits.contact_id = any (array(select changes.contact_id from changes))
    union all
    select donations.contact_id, date_part('year', order_date)::smallint, count(*)
    from donations
    where des_dons
      and order_amount > 0
      and donations.contact_id = any (array(select changes.contact_id from changes))
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
