-- Nobody counts as another there.
create view dons_nuls as
select contact_id, contact_brut
from dons_des_contacts
where order_amount <= 0;
