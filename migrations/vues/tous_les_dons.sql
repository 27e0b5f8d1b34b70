-- Every donation above 0, of excluded contacts too, its codes as written, none as 'N/A'. `vfl` tells the two campaigns
-- apart: whether the pattern is in the campaign code, or if that is empty in the product code, character by character
-- and without regard to case.
-- Against a pattern of ASCII only, as most are, ASCII letters alone need folding, at a fifth of the cost.
create view tous_les_dons as
select
  id,
  order_amount,
  order_date,
  date_part('year', order_date)::smallint as annee,
  contact_id,
  contact_brut,
  coalesce(nullif(campaign_code, ''), 'N/A') as campagne,
  coalesce(nullif(codemedia_code, ''), 'N/A') as media,
  coalesce(nullif(origincode_code, ''), 'N/A') as origine,
  coalesce(nullif(product_code, ''), 'N/A') as produit,
  strpos(
    case
      when (select octet_length(campagne_vfl_motif) = length(campagne_vfl_motif) from parametres)
      then lower(code collate "C")
      else plier_casse(code)
    end,
    (select plier_casse(campagne_vfl_motif) from parametres)
  ) > 0 as vfl
from (
  select *, coalesce(nullif(campaign_code, ''), product_code, '') as code from dons_des_contacts
) as donations_codees
where order_amount > 0;
