-- The gifts: the donations that count. `vfl` tells the two campaigns apart.
create view dons as
select
  id,
  order_amount,
  order_date,
  date_part('year', order_date)::smallint as annee,
  contact_id,
  codemedia_code,
  origincode_code,
  contient_motif(
    coalesce(nullif(campaign_code, ''), product_code, ''),
    (select campagne_vfl_motif from parametres)
  ) as vfl
from donations
where order_amount > 0
  and not exists (select from donateurs_exclus where donateurs_exclus.contact_id = donations.contact_id);
