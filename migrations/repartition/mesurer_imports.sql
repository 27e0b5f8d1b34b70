-- Nobody counts as another there: donors are contacts.
create procedure mesurer_imports()
language plpgsql
as $$
begin
  with suivis as materialized (
    select version, annee, sum(dons) as dons, sum(montant) as montant, sum(donateurs) as donateurs
    from imports_a_publier
    join effets_par_donateur(true, 0) using (version)
    where mesure and effets is null
    group by version, annee
  ),
  reste as materialized (
    select annee, sum(dons) as dons, sum(montant) as montant, sum(donateurs) as donateurs
    from (
      select annee, sum(dons) as dons, sum(montant) as montant, count(*) as donateurs
      from (
        select date_part('year', order_date)::smallint as annee, contact_id, count(*) as dons, sum(order_amount) as montant
        from donations
        where order_amount > 0
        group by 1, 2
      ) as presents
      group by annee
      union all
      select annee, -sum(nombre), -sum(montant), -count(*) from donateurs_annees group by annee
      union all
      select annee, -dons, -montant, -donateurs from suivis
      union all
      select effets.annee, -effets.dons, -effets.montant, -effets.donateurs
      from imports_a_publier
      cross join jsonb_to_recordset(effets) as effets (annee smallint, dons bigint, montant numeric, donateurs bigint)
    ) as comptes
    where exists (select from imports_a_publier where not mesure)
    group by annee
  )
  insert into journal_imports
  select
    version, fichier_id, evenement, 0,
    coalesce(
      case
        when mesure then (select jsonb_agg(suivis) from suivis where suivis.version = imports.version)
        else (select jsonb_agg(reste) from reste)
      end,
      '[]'
    )
  from imports_a_publier as imports
  where effets is null;
end
$$;
