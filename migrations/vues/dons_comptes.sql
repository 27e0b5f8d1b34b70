-- The gifts that count at a refresh (`publies`), and those of the contacts who were excluded or reinstated since
-- (`changes`): their gifts are as they were, see exclusions_comprises.
create view dons_comptes as
select 'publies' as ensemble, 1 as signe, order_date, order_amount
from dons
union all
select 'changes', case when donateurs_changes.exclu then -1 else 1 end, order_date, order_amount
from donateurs_changes
join donations on donations.contact_id = donateurs_changes.contact_id collate "default"
where order_amount > 0;
