-- The gifts of a year with the fact that they belong to, as faits_comptes has it. Those of the contacts who were
-- excluded or reinstated since are few, and found by the index.
create view dons_des_faits as
select 'publies' as ensemble, 1 as signe, faits.contact_id, annee, recul, order_date, order_amount
from donateurs_annees as faits
join dons_des_contacts as dons on dons.contact_brut = faits.contact_id collate "default"
  and date_part('year', order_date)::smallint = annee
where not exclu and order_amount > 0
union all
select 'changes', case when exclu then 1 else -1 end, faits.contact_id, annee, recul, order_date, order_amount
from donateurs_annees as faits
join dons_des_contacts as dons on dons.contact_brut = faits.contact_id collate "default"
  and date_part('year', order_date)::smallint = annee
where faits.contact_id = any (array(select contact_id from decides_depuis(null::donateurs_changes)))
  and order_amount > 0;
