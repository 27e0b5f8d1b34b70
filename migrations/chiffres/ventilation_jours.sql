-- Gifts and their sum by code, on each of the four axes, and by day; of earlier years the days of a month are one, see
-- ventilation_dons. Kept by the refresh of the facts.
-- clé : axe, jour, code
-- sommes : nombre, montant
select 'publies' as ensemble, axe, jour, code, nombre, montant from ventilation_dons where nombre <> 0
union all
select 'changes', axe, order_date, code, sum(signe), sum(signe * order_amount)
from (
  select
    signe,
    order_date,
    order_amount,
    unnest(array['campagne', 'media', 'origine', 'produit']) as axe,
    unnest(array[campagne, media, origine, produit]) as code
  from dons_comptes
  where ensemble = 'changes'
) as comptes
group by 2, 3, 4;
