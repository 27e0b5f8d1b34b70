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
  select 'publies' as ensemble, 1 as signe, contact_id, order_date, order_amount, campaign_code, codemedia_code, origincode_code, product_code
  from dons
  union all
  select
    'changes',
    case
      when exists (select 1 from contacts_exclus where contacts_exclus.contact_id = dons_des_contacts.contact_id) then -1
      else 1
    end,
    contact_id, order_date, order_amount, campaign_code, codemedia_code, origincode_code, product_code
  from dons_des_contacts
  where contact_brut = any (array(select contact_id from decides_depuis(null::contacts_changes)))
    and order_amount > 0
) as comptes;
