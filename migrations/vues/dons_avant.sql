-- The gifts that counted before a refresh, of the donors whose gifts it found changed: those of today, less what became of
-- them. The code that the campaign goes by stands for all codes.
create view dons_avant as
select
  id,
  order_amount,
  order_date,
  contact_id,
  contact_id as contact_brut,
  ''::text as codemedia_code,
  code_vfl as campaign_code,
  ''::text as origincode_code,
  ''::text as product_code
from (
  select id, order_amount, order_date, contact_id, coalesce(nullif(campaign_code, ''), product_code, '') as code_vfl, 1 as signe
  from dons
  where contact_brut = any (array(select contact_brut from donateurs_ecarts where touche and signe = -1))
  union all
  select id, order_amount, order_date, contact_id, code_vfl, -signe
  from dons_ecarts
) as comptes
group by id, order_amount, order_date, contact_id, code_vfl
having sum(signe) > 0;
