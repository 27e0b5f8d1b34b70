-- The gifts of a year with the fact that they belong to, as faits_comptes has it. Those of the contacts who were
-- excluded or reinstated since are few, and found by the index.
create view dons_des_faits as
select 'publies' as ensemble, 1 as signe, annee, recul, order_date, order_amount
from donateurs_annees
join donations on donations.contact_id = donateurs_annees.contact_id collate "default"
  and date_part('year', order_date)::smallint = annee
where not exclu and order_amount > 0
union all
select 'changes', signe, annee, recul, order_date, order_amount
from faits_comptes
cross join lateral (
  select order_date, order_amount
  from donations
  where donations.contact_id = faits_comptes.contact_id collate "default"
    and date_part('year', order_date)::smallint = annee
    and order_amount > 0
  offset 0
) as dons
where ensemble = 'changes';
