-- What figures are computed from: every donation, whose ids compare byte by byte (collate "C"): the same order in every
-- database, and the fastest to sort by. `contact_brut` is the column that donations_contact_date knows.
create view dons_des_contacts as
select
  id collate "C" as id,
  order_amount,
  order_date,
  contact_id,
  contact_id as contact_brut,
  codemedia_code,
  campaign_code,
  origincode_code,
  product_code
from donations;
