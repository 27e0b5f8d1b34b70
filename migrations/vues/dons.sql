-- The gifts: the donations that count now.
create view dons as
select *
from donations
where order_amount > 0
  and not exists (
    select from donateurs_exclus where donateurs_exclus.contact_id = donations.contact_id
  );
