-- The years with at least one gift, and the largest gift of each, as they are now: each server looks through its own.
create view annees_des_dons as
select date_part('year', order_date)::int as annee, max(order_amount) as montant_max
from donations
where order_amount > 0
  and not exists (select 1 from contacts_exclus where contacts_exclus.contact_id = donations.contact_id)
group by 1;
