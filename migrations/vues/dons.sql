-- The gifts: the donations that count now.
create view dons as
select *
from dons_des_contacts
where order_amount > 0
  and not exists (
    select 1 from contacts_exclus where contacts_exclus.contact_id = dons_des_contacts.contact_id
  );
