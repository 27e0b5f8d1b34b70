-- The donations of 0 by the number that their contact counts by.
create view dons_nuls as
select coalesce(groupes.contact_principal, dons.contact_id) as contact_id, contact_brut
from dons_des_contacts as dons
left join groupes_contacts as groupes on groupes.contact_id = contact_brut
where order_amount <= 0;
