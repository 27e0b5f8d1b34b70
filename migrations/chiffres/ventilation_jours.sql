-- Gifts and their sum by code, on each of the four axes, and by day. What is published is everybody's, less those who were
-- excluded; of earlier years the days of a month are one, see ventilation_dons.
-- nom : Dons par code et par jour
-- clé : axe, jour, code
-- sommes : nombre, montant
select 'publies' as ensemble, axe, jour, code, sum(nombre) as nombre, sum(montant) as montant
from (
  select axe, jour, code, nombre, montant from ventilation_dons
  union all
  select axe, jour_ventile(order_date, (select ventilation_depuis from faits_publies)), code, -count(*), -sum(order_amount)
  from (
    select
      order_date,
      order_amount,
      unnest(array['campagne', 'media', 'origine', 'produit']) as axe,
      unnest(array[
        coalesce(nullif(campaign_code, ''), 'N/A'),
        coalesce(nullif(codemedia_code, ''), 'N/A'),
        coalesce(nullif(origincode_code, ''), 'N/A'),
        coalesce(nullif(product_code, ''), 'N/A')
      ]) as code
    from contacts_exclus
    join dons_des_contacts on contact_brut = contacts_exclus.contact_id
    where order_amount > 0
  ) as exclus
  group by 1, 2, 3
) as parts
group by 2, 3, 4
having sum(nombre) <> 0
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

call recalculer_ventilation();
