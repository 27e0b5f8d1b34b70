-- Adds gifts to the kept breakdown by code, or takes them off (`signe` -1). `question` asks for them, of the contacts $1:
-- signe, order_date, order_amount, campagne, media, origine, produit.
create procedure ventiler(question text, contacts text[])
language plpgsql
as $$
declare
  codes constant text := format(
    $codes$
      from (%s) as dons (signe, order_date, order_amount, campagne, media, origine, produit)
      cross join lateral (
        values ('campagne', campagne), ('media', media), ('origine', origine), ('produit', produit)
      ) as codes (axe, code)$codes$,
    question
  );
begin
  execute 'insert into ventilation_dons as gardes
    select
      axe, jour_ventile(order_date, (select ventilation_depuis from faits_publies)), code, sum(signe), sum(signe * order_amount)'
    || codes || '
    group by 1, 2, 3
    on conflict (axe, jour, code) do update
    set nombre = gardes.nombre + excluded.nombre, montant = gardes.montant + excluded.montant'
  using contacts;
  execute 'insert into ventilation_mois_dons as gardes
    select
      axe, date_part(''year'', order_date)::smallint, date_part(''month'', order_date)::smallint, code,
      sum(signe), sum(signe * order_amount)'
    || codes || '
    group by 1, 2, 3, 4
    on conflict (axe, annee, mois, code) do update
    set nombre = gardes.nombre + excluded.nombre, montant = gardes.montant + excluded.montant'
  using contacts;
end
$$;
