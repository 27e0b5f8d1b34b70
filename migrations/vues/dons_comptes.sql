-- The gifts that count at a refresh (`publies`), and those of the contacts who were excluded or reinstated since
-- (`changes`): their gifts are as they were, see exclusions_comprises. No code is 'N/A'.
create view dons_comptes as
select
  ensemble,
  signe,
  order_date,
  order_amount,
  coalesce(nullif(campaign_code, ''), 'N/A') as campagne,
  coalesce(nullif(codemedia_code, ''), 'N/A') as media,
  coalesce(nullif(origincode_code, ''), 'N/A') as origine,
  coalesce(nullif(product_code, ''), 'N/A') as produit
from (
  select 'publies' as ensemble, 1 as signe, dons.*
  from dons
  union all
  select 'changes', case when donateurs_changes.exclu then -1 else 1 end, donations.*
  from donateurs_changes
  join donations on donations.contact_id = donateurs_changes.contact_id collate "default"
  where order_amount > 0
) as comptes;
