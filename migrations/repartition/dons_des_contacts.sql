-- The gifts as they were dealt out to the server of their contact at the publication, see preparer_generation().
create view dons_des_contacts as
select
  id,
  order_amount,
  order_date,
  contact_id,
  contact_id as contact_brut,
  codemedia_code,
  campaign_code,
  origincode_code,
  product_code
from dons_contacts
where generation = (select generation from faits_publies);
