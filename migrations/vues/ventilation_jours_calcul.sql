-- Gifts and their sum by code, on each of the four axes, and by day. What is published is everybody's, less those who were
-- excluded; of earlier years the days of a month are one, see ventilation_dons.
create view ventilation_jours_calcul as
select 'publies' as ensemble, axe, jour, code, sum(nombre) as nombre, sum(montant) as montant
from (
  select axe, jour, code, nombre, montant from ventilation_dons
  union all
  select axe, jour_ventile(order_date, ventilation_depuis), code, -1, -order_amount
  from donateurs_exclus
  join donations using (contact_id)
  cross join faits_publies
  cross join lateral (
    values
      ('campagne', coalesce(nullif(campaign_code, ''), 'N/A')),
      ('media', coalesce(nullif(codemedia_code, ''), 'N/A')),
      ('origine', coalesce(nullif(origincode_code, ''), 'N/A')),
      ('produit', coalesce(nullif(product_code, ''), 'N/A'))
  ) as codes (axe, code)
  where order_amount > 0
) as parts
group by 2, 3, 4
having sum(nombre) <> 0
union all
select 'changes', axe, order_date, code, sum(signe), sum(signe * order_amount)
from dons_comptes
cross join lateral (
  values ('campagne', campagne), ('media', media), ('origine', origine), ('produit', produit)
) as codes (axe, code)
where ensemble = 'changes'
group by 2, 3, 4;

call recalculer_ventilation();
