-- The gifts that count at a refresh (`publies`), and those of the contacts who were excluded or reinstated since
-- (`changes`): their gifts are as they were, see exclusions_comprises; they are few, and found by the
-- index. No code is 'N/A'.
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
  select 'changes', case when donateurs_changes.exclu then -1 else 1 end, dons.*
  from donateurs_changes
  cross join lateral (
    select *
    from donations
    where donations.contact_id = donateurs_changes.contact_id collate "default" and order_amount > 0
    offset 0
  ) as dons
) as comptes;
