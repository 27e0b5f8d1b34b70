-- Adds the gifts of dons_ecarts to the kept breakdown by code.
create procedure ventiler()
language plpgsql
as $$
begin
  insert into ventilation_dons as gardes
  select axe, jour_ventile(order_date, (select ventilation_depuis from faits_publies)), code, sum(signe), sum(signe * order_amount)
  from dons_ecarts
  cross join lateral (
    values ('campagne', campagne), ('media', media), ('origine', origine), ('produit', produit)
  ) as codes (axe, code)
  group by 1, 2, 3
  on conflict (axe, jour, code) do update
  set nombre = gardes.nombre + excluded.nombre, montant = gardes.montant + excluded.montant;

  insert into ventilation_mois_dons as gardes
  select
    axe, date_part('year', order_date)::smallint, date_part('month', order_date)::smallint, code,
    sum(signe), sum(signe * order_amount)
  from dons_ecarts
  cross join lateral (
    values ('campagne', campagne), ('media', media), ('origine', origine), ('produit', produit)
  ) as codes (axe, code)
  group by 1, 2, 3, 4
  on conflict (axe, annee, mois, code) do update
  set nombre = gardes.nombre + excluded.nombre, montant = gardes.montant + excluded.montant;
end
$$;
