-- Measures what the last large import changed, before another large one: until then nobody need know it apart. The
-- gifts of now less those published, and less what other imports did since. A refresh may end at any moment meanwhile:
-- what was noted of imports that it published counts no more.
create procedure mesurer_import_en_attente()
language plpgsql
as $$
begin
  if not exists (select from effets_imports where fichier_id not in (select fichier_id from effets_imports_mesures)) then
    return;
  end if;
  insert into effets_imports_annees
  select fichier_id, null, annee, sum(dons), sum(montant), sum(donateurs)
  from (
    select fichier_id from effets_imports where fichier_id not in (select fichier_id from effets_imports_mesures)
  ) as attendu
  cross join (
    select annee, sum(dons) as dons, sum(montant) as montant, count(*) as donateurs
    from (
      select
        date_part('year', order_date)::smallint as annee, contact_id,
        count(*) as dons, sum(order_amount) as montant
      from donations
      where order_amount > 0
      group by 1, 2
    ) as presents
    group by annee
    union all
    select annee, -sum(nombre), -sum(montant), -count(*) from donateurs_annees group by annee
    union all
    select annee, -dons, -montant, -donateurs
    from effets_imports_annees
    where contact_id is null and fichier_id in (select fichier_id from effets_imports)
  ) as comptes
  group by fichier_id, annee;
  insert into effets_imports_mesures
  select fichier_id
  from effets_imports
  where fichier_id not in (select fichier_id from effets_imports_mesures);
end
$$;
