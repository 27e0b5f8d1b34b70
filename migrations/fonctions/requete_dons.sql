-- The query of every donation above 0, of excluded contacts too, its codes as written, none as 'N/A', over a `source` like
-- dons_des_contacts. `vfl` tells the two campaigns apart: whether the pattern `motif` (an expression) is in the campaign
-- code, or if that is empty in the product code, character by character and without regard to case.
-- Against a pattern of ASCII only, as most are, ASCII letters alone need folding, at a fifth of the cost.
create function requete_dons(source text, motif text) returns text
language sql immutable parallel safe
return format($requete$
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
        when (select octet_length(motif) = length(motif) from (select %2$s as motif) as parametre)
        then lower(code collate "C")
        else plier_casse(code)
      end,
      (select plier_casse(motif) from (select %2$s as motif) as parametre)
    ) > 0 as vfl
  from (
    select *, coalesce(nullif(campaign_code, ''), product_code, '') as code from %1$s
  ) as donations_codees
  where order_amount > 0
$requete$, source, motif);
