-- The gifts of a year with the fact that they belong to, as faits_comptes has it.
create view dons_des_faits as
select 'publies' as ensemble, 1 as signe, contact_id, annee, recul, departement, order_date, cents
from dons_publies
where not exclu
union all
select 'changes', case when exclu then 1 else -1 end, contact_id, annee, recul, departement, order_date, cents
from dons_publies
where contact_id = any (array(select contact_id from decides_depuis(null::donateurs_changes)))
-- one server only {
union all
select 'changes', -1, contact_id, annee, recul, departement, order_date, cents
from dons_publies
where contact_id = any (array(select contact_id from decides_depuis(null::contacts_regroupes))) and not exclu
union all
select 'changes', 1, faits.contact_id, annee, recul, departement, order_date, (order_amount * 100)::bigint
from decides_depuis(null::contacts_regroupes) as regroupes
join decides_depuis(null::faits_regroupes) as faits on faits.contact_id = present
join dons_des_contacts as dons on dons.contact_brut = regroupes.contact_id
  and order_date >= make_date(annee, 1, 1) and order_date < make_date(annee + 1, 1, 1)
where not exclu and order_amount > 0
-- }
;
